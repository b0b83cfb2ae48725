import { join, sep } from 'node:path'

/** Folders of the tool that a build is made of. */
export const toolSources = ['blocks', 'content', 'hydrate', 'locales', 'publish', 'renderer', 'templates']

/** Folders and files of a site that a build is made of, its content and settings aside. */
const siteSources = ['blocks', 'brand', 'texts', 'redirects.json', 'tokens.css']

/** What is worth watching while someone works on a site; a tool that is installed changes by a new version only. */
export function watchedSources({ toolRoot, siteRoot }: { toolRoot: string; siteRoot: string }): string[] {
  const isInstalled = toolRoot.includes(`${sep}node_modules${sep}`)
  const ofTool = isInstalled ? [] : toolSources.map((name) => join(toolRoot, name))
  return [...new Set([...ofTool, ...siteSources.map((name) => join(siteRoot, name))])]
}
