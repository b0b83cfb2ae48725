import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { UsageError } from '#content/finding.ts'

/**
 * Reads a handwritten JSON file. Throws a `UsageError` that calls the file `name` and gives the place of the mistake.
 */
export async function readHandwrittenJson(
  file: string,
  { name = file, hint }: { name?: string; hint: string },
): Promise<unknown> {
  try {
    // Editors on Windows begin files with a byte order mark.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (cause) {
    const place = cause instanceof SyntaxError ? await syntaxPlace(file, 'json') : undefined
    const what = place ? `is not valid JSON: ${place}` : 'cannot be read'
    throw new UsageError(`"${name}" ${what}.`, { hint, ...(!place && { cause }) })
  }
}

/**
 * Throws a `UsageError` for a handwritten file in another encoding than UTF-8, as some editors on Windows save it. Its
 * letters would be published as `\ufffd`.
 */
export function requireUtf8(file: string, name = file): void {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    return // it does not exist, or whoever uses the file reports that it cannot be read
  }
  if (isUtf8(bytes)) return
  const lines = bytes.toString('latin1').split('\n')
  const line = 1 + lines.findIndex((one) => !isUtf8(Buffer.from(one, 'latin1')))
  throw new UsageError(`"${name}" is not in UTF-8, at line ${line}.`, {
    hint: 'Save the file in UTF-8 with your editor. Nothing in it was used.',
  })
}

/** The syntax error of a file, with line and column from 1. Undefined if there is none. */
export async function syntaxPlace(file: string, loader: 'json' | 'ts'): Promise<string | undefined> {
  const { transform } = await import('esbuild') // takes a while, and is needed only after a mistake
  const errors = await transform(readFileSync(file, 'utf8'), { loader, logLevel: 'silent' }).then(
    () => [],
    (failure: { errors?: { text: string; location: { line: number; column: number } | null }[] }) =>
      failure.errors ?? [],
  )
  const [first] = errors
  if (!first?.location) return first?.text
  return `${first.text}, at line ${first.location.line}, column ${first.location.column + 1}`
}
