import { count } from '#content/wording/count.ts'
import type { Reading } from './audited-reads.ts'
import { checkContent } from './checks/check-content.ts'
import { checkWriting } from './checks/check-cors.ts'
import { checkPages } from './checks/check-pages.ts'
import { checkPaging } from './checks/check-paging.ts'
import { checkPictures } from './checks/check-pictures.ts'
import { checkSearch } from './checks/check-search.ts'
import { checkTokens } from './checks/check-tokens.ts'
import { checkNodeDates, checkSharedTags, checkValidators } from './checks/check-validators.ts'
import { type ExaminedLocale, examineLocales } from './examine-locale.ts'
import type { Row } from './remark.ts'
import { endpointOf, type Visit } from './visit.ts'

/**
 * Sends every request that a build, a preview and the pages of a site would send, and notes what differs from the
 * contract.
 */
export async function examineService(visit: Visit): Promise<Row[]> {
  const examined = await examineLocales(visit)
  const isThere = examined.some(({ readings }) => readings.length > 0)
  // if no read was answered, the other checks would find nothing more
  if (!isThere) return sortedRows(visit, examined)
  await Promise.all(examined.map((locale) => addSearch(locale, visit)))
  await checkPages(await checkContent(examined, visit), examined, visit)
  const [main] = examined.filter(({ content }) => content.nodes.length > 0)
  await Promise.all([
    ...examined.flatMap(({ readings }) =>
      [...byEndpoint(readings).values()].map(([first]) => first && checkValidators(first, visit)),
    ),
    ...examined.flatMap(({ readings }) => readings.filter(isOfList).map((reading) => checkPaging(reading, visit))),
    main && checkTokens(main, visit),
    checkWriting(examined, visit),
    checkPictures(examined, visit),
  ])
  for (const locale of examined) checkTags(locale, visit)
  return sortedRows(visit, examined)
}

/** Whether a reading is of a list that must be whole. `checkSearch` checks the list of the search. */
function isOfList({ call }: Reading): boolean {
  return call.path === endpointOf(call) && call.path !== '/search'
}

async function addSearch(locale: ExaminedLocale, visit: Visit): Promise<void> {
  const { content } = locale
  const { readings, listed } = await checkSearch(content.locale, content.nodes.length > 0, visit)
  locale.readings.push(...readings)
  locale.listed = listed
}

function checkTags({ content: { nodes, locale }, readings }: ExaminedLocale, { rows }: Visit): void {
  checkNodeDates(nodes, readings, rows.of('/pages/{id}', locale))
  for (const [endpoint, ofOne] of byEndpoint(readings))
    if (ofOne.length > 1) checkSharedTags(ofOne, rows.of(endpoint, locale))
}

function byEndpoint(readings: Reading[]): Map<string, Reading[]> {
  return Map.groupBy(readings, ({ call }) => endpointOf(call))
}

/** Returns all rows, sorted by endpoint and locale, with what was found at each. */
function sortedRows({ rows, locales }: Visit, examined: ExaminedLocale[]): Row[] {
  for (const { content, readings, totals } of examined) {
    for (const [endpoint, ofOne] of byEndpoint(readings))
      rows.of(endpoint, content.locale).found = foundIn(ofOne, totals.get(endpoint))
  }
  for (const row of rows.all) row.found ||= 'nothing'
  const order = [...new Set(rows.all.map(({ endpoint }) => endpoint))]
  const placeOf = ({ endpoint, locale }: Row): number =>
    order.indexOf(endpoint) * (locales.length + 1) + locales.indexOf(locale)
  return rows.all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Describes what was found at an endpoint. `total` is the number of its documents, if it has documents. */
function foundIn(readings: Reading[], total: number | undefined): string {
  const [first] = readings
  if (!first) return ''
  const times = readings.map((reading) => reading.first.ms).sort((a, b) => a - b)
  const median = Math.round(times[times.length >> 1] ?? 0)
  const encoding = first.first.headers['content-encoding']
  const how = `${median} ms${encoding ? `, ${encoding}` : ''}`
  if (total !== undefined) return `${readings.length} of ${total} read, ${how}`
  return `${first.count} in ${count(first.pages, 'page')}, ${how}`
}
