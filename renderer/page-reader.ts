import type { Href, LanguageLink, MenuEntry, Picture, Reader, SiteFacts } from '#blocks/_shared/reader.ts'
import type { Findings } from '#content/finding.ts'
import type { Image, MenuItem } from '#content/schema.ts'
import { addressKey, localePath } from './address.ts'
import { sanitizeRichText } from './page/rich-text.ts'
import type { MarkupParts } from './page/rich-text-parts.tsx'
import type { Route } from './plan-routes.ts'
import { languageTag } from './settings.ts'
import type { Site } from './site.ts'

export type PageReaderOptions = {
  site: Site
  route: Route
  /** Renders the parts of rich text that are ours. */
  parts: MarkupParts
}

/** The reader of one page: everything its components may know, nothing else. */
export function createPageReader({ site, route, parts }: PageReaderOptions): Reader {
  const { locale } = route
  const { findings } = site
  const where = { locale, path: route.href }
  const text = site.translateTo(locale)
  const link = (url: string | undefined): Href | undefined => resolveLink(url, site, where, findings)
  const picture = (image: Image | undefined, alt?: string): Picture | undefined => {
    if (!image) return undefined
    const file = site.pictures.get(image.url)
    const size = file ?? { width: image.width ?? 1200, height: image.height ?? 800 }
    return { ...size, alt: alt ?? image.alt ?? '' }
  }
  const pathKey = addressKey(route.path)

  return {
    locale,
    defaultLocale: site.family.defaultLocale,
    path: route.href,
    site: factsOf(site, locale),
    ...paginationOf(route),
    text,
    date: (iso) => longDate(iso, locale, site, where),
    html: (html) =>
      sanitizeRichText(html, {
        link,
        picture: ({ url, alt }) => parts.picture(picture({ url, alt } as Image)),
        video: ({ url, title }) => parts.video(url as Href, title || text('block.video')),
        videoHosts: site.settings.videoHosts,
      }),
    link,
    page: (role) => site.roleHref(locale, role),
    picture: (image, _use, alt) => picture(image, alt),
    asset: (name) => {
      const address = site.assets.get(name)
      if (address === undefined) throw new Error(`The bundle has no file "${name}".`)
      return address
    },
    menu: (group) => site.menu(locale, group).map((item) => menuEntry(item, { site, locale, link, pathKey })),
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

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function longDate(
  iso: string | undefined,
  locale: string,
  site: Site,
  where: { locale: string; path: string },
): ReturnType<Reader['date']> {
  if (iso === undefined) return undefined
  const time = Date.parse(iso)
  if (Number.isNaN(time)) {
    site.findings.warn({
      code: 'date-invalid',
      message: `"${iso}" on the page "${where.path}" is no date; it is left out.`,
      where,
      hint: 'Write dates as 2026-10-28 or 2026-10-28T08:00:00+01:00 at the service.',
    })
    return undefined
  }
  const { timeZone } = site.settings
  const tag = languageTag(locale, site.settings)
  const key = `${tag} ${timeZone}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone })
  dateFormats.set(key, format)
  return { iso, text: format.format(time) }
}

/** An address written by an editor, made safe for `href`; internal ones are checked to lead somewhere. */
function resolveLink(
  address: string | undefined,
  site: Site,
  where: { locale: string; path: string },
  findings: Findings,
): Href | undefined {
  const written = address?.trim()
  if (!written) return undefined
  const { origin } = site.family
  const url = URL.parse(written, `${origin}/`)
  if (!url || !['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) {
    findings.warn({
      code: 'link-unsafe',
      message: `The page "${where.path}" links to "${written}", which is not a web, mail or phone address; the link is left out.`,
      where: { ...where, url: written },
      hint: 'Write the address with https://, mailto: or tel:, or as a path from "/".',
    })
    return undefined
  }
  if (url.origin !== origin) return url.href as Href
  if (!site.isKnownPath(url.pathname) && !isOfUnbuiltLocale(url.pathname, site)) {
    findings.warn({
      code: 'link-dead',
      message: `The page "${where.path}" links to "${written}", but no page has that address.`,
      where: { ...where, url: written },
      hint: 'Correct the link at the service, or add a redirect.',
    })
  }
  return (written.startsWith('#') ? url.hash : `${url.pathname}${url.search}${url.hash}`) as Href
}

/** True for a path below the prefix of a locale of the family that this build leaves out. */
function isOfUnbuiltLocale(path: string, { family, contents }: Site): boolean {
  const prefix = path.split('/')[1] ?? ''
  const locale = family.locales.includes(prefix) && prefix !== family.defaultLocale ? prefix : family.defaultLocale
  return !contents.has(locale)
}

type MenuContext = { site: Site; locale: string; link: Reader['link']; pathKey: string }

function menuEntry(item: MenuItem, context: MenuContext): MenuEntry {
  const { locale, link, pathKey } = context
  const children = item.children.map((child) => menuEntry(child, context))
  const href = item.url ? link(item.url) : item.slug ? slugLink(item.slug, context) : categoryHref(item, context)
  const key = href?.startsWith('/') ? addressKey(href) : undefined
  const isCurrent = key === pathKey
  const isAncestor = key !== undefined && key !== '/' && key !== `/${locale}` && pathKey.startsWith(`${key}/`)
  return {
    id: item.id,
    name: item.name,
    isCurrent,
    isActive: isCurrent || isAncestor || children.some(({ isActive }) => isActive),
    children,
    ...(href && { href }),
    ...(item.target && { target: item.target }),
    ...(item.description && { description: item.description }),
    ...(item.headline && { headline: item.headline }),
    ...(item.cssClass && { cssClass: item.cssClass }),
  }
}

/** A slug without prefix becomes a path of the locale; one without a page is reported like any dead link. */
function slugLink(slug: string, { site, locale, link }: MenuContext): Href | undefined {
  return site.slugHref(locale, slug) ?? link(localePath(slug, locale, site.family.defaultLocale))
}

function categoryHref(item: MenuItem, { site, locale }: MenuContext): Href | undefined {
  return item.type === 'Category' && item.typeReferenceId ? site.categoryHref(locale, item.typeReferenceId) : undefined
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

/** Every locale that has pages, those of other domain families by absolute address. */
function languageLinks(site: Site, route: Route): LanguageLink[] {
  const translations = site.translationsOf(route)
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
