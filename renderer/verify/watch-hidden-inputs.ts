import { realpathSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceStack } from '#content/wording/fault-place.ts'
import { type NameSource, openSourceNames } from '#renderer/sources/name-source.ts'
import type { Roots } from '#renderer/sources/own-blocks.js'
import { type OnRead, type Replacement, watchedGlobals } from './watched-globals.ts'

/**
 * Something that code read without its reader, and the line of that code. `file` is
 * relative to the folder of the site, or of the tool.
 */
export type HiddenRead = { what: string; file: string; line: number }

/** `stop` undoes the replacements, and returns the reads up to then. */
export type Watching = { reads: HiddenRead[]; stop(): HiddenRead[] }

/**
 * Returns a function that starts to watch. Until its `stop` is called, each read of the clock, random values, the
 * environment, the disk, the network and the machine is noted. Reads by packages are not noted, because
 * packages change only with their versions. `clockShiftMs` shifts the clock, so that a page differs even if it
 * shows the time in a way that cannot be watched.
 */
export function watchHiddenInputs(roots: Roots): (options?: { clockShiftMs?: number }) => Watching {
  const [toolRoot, siteRoot] = [realpathSync(roots.toolRoot), realpathSync(roots.siteRoot)]
  const nameSource = openSourceNames({ toolRoot, siteRoot })
  return ({ clockShiftMs = 0 } = {}) => {
    const reads: HiddenRead[] = []
    let isSearching = false
    const onRead: OnRead = (what) => {
      if (isSearching) return // the search for the caller itself reads source maps
      isSearching = true
      const place = callerIn(toolRoot, nameSource)
      isSearching = false
      const isKnown = reads.some((read) => read.what === what && read.file === place?.file && read.line === place.line)
      if (place && !isKnown) reads.push({ what, ...place })
    }
    const restore = watchedGlobals(onRead, clockShiftMs).map(replace)
    syncBuiltinESMExports()
    return {
      reads,
      stop() {
        for (const undo of restore.reverse()) undo()
        syncBuiltinESMExports()
        return reads
      },
    }
  }
}

/** Replaces a property. Returns a function that restores it. */
function replace([owner, name, put]: Replacement): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, {
    configurable: true,
    enumerable: own?.enumerable ?? false,
    ...('value' in put && { writable: true }),
    ...put,
  })
  return () => {
    if (own) Object.defineProperty(owner, name, own)
    else Reflect.deleteProperty(owner, name)
  }
}

/**
 * Files that are in the stack of each read, although they read nothing themselves. The last is the part of the bundle
 * that no source map names.
 */
const ownFiles = ['/renderer/verify/watch-hidden-inputs.ts', '/renderer/verify/watched-globals.ts', '/main.cjs']

/** The line of code that reads, from the stack of this call. Undefined if Node itself or a package reads. */
function callerIn(toolRoot: string, nameSource: NameSource): { file: string; line: number } | undefined {
  for (const frame of sourceStack(new Error()).split('\n').slice(1)) {
    const [, url, line] = /(?:^\s*at |\()((?:file:\/\/)?\/.*?|node:.*?):(\d+):\d+\)?$/.exec(frame) ?? []
    if (!url) continue
    if (url.startsWith('node:')) return undefined
    const path = url.startsWith('file:') ? fileURLToPath(url) : url
    if (ownFiles.some((name) => path.endsWith(name))) continue
    const inside = relative(toolRoot, path) // the tool itself may be installed below a `node_modules`
    const isOfPackage = /(^|\/)node_modules\//.test(inside.startsWith('..') ? path : inside)
    return isOfPackage ? undefined : { file: nameSource(inside), line: Number(line) }
  }
  return undefined
}
