import { realpathSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceStack } from '#content/wording/fault-place.ts'
import { type Replacement, type Tell, worldOf } from './hidden-world.ts'

/** Something that was read besides what readers give, and the line that did; `file` is named from the root where it lies there. */
export type HiddenRead = { what: string; file: string; line: number }

/** `stop` puts everything back as it was. */
export type Watching = { reads: HiddenRead[]; stop(): HiddenRead[] }

/**
 * Gives what starts to tell what of the clock, of chance, the environment, the disk, the network and the machine is read. The calls
 * of packages are not told: they are the same as long as their versions are. `clockShiftMs` sets the clock to another time, so that
 * what shows it in a roundabout way differs.
 */
export function watchHiddenInputs(toolRoot: string): (options?: { clockShiftMs?: number }) => Watching {
  const realRoot = realpathSync(toolRoot)
  sourceStack(new Error()) // reads the map of the bundle before reads are watched
  return ({ clockShiftMs = 0 } = {}) => {
    const reads: HiddenRead[] = []
    const tell: Tell = (what) => {
      const place = callerIn(realRoot)
      const isKnown = reads.some((read) => read.what === what && read.file === place?.file && read.line === place.line)
      if (place && !isKnown) reads.push({ what, ...place })
    }
    const restore = worldOf(tell, clockShiftMs).map(replace)
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

/** Puts something in the place of a property; gives what puts the old one back. */
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

/** What stands between a read and who reads. The last is the bundle's own part, which no source map names. */
const ownFiles = ['/renderer/verify/watch-hidden-inputs.ts', '/renderer/verify/hidden-world.ts', '/main.cjs']

/** The line that called; nothing when Node itself did, or a package. */
function callerIn(root: string): { file: string; line: number } | undefined {
  for (const frame of sourceStack(new Error()).split('\n').slice(1)) {
    const [, url, line] = /(?:^\s*at |\()((?:file:\/\/)?\/.*?|node:.*?):(\d+):\d+\)?$/.exec(frame) ?? []
    if (!url) continue
    if (url.startsWith('node:')) return undefined
    const path = url.startsWith('file:') ? fileURLToPath(url) : url
    if (ownFiles.some((name) => path.endsWith(name))) continue
    const inside = relative(root, path) // the tool itself may be installed below a `node_modules`
    const file = inside.startsWith('..') ? path : inside
    return /(^|\/)node_modules\//.test(file) ? undefined : { file, line: Number(line) }
  }
  return undefined
}
