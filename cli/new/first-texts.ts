import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolRoot } from '#renderer/tool-root.ts'

/**
 * Returns the first `texts/LOCALE.json` of a site. It is empty for a language of the tool. For any other language it
 * holds the English texts, to be translated.
 */
export function textsFor(locale: string): string {
  return hasTexts(locale) ? '{}\n' : readFileSync(join(toolRoot, 'locales/en.json'), 'utf8')
}

/** Whether the tool has texts in the language of a locale. */
export function hasTexts(locale: string): boolean {
  return existsSync(join(toolRoot, 'locales', `${locale.slice(0, 2)}.json`))
}
