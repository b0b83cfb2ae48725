import { join, relative } from 'node:path'

/** The name of a source in messages. */
export type NameSource = (source: string) => string

/** Names sources, which are known from the folder of the tool: those of the site from its own folder, those of the tool as they are. */
export function openSourceNames({ toolRoot, siteRoot }: { toolRoot: string; siteRoot: string }): NameSource {
  return (source) => {
    const own = relative(siteRoot, join(toolRoot, source))
    return /^(\.\.|node_modules)\//.test(own) ? source : own
  }
}
