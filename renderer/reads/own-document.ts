import type { AnswerStore } from '#content/answer-store.ts'
import { pathSegment } from '#content/call.ts'
import type { ContentClient } from '#content/client.ts'
import type { Findings } from '#content/finding.ts'
import { parseJson } from '#content/parse-json.ts'
import type { Place } from '#renderer/place.ts'
import { mergeAnswers } from './merge-answers.ts'
import { questionOf } from './questions.ts'
import type { RecalledPage } from './recall.ts'

/** The document that a page shows, and the question it is the answer to; without a document it is the one that was remembered. */
export type OwnDocument = { question: string; document?: unknown }

export type OwnDocumentSource = {
  client: ContentClient
  answers: Pick<AnswerStore, 'body'>
  findings: Findings
  strict?: boolean
  /** Reads the document whole, although it is the one that was remembered. */
  isWhole: boolean
}

/**
 * The document of a page as the service has it now; nothing for a page without one. Throws where it cannot be read, or where
 * something of the site besides this page hangs on what has changed in it.
 */
export async function readOwnDocument(
  page: RecalledPage,
  { answers, isWhole, ...reading }: OwnDocumentSource,
): Promise<OwnDocument | undefined> {
  const place = answerOf(page, questionOf('place', [page.file])) as Place | undefined
  if (!place) throw new Error(`The place of "${page.file}" is not known.`)
  const { source, locale } = place
  if (source.kind !== 'document') return undefined
  const { collection: kind, key } = source
  const question = questionOf('document', [locale, kind, key])
  const before = page.answers.get(question)?.[0]?.source
  const hash = await reading.client.fetchHash({ path: `/${kind}/${pathSegment(key)}`, locale })
  if (hash === before && !isWhole) return { question }
  if (hash !== before && kind === 'pages') {
    const [was, is] = [before, hash].map((one) => one !== undefined && answers.body(one))
    const feed = answerOf(page, questionOf('feed', [locale])) as { title: string } | undefined
    if (!was || !is || partForOthers(was, feed?.title) !== partForOthers(is, feed?.title))
      throw new Error(`Other pages hang on what has changed on "${page.file}".`)
  }
  const { fetchDocument } = await import('#content/crawl.ts') // brings the schemas of all content
  const found = await fetchDocument({ kind, key, locale }, reading)
  if (found?.hash !== hash) throw new Error(`The document of "${page.file}" is of a wrong shape, or changed just now.`)
  return { question, document: found.document }
}

function answerOf(page: RecalledPage, question: string): unknown {
  return mergeAnswers(page.answers.get(question) ?? [])
}

/** What of a page's document decides about addresses, roles and feeds: `plan-routes.ts`, `site.ts` and `feeds-of.ts` read it. */
function partForOthers(body: Buffer, feedTitle = ''): string {
  const { layout, noindex, title, blocks } = parseJson(body) as Record<string, unknown>
  const lists = Array.isArray(blocks) ? blocks.filter((block) => block?.type === 'blog_list') : blocks
  const mayNameFeed = !title || feedTitle.startsWith(String(title))
  return JSON.stringify([layout, noindex, lists, mayNameFeed && title])
}
