import { hash } from 'node:crypto'
import type { Reading } from '#cli/doctor/audited-reads.ts'
import type { ExaminedLocale } from '#cli/doctor/examine-locale.ts'
import { type Remark, type Warn, warnIn } from '#cli/doctor/remark.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import { documentCollections } from '#content/crawl/locale-content.ts'
import { parseIsoDate } from '#content/iso-date.ts'
import { type CheckedAddresses, checkAddresses } from './check-addresses.ts'

/** Runs the checks that need the whole content: addresses, ids, order, and comparisons between locales. */
export async function checkContent(examined: ExaminedLocale[], visit: Visit): Promise<CheckedAddresses> {
  for (const locale of examined) checkCollections(locale, visit)
  const addresses = await checkAddresses(examined, visit)
  checkLocales(examined, visit)
  return addresses
}

function checkCollections({ content }: ExaminedLocale, { rows }: Visit): void {
  const { locale, collections } = content
  const warnOf = (name: string): Warn => warnIn(rows.of(`/${name}`, locale), `GET /${name} (${locale})`)
  for (const name of [...documentCollections, 'contact_people', 'product_categories'] as const) {
    const ids = collections[name].map(({ id }) => id)
    const twice = ids.find((id, index) => ids.indexOf(id) !== index)
    if (twice === undefined) continue
    warnOf(name)('id-twice', `lists the id ${twice} twice.`)
  }
  const dated = collections.posts.flatMap(({ slug, publicationDate }) => {
    const date = parseIsoDate(publicationDate)
    return date ? [{ slug, time: date.time }] : []
  })
  const late = dated.find(({ time }, at) => time > (dated[at - 1]?.time ?? Number.POSITIVE_INFINITY))
  if (late) warnOf('posts')('order-wrong', `lists "${late.slug}" after an older post.`)
}

/**
 * Notes locales that the service lacks although it has others, and locales for which it answers with the content of
 * another locale.
 */
function checkLocales(examined: ExaminedLocale[], { rows }: Visit): void {
  const lists = ['/sitemap_nodes', '/menus']
  for (const endpoint of lists) {
    const found = examined.filter(({ readings }) => readings.some(({ call }) => call.path === endpoint))
    if (found.length === 0) continue
    for (const { content } of examined) {
      const row = rows.of(endpoint, content.locale)
      row.remarks = row.remarks.map((remark) =>
        remark.code === 'not-found' ? missingLocale(remark, content.locale) : remark,
      )
    }
  }
  for (const [index, { content, readings }] of examined.entries()) {
    const other = examined.slice(0, index).find((one) => isSameAnswer(lists, one.readings, readings))
    if (other) ignored('/sitemap_nodes', content.locale, other.content.locale)
    const same = examined.slice(0, index).find((one) => areSamePages(one.readings, readings))
    if (same) ignored('/pages/{id}', content.locale, same.content.locale)
  }

  function ignored(endpoint: string, locale: string, otherLocale: string): void {
    const what = endpoint === '/pages/{id}' ? 'the same pages' : 'the same nodes and menus'
    const message = `The service returns ${what} for "${locale}" as for "${otherLocale}".`
    warnIn(rows.of(endpoint, locale))('locale-ignored', message)
  }
}

function missingLocale({ message, isError }: Remark, locale: string): Remark {
  const hint = `Publish the locale "${locale}" at the service, or remove it from "families" in the settings.`
  return { code: 'locale-missing', isError, message: `${message} Other locales exist.`, hint }
}

function digestsOf(readings: Reading[], isIncluded: (path: string) => boolean): Map<string, string> {
  const meant = readings.filter(({ call, count }) => isIncluded(call.path) && count > 0)
  // Otherwise identical responses would differ by the locale in the addresses of further pages.
  const withoutLocale = (value: unknown): string => JSON.stringify(value).replaceAll(/locale=[\w-]+/g, '')
  return new Map(meant.map(({ call, value }) => [call.path, hash('sha256', withoutLocale(value))]))
}

function isSameAnswer(paths: string[], one: Reading[], other: Reading[]): boolean {
  const [first, second] = [one, other].map((readings) => digestsOf(readings, (path) => paths.includes(path)))
  return paths.every((path) => first?.has(path) && first.get(path) === second?.get(path))
}

function areSamePages(one: Reading[], other: Reading[]): boolean {
  const isPage = (path: string): boolean => path.startsWith('/pages/')
  const [first, second] = [digestsOf(one, isPage), digestsOf(other, isPage)]
  const shared = [...first.keys()].filter((path) => second.has(path))
  return shared.length >= 2 && shared.every((path) => first.get(path) === second.get(path))
}
