import { languageOf, readTexts, type Texts, type Translate, translatorOf } from '#locales/translator.ts'
import { fileLimits } from './check-upload.ts'

const languages = ['en', 'pl', 'de', 'fr', 'es']
let texts: Texts | undefined // read when the first form is answered

/**
 * The texts of the service about a form, in the words of the site's own pages. English if the language of the locale is
 * not supported.
 */
export function formTexts(locale: string): Translate {
  texts ??= readTexts(languages)
  const language = languageOf(locale)
  return translatorOf(texts, 'en')(languages.includes(language) ? language : 'en')
}

/** The text for a problem with a field, by the keys of `hydrate/forms/fields/check-field.ts`. */
export function formMessage(locale: string, key: string): string {
  const { maxCount, maxBytes } = fileLimits
  return formTexts(locale)(key, { count: maxCount, size: maxBytes / 1024 / 1024 })
}

/** The label of a field, or its path if it has no label. */
export function fieldLabel(propertyPath: string, locale: string): string {
  const name = propertyPath.replace(/\[.*$/, '')
  const key = name === 'consents' ? 'form.consent' : `field.${name}`
  const label = formTexts(locale)(key)
  return label === key ? propertyPath : label
}
