import { readFileSync } from 'node:fs'
import { UsageError } from '#content/finding.ts'

/** The value of a JSON file that people write. Throws a `UsageError` that calls the file `name` and tells the place of what is wrong. */
export async function readWritten(
  file: string,
  { name = file, hint }: { name?: string; hint: string },
): Promise<unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) // editors of Windows put that mark first
  } catch (cause) {
    const place = cause instanceof SyntaxError ? await syntaxPlace(file, 'json') : undefined
    const what = place ? `is no JSON: ${place}` : 'cannot be read'
    throw new UsageError(`"${name}" ${what}.`, { hint, ...(!place && { cause }) })
  }
}

/** What is wrong with the syntax of a file, with line and column from 1. Undefined where nothing is wrong. */
export async function syntaxPlace(file: string, loader: 'json' | 'ts'): Promise<string | undefined> {
  const { transform } = await import('esbuild') // takes a while, and is asked for after a slip only
  const errors = await transform(readFileSync(file, 'utf8'), { loader, logLevel: 'silent' }).then(
    () => [],
    (failure: { errors?: { text: string; location: { line: number; column: number } | null }[] }) =>
      failure.errors ?? [],
  )
  const [first] = errors
  if (!first?.location) return first?.text
  return `${first.text}, at line ${first.location.line}, column ${first.location.column + 1}`
}
