import { auditReads, ReadFailedError, type Reading } from '#cli/doctor/audited-reads.ts'
import { warnIn } from '#cli/doctor/remark.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import type { Call } from '#content/client/call.ts'
import { pageOf } from '#content/client/read-collection.ts'
import { Findings } from '#content/finding.ts'
import { searchResultSchema } from '#content/schema.ts'

const nonsense = 'qzxv-jwkq-9371'

/** The response of the search to an empty phrase, and the slugs in it. */
export type SearchRead = { readings: Reading[]; listed: string[] }

/** Sends an empty phrase and a nonsense phrase to the search of a locale. A build does not depend on the search. */
export async function checkSearch(locale: string, hasNodes: boolean, visit: Visit): Promise<SearchRead> {
  const reads = auditReads(visit, { areErrors: false })
  const search = (phrase: string): Call => ({ path: '/search', locale, query: { phrase, pagination: 'false' } })
  const row = visit.rows.of('/search', locale)
  const warn = warnIn(row, `GET /search (${locale})`)
  try {
    const all = await reads.fetchCollection(search(''), searchResultSchema, new Findings())
    const [reading] = reads.readings
    const { members = [], total = all.length } = pageOf(reading?.value) ?? {}
    const onFirst = members.length
    if (reading && (reading.pages > 1 || onFirst < total)) {
      warn(
        'search-paged',
        `returns ${onFirst} of ${Math.max(total, all.length)} results, although pagination=false requests all.`,
      )
    }
    if (all.length === 0 && hasNodes) {
      warn('search-empty', 'lists nothing for an empty phrase, although the locale has pages.')
    }
    const found = await reads.fetchCollection(search(nonsense), searchResultSchema, new Findings())
    if (all.length > 0 && found.length === all.length) {
      warn('search-ignores-phrase', `finds everything for "${nonsense}".`)
    }
    return { readings: reading ? [reading] : [], listed: all.map(({ slug }) => slug) }
  } catch (error) {
    if (!(error instanceof ReadFailedError)) throw error
    const consequence =
      'Without the search, the sitemap lists every page that may be indexed, and the search page of the site finds nothing.'
    row.remarks = row.remarks.map((remark) => ({ ...remark, hint: `${remark.hint} ${consequence}` }))
    return { readings: [], listed: [] }
  }
}
