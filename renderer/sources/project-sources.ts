import { join, sep } from 'node:path'
import type { Roots } from './own-blocks.js'

/** Folders of the tool that a build uses. */
export const toolSources = ['blocks', 'content', 'hydrate', 'locales', 'publish', 'renderer', 'templates']

/** Folders and files of a site that a build uses, except its content and settings. */
const siteSources = ['blocks', 'brand', 'texts', 'redirects.json', 'tokens.css']

/** The sources worth watching while someone works on a site. An installed tool changes only with a new version. */
export function watchedSources({ toolRoot, siteRoot }: Roots): string[] {
  const isInstalled = toolRoot.includes(`${sep}node_modules${sep}`)
  const ofTool = isInstalled ? [] : toolSources.map((name) => join(toolRoot, name))
  return [...new Set([...ofTool, ...siteSources.map((name) => join(siteRoot, name))])]
}
