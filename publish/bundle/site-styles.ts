import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** A style sheet, by its path from the tool root. Its rules go into `layer`, if one is named. */
export type StyleSheet = { file: string; layer?: string }

/**
 * The style sheets of a site, in order: those of the tool, those beside its blocks, the site's own `tokens.css`, and
 * those beside its own blocks.
 */
export function stylesOf({ toolRoot, siteRoot }: { toolRoot: string; siteRoot: string }): StyleSheet[] {
  const own = siteRoot === toolRoot ? [] : [...tokensOf(siteRoot), ...sheetsBesideBlocks(siteRoot)]
  return [{ file: join(toolRoot, 'templates/site.css') }, ...sheetsBesideBlocks(toolRoot), ...own].map((sheet) => ({
    ...sheet,
    file: relative(toolRoot, sheet.file),
  }))
}

/**
 * The site's `tokens.css`, in our `tokens` layer. A sheet that declares layers itself goes into no layer, because its
 * rules would lose to ours.
 */
function tokensOf(siteRoot: string): StyleSheet[] {
  const file = join(siteRoot, 'tokens.css')
  if (!existsSync(file)) return []
  return [/@layer\b/.test(readFileSync(file, 'utf8')) ? { file } : { file, layer: 'tokens' }]
}

/**
 * Sheets in the folder of each block, sorted by name. Sheets that several blocks use lie in `_shared` and are imported
 * by `templates/site.css`.
 */
function sheetsBesideBlocks(root: string): StyleSheet[] {
  const folder = join(root, 'blocks')
  if (!existsSync(folder)) return []
  const blocks = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
  return blocks
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_'))
    .sort()
    .flatMap((name) => sheetsIn(join(folder, name)))
}

function sheetsIn(folder: string): StyleSheet[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'))
  return names
    .map((name) => basename(name, '.css'))
    .sort()
    .map((name) => ({ file: join(folder, `${name}.css`) }))
}
