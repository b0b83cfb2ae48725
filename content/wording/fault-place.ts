import { relative } from 'node:path'

/**
 * The first line of sources outside of packages that an error passed, as in `"blocks/quote/quote.tsx", line 5`; nothing without one.
 * Files in the folder `but` do not count.
 */
export function faultPlace(error: unknown, { but }: { but?: string } = {}): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  for (const [, file = '', line] of stack.matchAll(/(?:\(|at )(?:file:\/\/)?(\/[^()\n]+):(\d+):\d+\)?$/gm))
    if (/\.tsx?$/.test(file) && !file.includes('/node_modules/') && !(but && file.startsWith(`${but}/`)))
      return `"${relative(process.cwd(), file)}", line ${line}`
  return undefined
}
