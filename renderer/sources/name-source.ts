import { join, relative } from 'node:path'
import type { Roots } from './own-blocks.js'

/** The name of a source in messages. */
export type NameSource = (source: string) => string

/**
 * Names sources in messages. Sources are given relative to the folder of the tool. Those of the site are named relative
 * to its own folder, those of the tool stay as they are.
 */
export function openSourceNames({ toolRoot, siteRoot }: Roots): NameSource {
  return (source) => {
    const own = relative(siteRoot, join(toolRoot, source))
    return /^(\.\.|node_modules)\//.test(own) ? source : own
  }
}
