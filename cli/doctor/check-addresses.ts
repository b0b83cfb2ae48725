import { type Finding, Findings } from '#content/finding.ts'
import type { MenuItem } from '#content/schema.ts'
import { count } from '#content/wording/count.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { addressKey, localePath } from '#renderer/plan/address.ts'
import { planSite, type SitePlan } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import { isIndexable } from '#renderer/site/across-locales.ts'
import { linkProtocols } from '#renderer/site/resolve-link.ts'
import type { ExaminedLocale } from './examine-locale.ts'
import { note, type Remark, type Row, remarkOf, warnIn } from './remark.ts'
import type { Visit } from './visit.ts'

/** The addresses of a site of which some documents were read. `areSure` where what is not among them is nowhere. */
export type CheckedAddresses = { plan: SitePlan; areSure: boolean }

/** Plans the addresses as a build does, and holds slugs, menus, translations, redirects, settings and the search against them. */
export function checkAddresses(examined: ExaminedLocale[], visit: Visit): CheckedAddresses {
  const { own, rows } = visit
  const findings = new Findings()
  const contents = new Map(examined.map(({ content }) => [content.locale, content]))
  const listings = new Map(examined.map(({ content, listed }) => [content.locale, listed.map((slug) => ({ slug }))]))
  const plan = planSite({ job: visit, content: { contents, listings }, ...own, findings, isSample: true })
  const routes = plan.planned
  rows.of('settings').found = `${visit.family.id} (${visit.locales.join(', ')})`
  rows.of('redirects.json').found = count(own.redirects.length, 'redirect')
  for (const finding of findings.errors) note(rowOf(finding, visit), remarkOf(finding, true))
  for (const finding of findings.warnings) note(rowOf(finding, visit), remarkOf(finding, false))
  const sound = examined.filter(({ content }) => content.nodes.length > 0 && !hasGaps(visit, content.locale))
  const plain = sound.filter((one) => areSlugsPlain(one, routes, visit))
  for (const one of plain) {
    const byKey = new Map(
      routes.filter(({ locale }) => locale === one.content.locale).map((at) => [addressKey(at.path), at]),
    )
    checkMenus(one, byKey, visit)
    checkListing(one, byKey, visit)
  }
  checkTranslations(sound, routes, visit)
  return { plan, areSure: plain.length === examined.length }
}

/** Where what planning finds is to be mended. */
function rowOf({ code, where }: Finding, { rows }: Visit): Row {
  if (code.startsWith('redirect-')) return rows.of('redirects.json')
  if (code === 'setting-dead') return rows.of('settings')
  return rows.of('/sitemap_nodes', where?.locale)
}

/** What only follows from an error, or from a list that lacks members, is not told. */
function hasGaps({ rows }: Visit, locale: string): boolean {
  const isGap = ({ code, isError }: Remark): boolean => isError || code === 'collection-count'
  return rows.all.some((row) => row.locale === locale && row.endpoint !== '/search' && row.remarks.some(isGap))
}

/** Notes slugs that carry what a build adds to them: the prefix of the locale, or encoding. */
function areSlugsPlain({ content: { locale, nodes } }: ExaminedLocale, routes: Route[], visit: Visit): boolean {
  const warn = warnIn(visit.rows.of('/sitemap_nodes', locale))
  const prefixed = nodes.filter(({ slug }) => slug === `/${locale}` || slug.startsWith(`/${locale}/`))
  const slugs = routes.filter((route) => route.locale === locale && route.page === 1).map(({ slug }) => slug)
  const encoded = slugs.find(isEncoded)
  const [first] = prefixed
  const arePrefixed = first !== undefined && prefixed.length > 1 && prefixed.length > nodes.length / 2
  if (arePrefixed)
    warn(
      'slug-prefixed',
      `${prefixed.length} of ${nodes.length} slugs (${locale}) begin with the prefix of the locale, "${first.slug}" first: their pages would be below "${localePath(`/${locale}`, locale, visit.family.defaultLocale)}".`,
      'Answer slugs without the prefix of their locale; a build puts it before them.',
    )
  if (encoded !== undefined)
    warn(
      'slug-encoded',
      `The slug "${encoded}" (${locale}) is percent-encoded; a build encodes it once more.`,
      `Answer slugs decoded, as in "${decodeURIComponent(encoded)}".`,
    )
  return !arePrefixed && encoded === undefined
}

/** True where the bytes of letters beyond ASCII are written out, which nobody means. */
function isEncoded(slug: string): boolean {
  try {
    return /%[89a-f][0-9a-f]/i.test(slug) && decodeURIComponent(slug) !== slug
  } catch {
    return false
  }
}

type ByKey = ReadonlyMap<string, Route>

function checkMenus({ content: { locale, menus } }: ExaminedLocale, byKey: ByKey, visit: Visit): void {
  const warn = warnIn(visit.rows.of('/menus', locale))
  const keyOf = (slug: string): string => addressKey(localePath(slug, locale, visit.family.defaultLocale))
  const categories = new Set([...byKey.values()].flatMap(({ memberId }) => memberId ?? []))
  for (const { slug, url, name, type, typeReferenceId } of menus.flatMap(withInner)) {
    if (url && !linkProtocols.includes(URL.parse(url.trim(), visit.family.origin)?.protocol ?? ''))
      warn(
        'link-unsafe',
        `The menu item "${name}" (${locale}) leads to "${url}", which is not a web, mail or phone address.`,
        'Write the address with https://, mailto: or tel:, or as a path from "/".',
      )
    if (type === 'Category' && !url && !slug && !categories.has(typeReferenceId ?? ''))
      warn(
        'menu-category',
        `The menu item "${name}" (${locale}) names the category ${quoteValue(typeReferenceId)}, but no page shows it.`,
        'Correct "typeReferenceId" of the item, or give it a "slug" or "url".',
      )
    if (!slug || url || !slug.startsWith('/') || byKey.has(keyOf(slug.replace(/[?#].*/, '')))) continue
    warn(
      'link-dead',
      `The menu item "${name}" (${locale}) names the slug "${slug}", but no page has it.`,
      'Name the slug of a node, or leave the item out; a redirect in redirects.json leads on as well.',
    )
  }
}

function withInner(item: MenuItem): MenuItem[] {
  return [item, ...item.children.flatMap(withInner)]
}

/** Holds the list of the search against the pages, where it can be trusted. Of documents that no sample holds nobody knows whether they may be indexed. */
function checkListing({ content: { locale }, listed }: ExaminedLocale, byKey: ByKey, visit: Visit): void {
  const row = visit.rows.of('/search', locale)
  if (listed.length === 0 || row.remarks.length > 0) return
  const warn = warnIn(row, `GET /search (${locale})`)
  const keys = new Map(listed.map((slug) => [addressKey(localePath(slug, locale, visit.family.defaultLocale)), slug]))
  const unrendered = [...keys].filter(([key]) => {
    const route = byKey.get(key)
    return !route || !isIndexable(route)
  })
  const isKnown = ({ source, facts }: Route): boolean => source.kind !== 'document' || facts !== undefined
  const unlisted = [...byKey].filter(
    ([key, route]) => !keys.has(key) && isKnown(route) && isIndexable(route) && route.page === 1 && !route.canonical,
  )
  if (unrendered.length > 0)
    warn(
      'sitemap-unrendered',
      `lists ${count(unrendered.length, 'address')} at which no page is that may be indexed, "${unrendered[0]?.[1]}" first.`,
      'List for an empty phrase what search engines may index, by slugs without the prefix of the locale: no search, no login, nothing that is not published.',
    )
  if (unlisted.length > 0)
    warn(
      'sitemap-unlisted',
      `leaves out ${count(unlisted.length, 'page')} that may be indexed, "${unlisted[0]?.[1].slug}" first.`,
      'List every document for an empty phrase, or set noindex on the page.',
    )
}

const leastPages = 3

/** Notes a locale of which no page is paired with one of the default locale. */
function checkTranslations(examined: ExaminedLocale[], routes: Route[], visit: Visit): void {
  const { defaultLocale } = visit.family
  const pairings = (locale: string): Set<string> =>
    new Set(
      routes.flatMap((route) =>
        route.locale === locale && route.source.kind === 'document' && route.source.collection === 'pages'
          ? [route.pairing]
          : [],
      ),
    )
  const ofDefault = pairings(defaultLocale)
  if (ofDefault.size < leastPages) return
  for (const { content } of examined) {
    const own = pairings(content.locale)
    if (own.size < leastPages || [...own].some((one) => ofDefault.has(one))) continue
    warnIn(visit.rows.of('/sitemap_nodes', content.locale))(
      'translations-unpaired',
      `No page of "${content.locale}" has the id of one of "${defaultLocale}", so that no page names its translation.`,
      'Answer the same "nodeReference" for a page in each locale; nodes of the same type, action and reference are translations of each other.',
    )
  }
}
