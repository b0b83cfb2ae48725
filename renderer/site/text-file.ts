import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isWritten, languageOf, readOwnTexts, writtenText } from '#locales/translator.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/**
 * Names the file that holds an interface text: the tool's file, or `texts/en.json` if the
 * site has the text or the tool lacks the language.
 */
export type TextFile = (locale: string, key: string) => string

/** Whether the tool has texts in the language of a locale. */
export function hasTexts(locale: string): boolean {
  return existsSync(join(toolRoot, 'locales', `${languageOf(locale)}.json`))
}

/** Reads the site's own texts. */
export function openTextFile(siteRoot: string, locales: string[]): TextFile {
  const own = readOwnTexts(locales, siteRoot)
  const folder = siteRoot === toolRoot ? 'locales' : 'site/locales'
  const ofTool = new Set(locales.filter(hasTexts))
  return (locale, key) => {
    const isOwn = isWritten(writtenText(own, locale, locale, key), key)
    return isOwn || !ofTool.has(locale) ? `texts/${locale}.json` : `${folder}/${languageOf(locale)}.json`
  }
}
