import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { readRedirects } from '#publish/redirects.ts'
import type { Settings } from '#renderer/settings.ts'
import { syntaxPlace } from './syntax-place.ts'

/** Reads the files that a project writes by hand before anything else is done. Throws a `UsageError` that names the place in a file. */
export async function checkFiles(root: string, { families }: Settings): Promise<void> {
  for (const locale of families.flatMap(({ locales }) => locales)) {
    const file = join(root, 'locales', `${locale}.json`)
    if (existsSync(file)) checkTexts(await readJson(file), relative(process.cwd(), file))
  }
  const redirects = join(root, 'redirects.json')
  if (existsSync(redirects)) await readJson(redirects)
  await readRedirects(redirects)
}

async function readJson(file: string): Promise<unknown> {
  const name = relative(process.cwd(), file)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const place = cause instanceof SyntaxError ? await syntaxPlace(file, 'json') : undefined
    throw new UsageError(`"${name}" ${place ? `is no JSON: ${place}` : 'cannot be read'}.`, {
      hint: 'Correct it and run the command again; nothing was read or built.',
      ...(!place && { cause }),
    })
  }
}

/** Texts stand in areas, which may lie in each other. */
function checkTexts(tree: unknown, file: string, key = ''): void {
  if (typeof tree === 'string' && key !== '') return
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) {
    const what = key === '' ? 'The whole of it' : `"${key}"`
    throw new UsageError(
      `"${file}" is not valid: ${what} is ${JSON.stringify(tree)}, but a text or an object of texts is expected.`,
    )
  }
  for (const [name, part] of Object.entries(tree)) checkTexts(part, file, key ? `${key}.${name}` : name)
}
