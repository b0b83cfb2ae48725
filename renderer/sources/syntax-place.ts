import { readFileSync } from 'node:fs'

/** What is wrong with the syntax of a file, with line and column from 1; nothing where nothing is. */
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
