import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

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
 * Sheets in the folder of each block, sorted by folder and name. Sheets that several blocks use lie in `_shared` and are
 * imported by `templates/site.css`.
 */
function sheetsBesideBlocks(root: string): StyleSheet[] {
  const sheets = globSync('blocks/[!_]*/*.css', { cwd: root })
  // Compared part by part and without the ending: "-" would otherwise come before "/" and ".".
  const parts = sheets.map((sheet) => sheet.slice(0, -'.css'.length).split(sep)).sort()
  return parts.map((names) => ({ file: `${join(root, ...names)}.css` }))
}
