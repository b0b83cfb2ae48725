import type { Heading, Href, Picture, Reader, SiteFacts } from '#blocks/_shared/reader.ts'
import { fragmentOf } from '#blocks/_shared/rich-text/editors-ids.ts'
import { parseIsoDate } from '#content/iso-date.ts'
import type { Image } from '#content/schema.ts'
import { textOf } from '#hydrate/api/answer.ts'
import { isBlank } from '#hydrate/api/is-blank.ts'
import { parseUrl } from '#hydrate/api/parse-url.ts'
import type { HiddenProps } from './hidden-props.ts'
import type { Lists } from './read-lists.ts'

export type BrowserReaderParts = {
  props: HiddenProps
  lists: Lists
  /** Address of the page, the base of relative addresses. */
  base: string
  /** Sanitises editors' HTML. */
  clean: (html: string, reader: Reader, below?: Heading) => string
}

/** Returns the reader of a page that is made in the browser. It answers from data of the shell and the service. */
export function createBrowserReader({ props, lists, base, clean }: BrowserReaderParts): Reader {
  const { locale, defaultLocale, site, pages, assets, texts } = props
  /** Returns the keys of a text's forms in the order of i18next: the form for zero, that of the number, the key. */
  const formsOf = (key: string, { count }: Record<string, unknown>): string[] =>
    typeof count === 'number'
      ? [...(count === 0 ? [`${key}_zero`] : []), `${key}_${new Intl.PluralRules(locale).select(count)}`, key]
      : [key]
  const reader: Reader = {
    locale,
    defaultLocale,
    path: new URL(base).pathname as Href,
    site,
    text: (key, values = {}) =>
      (texts[formsOf(key, values).find((form) => texts[form]) ?? ''] ?? key).replace(
        /{{\s*(\w+)\s*}}/g,
        (whole, name: string) => String(values[name] ?? whole),
      ),
    ownTexts: () => ({}), // already among the texts
    date: (iso) => dateOf(iso, site.inBrowser),
    html: (html, below) => clean(html, reader, below),
    words: (text) => text,
    movesLong: () => false,
    link: (url) => linkOf(url, base),
    page: (role) => pages[role],
    picture: (image, _use, alt) => image && pictureOf(image, alt, { site, base }),
    socialCard: () => undefined,
    asset: (name) => assets[name] ?? '',
    menu: () => [],
    marks: () => undefined,
    languages: () => [],
    posts: (from, count) => membersOf(lists.posts, from, count),
    services: (from, count) => membersOf(lists.services, from, count),
    jobOffers: (from, count) => membersOf(lists.job_offers, from, count),
    contactPeople: () => lists.contact_people ?? [],
  }
  return reader
}

/** Returns some members of a collection. One without a title gets its slug as in builds, because links need a text. */
function membersOf<T extends { slug: string; title: string }>(list: T[] = [], from = 0, count = list.length): T[] {
  const wanted = list.slice(from, from + count)
  return wanted.map((one) => (isBlank(textOf(one.title)) ? { ...one, title: one.slug } : one))
}

function dateOf(
  iso: string | undefined,
  { languageTag, timeZone }: SiteFacts['inBrowser'],
): ReturnType<Reader['date']> {
  const date = typeof iso === 'string' ? parseIsoDate(iso) : undefined
  if (!date) return undefined
  const format = new Intl.DateTimeFormat(languageTag, {
    dateStyle: 'long',
    timeZone: date.hasOffset ? timeZone : 'UTC',
  })
  return { iso: date.iso, text: format.format(date.time) }
}

function linkOf(url: unknown, base: string): Href | undefined {
  const address = typeof url === 'string' && url.trim() ? parseUrl(url, base) : null
  if (!address || !/^(?:https?|mailto|tel):$/.test(address.protocol)) return undefined
  if (address.origin === new URL(base).origin) address.hash = fragmentOf(address)
  return address.href as Href
}

/**
 * Returns a picture from the site, the service or an origin of the settings. Any other picture has only its alt text,
 * or is `undefined` without one.
 */
function pictureOf(
  { url, alt: own, width, height }: Image,
  alt: string | undefined,
  { site, base }: { site: SiteFacts; base: string },
): Picture | undefined {
  const service = site.inBrowser.pictureBase ?? new URL(site.apiBase, base).origin
  const address = typeof url === 'string' ? parseUrl(url, service) : null
  const isKnown = address && [new URL(base).origin, service, ...site.inBrowser.pictureOrigins].includes(address.origin)
  const words = alt ?? (typeof own === 'string' ? own : '')
  if (!isKnown && !words) return undefined
  const size = { width: Number(width) || 1200, height: Number(height) || 800 }
  return { ...(isKnown && { src: address.href }), ...size, alt: words }
}
