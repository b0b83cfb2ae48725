import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { blockFiles } from '#cli/new/block-files.ts'
import { toolClasses } from '#cli/new/tool-classes.ts'
import { UsageError } from '#content/finding.ts'
import { blockTypes } from '#content/schema.ts'
import { shellWord } from '#publish/shell-word.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { blockName } from '#renderer/sources/own-blocks.js'
import { toolRoot } from '#renderer/tool-root.ts'

/**
 * Runs `site new block`. Writes the files of a block into `blocks/` of the site. If the name is not valid or is already
 * in use, throws a `UsageError` and writes nothing.
 */
export async function newBlock(name: string, { config }: { config: string }): Promise<void> {
  const { siteRoot } = await loadSettings(config)
  if (!blockName.test(name) || name.length > 64) {
    throw new UsageError(`"${name}" is not a valid block name.`, {
      hint: 'Use at most 64 lowercase letters, digits and single hyphens, as in: site new block pull-quote.',
    })
  }
  const folder = join(siteRoot, 'blocks', name)
  const type = name.replaceAll('-', '_')
  if ([...blockTypes, 'unknown'].includes(type) || existsSync(folder)) {
    throw new UsageError(`A block "${type}" already exists.`, { hint: 'Choose another name.' })
  }
  if (toolClasses().has(`.${name}`)) {
    throw new UsageError(
      `The styles of the tool already use the class "${name}", so a block with this name would change other parts of pages.`,
      {
        hint: `Choose another name, as in: site new block our-${name}.`,
      },
    )
  }
  const files = blockFiles({ name, isCheckout: siteRoot === toolRoot })
  const shown = relative(process.cwd(), folder)
  let isMade = false
  try {
    mkdirSync(join(siteRoot, 'blocks'), { recursive: true })
    mkdirSync(folder)
    isMade = true
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  } catch (cause) {
    if (isMade) rmSync(folder, { recursive: true }) // no command would run with a partial block
    throw new UsageError(`"${shown}" cannot be written.`, {
      hint: 'Check the permissions and the free space on the disk, and try again.',
      cause,
    })
  }
  const preview = `npx site preview${config === 'site.config.ts' ? '' : ` --config ${shellWord(config)}`}`
  for (const file of Object.keys(files)) process.stderr.write(`Written: ${join(shown, file)}\n`)
  process.stderr.write(`
From now on, blocks of the type "${type}" in the content are shown by this component.
To try it, copy the content of "${join(shown, 'demo.yaml')}" to the "blocks" of a page, and run: ${preview}
To test it, run in the folder of the site: npm test
`)
}
