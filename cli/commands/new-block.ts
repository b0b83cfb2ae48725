import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { blockFiles } from '#cli/new/block-files.ts'
import { loadSettings } from '#cli/prepare/load-settings.ts'
import { UsageError } from '#content/finding.ts'
import { blockTypes } from '#content/schema.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** `site new block`: writes the files of a block into `blocks/` of the site. Throws a `UsageError`, and writes nothing, for a name that is none or taken. */
export async function newBlock(name: string, { config }: { config: string }): Promise<void> {
  const { siteRoot } = await loadSettings(config)
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new UsageError(`"${name}" is no name of a block.`, {
      hint: 'Use small letters, digits and single hyphens, as in: site new block pull-quote.',
    })
  }
  const folder = join(siteRoot, 'blocks', name)
  const type = name.replaceAll('-', '_')
  if ((blockTypes as string[]).includes(type) || existsSync(folder)) {
    throw new UsageError(`There is a block "${type}" already.`, { hint: 'Choose another name.' })
  }
  const files = blockFiles({ name, isCheckout: siteRoot === toolRoot })
  mkdirSync(folder, { recursive: true })
  const shown = relative(process.cwd(), folder)
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(folder, file), text)
    process.stderr.write(`Written: ${join(shown, file)}\n`)
  }
  process.stderr.write(`
Content that holds a block of the type "${type}" is shown by it from now on.
Try it: put what "${join(shown, 'demo.yaml')}" holds below "blocks" of a page, and look: npx site preview
Test it: npm test
`)
}
