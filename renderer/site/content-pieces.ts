import { deserialize, serialize } from 'node:v8'
import { lazyFields } from './lazy-fields.ts'
import { type LocaleData, localeFields, type SiteData } from './site.ts'

/** Serialises the content of a site, each locale by itself. */
export function packContents(contents: SiteData['contents']): Map<string, Buffer> {
  return new Map([...contents].map(([locale, content]) => [locale, serialize(content)]))
}

/**
 * Reads the output of `packContents`. A locale is read when it is first needed, because
 * most pages need nothing from other locales.
 */
export function readContents(locales: Iterable<string>, pieceOf: (locale: string) => Uint8Array): SiteData['contents'] {
  const contentOf = (locale: string): LocaleData =>
    lazyFields(localeFields, () => deserialize(pieceOf(locale)) as LocaleData) // as `packContents` wrote it
  return new Map(Array.from(locales, (locale) => [locale, contentOf(locale)]))
}
