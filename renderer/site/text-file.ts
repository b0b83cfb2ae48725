import { isWritten, languageOf, readOwnTexts, writtenText } from '#locales/translator.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Names the file that an interface text stands in: `texts/en.json` where the site has a text of its own, else that of the tool. */
export type TextFile = (locale: string, key: string) => string

/** Reads the texts of a site's own. */
export function openTextFile(siteRoot: string, locales: string[]): TextFile {
  const own = readOwnTexts(locales, siteRoot)
  const ofTool = siteRoot === toolRoot ? 'locales' : 'site/locales'
  return (locale, key) => {
    const isOwn = isWritten(writtenText(own, locale, locale, key), key)
    return isOwn ? `texts/${locale}.json` : `${ofTool}/${languageOf(locale)}.json`
  }
}
