import type { Href, ImageUse, LanguageLink, Picture, Reader, SiteFacts } from '#blocks/_shared/reader.ts'
import type { Where } from '#content/finding.ts'
import type { Image } from '#content/schema.ts'
import { addressKey } from './address.ts'
import { longDate } from './long-date.ts'
import { markMenu, type ResolvedMenuEntry, resolveMenu } from './menu.ts'
import { editorsIdPrefix, sanitizeRichText } from './page/rich-text.ts'
import type { MarkupParts } from './page/rich-text-parts.tsx'
import type { Route } from './plan-routes.ts'
import { languageTag } from './settings.ts'
import type { Site } from './site.ts'

/** Makes the reader of a page: everything its components may know, nothing else. */
export type ReadPage = (route: Route) => Reader

/**
 * Readers over one site. What is equal for the pages of a locale (facts, menus, markup they share) is made once. `parts`
 * renders the parts of rich text that are ours.
 */
export function createPageReaders(site: Site, parts: MarkupParts): ReadPage {
  const facts = once((locale) => factsOf(site, locale))
  const menus = once((key): ResolvedMenuEntry[] => {
    const [locale = '', group = ''] = key.split(' ')
    return resolveMenu(site.menu(locale, group), site, locale, (url) => resolveLink(url, site, { locale }))
  })
  const shared = new Map<string, string>()
  return (route) => createPageReader({ site, route, parts, shared, facts: facts(route.locale), menus })
}

/** Remembers what `make` gave for each key. */
function once<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

type PageReaderParts = {
  site: Site
  route: Route
  parts: MarkupParts
  shared: Map<string, string>
  facts: SiteFacts
  menus: (key: string) => ResolvedMenuEntry[]
}

function createPageReader({ site, route, parts, shared, facts, menus }: PageReaderParts): Reader {
  const { locale } = route
  const where = { locale, path: route.href }
  const text = site.translateTo(locale)
  const link = (url: string | undefined): Href | undefined => resolveLink(url, site, where)
  const picture = (image: Image | undefined, use: ImageUse, alt?: string): Picture | undefined => {
    if (!image) return undefined
    const file = site.pictures.get(image.url, use)
    const size = file ?? { width: image.width ?? 1200, height: image.height ?? 800 }
    return { ...size, alt: alt ?? image.alt ?? '' }
  }
  const pathKey = addressKey(route.path)

  return {
    locale,
    defaultLocale: site.family.defaultLocale,
    path: route.href,
    site: facts,
    ...paginationOf(route),
    text,
    date: (iso) => dateOf(iso, locale, site, where),
    html: (html) =>
      sanitizeRichText(html, {
        link,
        picture: ({ url, alt }) => parts.picture(picture({ url, alt } as Image, 'text')),
        video: ({ url, title }) => parts.video(url as Href, title || text('block.video')),
        videoHosts: site.settings.videoHosts,
      }),
    link,
    page: (role) => site.roleHref(locale, role),
    picture,
    socialCard: (title) => {
      const card = site.pictures.card?.(title)
      return card && { ...card, alt: title }
    },
    asset: (name) => {
      const address = site.assets.get(name)
      if (address === undefined) throw new Error(`The bundle has no file "${name}".`)
      return address
    },
    menu: (group) => markMenu(menus(`${locale} ${group}`), pathKey, locale),
    shared: (key, make) => {
      const own = `${locale} ${key}`
      const markup = shared.get(own) ?? parts.render(make())
      shared.set(own, markup)
      return markup
    },
    languages: () => languageLinks(site, route),
    posts: () => site.posts(locale),
    services: () => site.services(locale),
    jobOffers: () => site.jobOffers(locale),
    contactPeople: () => site.contents.get(locale)?.collections.contact_people ?? [],
  }
}

function factsOf({ settings }: Site, locale: string): SiteFacts {
  const { social, designCredit, contact } = settings
  const names = ['facebook', 'linkedin', 'youtube'] as const
  return {
    brand: settings.brand.name,
    origin: settings.families.find(({ locales }) => locales.includes(locale))?.origin ?? '',
    social: names.flatMap((name) => (social[name] ? [{ name, href: social[name] as Href }] : [])),
    apiBase: settings.apiBase,
    files: settings.files,
    consent: settings.consent,
    mapEmbed: settings.mapEmbed,
    ...(settings.tagManagerId && { tagManager: { id: settings.tagManagerId, origin: settings.tagManagerOrigin } }),
    ...(settings.recaptchaSiteKey && {
      recaptcha: {
        siteKey: settings.recaptchaSiteKey,
        origin: settings.recaptchaOrigin,
        consent: settings.recaptchaConsent,
      },
    }),
    ...(settings.applicationUrl && { applicationUrl: settings.applicationUrl as Href }),
    ...(designCredit && { designCredit: { name: designCredit.name, href: designCredit.url as Href } }),
    ...(contact.phone[locale] && { phone: contact.phone[locale] }),
    ...(contact.email[locale] && { email: contact.email[locale] }),
  }
}

function paginationOf({ page, pageHrefs, href }: Route): Pick<Reader, 'pagination'> {
  if (!pageHrefs) return {}
  return { pagination: { page, pages: pageHrefs.length, hrefOf: (wanted) => pageHrefs[wanted - 1] ?? href } }
}

function dateOf(
  iso: string | undefined,
  locale: string,
  site: Site,
  where: { locale: string; path: string },
): ReturnType<Reader['date']> {
  if (iso === undefined) return undefined
  const date = longDate(iso, { locale: languageTag(locale, site.settings), timeZone: site.settings.timeZone })
  if (date) return date
  site.findings.warn({
    code: 'date-invalid',
    message: `"${iso}" on the page "${where.path}" is no date; it is left out.`,
    where,
    hint: 'Write dates as 2026-10-28 or 2026-10-28T08:00:00+01:00 at the service.',
  })
  return undefined
}

/** An address written by an editor, made safe for `href`; an internal one is checked to lead somewhere, and spelt as its page is. */
function resolveLink(address: string | undefined, site: Site, where: Where): Href | undefined {
  const written = address?.trim()
  if (!written) return undefined
  const { findings } = site
  const { origin } = site.family
  const speaker = where.path === undefined ? `A menu of "${where.locale}"` : `The page "${where.path}"`
  const url = URL.parse(written, `${origin}/`)
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) {
    findings.warn({
      code: 'link-unsafe',
      message: `${speaker} links to "${written}", which is not a web, mail or phone address; the link is left out.`,
      where: { ...where, url: written },
      hint: 'Write the address with https://, mailto: or tel:, or as a path from "/".',
    })
    return undefined
  }
  if (url.origin !== origin) return url.href as Href
  const hash = url.hash && `#${editorsIdPrefix}${url.hash.slice(1)}`
  if (written.startsWith('#')) return (hash || undefined) as Href | undefined
  // Two slashes at the start of an `href` would name a host.
  const path = url.pathname.replace(/^\/{2,}/, '/')
  if (!site.isKnownPath(path) && !isOfUnbuiltLocale(path, site)) {
    findings.warn({
      code: 'link-dead',
      message: `${speaker} links to "${written}", but no page has that address.`,
      where: { ...where, url: written },
      hint: 'Correct the link at the service, or add a redirect.',
    })
  }
  return `${site.routeAt(origin, path)?.href ?? path}${url.search}${hash}` as Href
}

/** True for a path below the prefix of a locale of the family that this build leaves out. */
function isOfUnbuiltLocale(path: string, { family, contents }: Site): boolean {
  const prefix = path.split('/')[1] ?? ''
  const locale = family.locales.includes(prefix) && prefix !== family.defaultLocale ? prefix : family.defaultLocale
  return !contents.has(locale)
}

const languageNames = new Map<string, string>()

/** The language's own name with a capital letter: "Polski", "Français". */
function languageName(locale: string): string {
  const known = languageNames.get(locale)
  if (known) return known
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  const capital = name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  languageNames.set(locale, capital)
  return capital
}

/** Every locale that has pages, those of other domain families by absolute address; from an error page to the homes. */
function languageLinks(site: Site, route: Route): LanguageLink[] {
  const translations = route.source.kind === 'error' ? new Map<string, Route>() : site.translationsOf(route)
  return site.settings.families.flatMap(({ locales }) =>
    locales.flatMap((locale) => {
      const same = translations.get(locale)
      const target = same ?? site.homes.get(locale)
      if (!target) return []
      const href = (target.origin === route.origin ? target.href : `${target.origin}${target.href}`) as Href
      return [
        {
          locale,
          name: languageName(locale),
          href,
          isCurrent: locale === route.locale,
          isSamePage: same !== undefined,
        },
      ]
    }),
  )
}
