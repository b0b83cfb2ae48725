import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasTexts } from '#renderer/site/text-file.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/**
 * Returns the first `texts/LOCALE.json` of a site. It is empty for a language of the tool. For any other language it
 * holds the English texts, to be translated.
 */
export function textsFor(locale: string): string {
  return hasTexts(locale) ? '{}\n' : readFileSync(join(toolRoot, 'locales/en.json'), 'utf8')
}
