import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance, type i18n } from 'i18next'

/** The interface texts of every locale, nested by area as in `locales/{locale}.json`. */
export type Texts = Record<string, TextTree>
type TextTree = { [key: string]: string | TextTree }

type Values = Record<string, string | number>
export type Translate = (key: string, values?: Values) => string

/** Returns the names of a locale's files: that of its language (`en` for `en-GB`), then its own, which overrides it. */
export function textFiles(locale: string): string[] {
  return [...new Set([languageOf(locale), locale])].map((name) => `${name}.json`)
}

export function languageOf(locale: string): string {
  return locale.split('-')[0] ?? locale
}

/** Reads the `textFiles` of each locale, overridden by `texts/{locale}.json` of a site. Files may be missing. */
export function readTexts(locales: string[], siteRoot?: string): Texts {
  const folder = new URL('../locales/', import.meta.url)
  const own = siteRoot === undefined ? {} : readOwnTexts(locales, siteRoot)
  const ofTool = (locale: string): TextTree[] => textFiles(locale).map((file) => readTree(new URL(file, folder)))
  return Object.fromEntries(locales.map((locale) => [locale, [...ofTool(locale), own[locale] ?? {}].reduce(overlay)]))
}

/** Reads only the texts in `texts/` of a site. */
export function readOwnTexts(locales: string[], siteRoot: string): Texts {
  return Object.fromEntries(locales.map((locale) => [locale, readTree(join(siteRoot, 'texts', `${locale}.json`))]))
}

function readTree(file: string | URL): TextTree {
  try {
    const json = readFileSync(file, 'utf8').replace(/^\uFEFF/, '') // Windows editors may add a byte order mark
    return JSON.parse(json, (_, value) => (value === '' ? undefined : value)) // not translated yet
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`The texts in "${file}" cannot be read.`, { cause })
  }
}

/** Returns the texts of both trees. Texts of `over` override those of `tree`. */
function overlay(tree: TextTree, over: TextTree): TextTree {
  const merged = { ...tree }
  for (const [key, own] of Object.entries(over)) {
    const before = merged[key]
    merged[key] = typeof own === 'object' && typeof before === 'object' ? overlay(before, own) : own
  }
  return merged
}

const maxKept = 20_000

const translators = new WeakMap<Texts, Map<string, (locale: string) => Translate>>()

/**
 * Returns functions that translate with i18next: to a text of the locale, else of the default locale, else to the key
 * itself (spec §1). The functions are made once for the same texts.
 */
export function translatorOf(texts: Texts, defaultLocale: string): (locale: string) => Translate {
  const known = translators.get(texts) ?? new Map<string, (locale: string) => Translate>()
  translators.set(texts, known)
  const translateTo = known.get(defaultLocale) ?? createTranslator(texts, defaultLocale)
  known.set(defaultLocale, translateTo)
  return translateTo
}

function createTranslator(texts: Texts, defaultLocale: string): (locale: string) => Translate {
  let opened: i18n | undefined
  const byI18next = (locale: string, key: string, values: Values | undefined): string => {
    opened ??= openTexts(texts, defaultLocale)
    // Texts may not include other texts, because a page only depends on the texts that it asks for.
    return opened.getFixedT(locale)(key, { ...values, nest: false })
  }
  const translateTo = (locale: string): Translate => {
    const translated = new Map<string, string>() // so that each text is only looked up once
    const kept = (asked: string, make: () => string): string => {
      const known = translated.get(asked)
      if (known !== undefined) return known
      const text = make()
      if (translated.size < maxKept) translated.set(asked, text)
      return text
    }
    const plain = (key: string, values?: Values) => plainText(texts[locale], key, values)
    return (key, values) => {
      if (!values) return kept(key, () => plain(key) ?? byI18next(locale, key, values))
      // Most values occur on one page only, and inserting them takes less time than caching the result.
      return plain(key, values) ?? kept(`${key} ${JSON.stringify(values)}`, () => byI18next(locale, key, values))
    }
  }
  const byLocale = new Map<string, Translate>()
  return (locale) => {
    const known = byLocale.get(locale) ?? translateTo(locale)
    byLocale.set(locale, known)
    return known
  }
}

function openTexts(texts: Texts, defaultLocale: string): i18n {
  const opened = createInstance()
  void opened.init({
    initAsync: false,
    load: 'currentOnly', // `readTexts` has merged the texts of the language
    fallbackLng: defaultLocale,
    resources: Object.fromEntries(Object.entries(texts).map(([locale, translation]) => [locale, { translation }])),
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  })
  return opened
}

/**
 * Returns a text without i18next, which is slow to start. `undefined` for texts that have several forms, or more than
 * plain `{{name}}` values.
 */
function plainText(texts: TextTree | undefined, key: string, values: Values = {}): string | undefined {
  const { [key]: found, ...forms } = formsOf(texts, key)
  if (typeof found !== 'string' || found === '' || 'context' in values) return undefined
  if ('count' in values && Object.keys(forms).length > 0) return undefined // the count selects a form
  let places = found.split('{{').length - 1
  const text = found.replaceAll(/{{(\w+)}}/g, (place, name) => {
    if (!Object.hasOwn(values, name)) return place
    places -= 1
    return String(values[name])
  })
  return places === 0 ? text : undefined
}

/** Returns the written forms of a text (plurals have several), and the default locale's if the locale lacks the key. */
export function writtenText(texts: Texts, defaultLocale: string, locale: string, key: string): object {
  const own = formsOf(texts[locale], key)
  return Object.hasOwn(own, key) ? own : { own, default: formsOf(texts[defaultLocale], key) }
}

/** Whether a result of `writtenText` has a text of the locale itself, in any form or in the form that the key names. */
export function isWritten(written: object, key: string): boolean {
  const own = 'own' in written && typeof written.own === 'object' ? written.own : written
  return Object.keys(own ?? {}).some((form) => form === key || withoutForm(form) === key)
}

/** Returns the key of a text without its plural form. Languages have different plural forms. */
export function withoutForm(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

/** Returns the written texts of an area by their full key, each from the first of `locales` that has it. */
export function areaTexts(
  texts: Texts,
  { area, locales }: { area: string; locales: string[] },
): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (part: string | TextTree, key: string): void => {
    if (typeof part !== 'string') for (const [name, inner] of Object.entries(part)) visit(inner, `${key}.${name}`)
    else if (part !== '') found[key] ??= part
  }
  for (const locale of locales) visit(texts[locale]?.[area] ?? {}, area)
  return found
}

function formsOf(tree: TextTree | undefined, key: string): Record<string, unknown> {
  const areas = key.split('.')
  const name = areas.pop() ?? ''
  let area: string | TextTree | undefined = tree
  for (const part of areas) area = typeof area === 'object' && Object.hasOwn(area, part) ? area[part] : undefined
  const found: Record<string, unknown> = {}
  if (typeof area !== 'object') return found
  const stem = `${name}_`
  for (const form in area) {
    if (form === name || form.startsWith(stem)) found[[...areas, form].join('.')] = area[form]
  }
  return found
}

/** Returns the sorted keys (with dots) of all texts that any locale has, but `locale` does not have in any form. */
export function missingKeys(texts: Texts, locale: string): string[] {
  const own = new Set(keysOf(texts[locale] ?? {}).map(withoutForm))
  const all = new Set(Object.values(texts).flatMap((tree) => keysOf(tree).map(withoutForm)))
  return [...all].filter((key) => !own.has(key)).sort()
}

function keysOf(tree: TextTree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  )
}
