import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { memoize } from '#content/memoize.ts'

const placeInFile = /(?<=\(|at )(?:file:\/\/)?(\/[^()\n]+):(\d+):(\d+)(?=\)?$)/gm

/**
 * The first line in the stack of an error that is not in a package, such as `"blocks/quote/quote.tsx", line 5`;
 * `undefined` if there is none. Files in the folder `but` are skipped.
 */
export function faultPlace(error: unknown, { but }: { but?: string } = {}): string | undefined {
  for (const [, file = '', line] of sourceStack(error).matchAll(placeInFile))
    if (/\.tsx?$/.test(file) && !file.includes('/node_modules/') && !(but && file.startsWith(`${but}/`)))
      return `"${relative(process.cwd(), file)}", line ${line}`
  return undefined
}

/**
 * The stack of an error, with lines of the sources instead of lines of a bundle; empty if the value is not an error.
 */
export function sourceStack(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.replaceAll(placeInFile, (place, file: string, line: string, column: string) => {
    const source = mapBeside(file)?.findOrigin(Number(line), Number(column))
    if (!source || !('fileName' in source)) return place
    return `${resolve(dirname(file), source.fileName)}:${source.lineNumber}:${source.columnNumber}`
  })
}

const maps = new Map<string, SourceMap | undefined>()
/** Source maps, as JSON, of bundles that were never written, by the name of the bundle. */
const unwrittenMaps = new Map<string, string>()

/** Keeps the map of a bundle that was never written. It is read only if something fails. */
export function keepSourceMap(bundle: string, map: string): void {
  unwrittenMaps.set(bundle, map)
  maps.delete(bundle)
}

/** Read here instead of by Node, which would read the map at every start, even if nothing fails. */
const mapBeside = memoize(readMap, maps)

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(unwrittenMaps.get(file) ?? readFileSync(`${file}.map`, 'utf8')))
  } catch {
    return undefined // the map is missing or damaged, so the place in the bundle is reported
  }
}
