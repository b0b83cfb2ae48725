import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'

/**
 * The first line of sources outside of packages that an error passed, as in `"blocks/quote/quote.tsx", line 5`; nothing without one.
 * Files in the folder `but` do not count.
 */
export function faultPlace(error: unknown, { but }: { but?: string } = {}): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const sourceOf = bundledSources()
  for (const [, at = '', line, column] of stack.matchAll(/(?:\(|at )(?:file:\/\/)?(\/[^()\n]+):(\d+):(\d+)\)?$/gm)) {
    const place = { file: at, line: Number(line), column: Number(column) }
    const { file, line: lineOfSource } = sourceOf(place) ?? place
    if (/\.tsx?$/.test(file) && !file.includes('/node_modules/') && !(but && file.startsWith(`${but}/`)))
      return `"${relative(process.cwd(), file)}", line ${lineOfSource}`
  }
  return undefined
}

type Place = { file: string; line: number; column: number }

/** Finds the source of a place in a bundle by the map beside it, as `site render` and threads run without source maps. */
function bundledSources(): (place: Place) => Omit<Place, 'column'> | undefined {
  const maps = new Map<string, SourceMap | undefined>()
  return ({ file, line, column }) => {
    if (!maps.has(file)) maps.set(file, mapOf(file))
    const origin = maps.get(file)?.findOrigin(line, column)
    if (!origin || !('fileName' in origin)) return undefined
    return { file: resolve(dirname(file), origin.fileName), line: origin.lineNumber }
  }
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return file.endsWith('.cjs') ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : undefined
  } catch {
    return undefined // removed meanwhile, or damaged: the fault is told without its place
  }
}
