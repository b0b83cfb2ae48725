import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { blockFiles } from '#cli/new/block-files.ts'
import { UsageError } from '#content/finding.ts'
import { blockTypes } from '#content/schema.ts'
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
      hint: 'Use small letters, digits and single hyphens, 64 at most, as in: site new block pull-quote.',
    })
  }
  const folder = join(siteRoot, 'blocks', name)
  const type = name.replaceAll('-', '_')
  if ([...blockTypes, 'unknown'].includes(type) || existsSync(folder)) {
    throw new UsageError(`There is a block "${type}" already.`, { hint: 'Choose another name.' })
  }
  if (toolClasses().has(`.${name}`)) {
    throw new UsageError(
      `"${name}" is a class that the styles of the tool use, so a block of that name would change other parts of pages.`,
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
      hint: 'Check its permissions and the free space on its disk, and try again.',
      cause,
    })
  }
  for (const file of Object.keys(files)) process.stderr.write(`Written: ${join(shown, file)}\n`)
  process.stderr.write(`
Content that holds a block of the type "${type}" is shown by it from now on.
Try it: put what "${join(shown, 'demo.yaml')}" holds below "blocks" of a page, and look: npx site preview
Test it: npm test
`)
}

/** The classes in the tool's style sheets, as in `.button`. */
function toolClasses(): Set<string> {
  const sheets = globSync('{blocks,templates}/**/*.css', { cwd: toolRoot })
  return new Set(sheets.flatMap((file) => readFileSync(join(toolRoot, file), 'utf8').match(/\.[a-z][a-z0-9-]*/g) ?? []))
}
