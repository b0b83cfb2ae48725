import { pathSegment } from '#content/client/call.ts'
import type { ContentClient } from '#content/client/client.ts'
import { type CrawledList, fetchList } from '#content/crawl/crawl.ts'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { parseQuestion } from '#renderer/reads/look-ups.ts'
import type { Read } from '#renderer/reads/recorder.ts'
import { type DraftState, placeOf } from './draft-state.ts'
import { type DraftPlace, keyOf, rawSchema } from './read-draft.ts'

/** A part of the service's content that a page shows besides its own document, as texts to compare. */
export type PageSource = {
  name: string
  /** Its text when the site was read. */
  known: string
  /** Reads its current text. Rejects if a list cannot be read. If a document cannot be read, the text is the error. */
  now(): Promise<string>
}

/** The lists of the service that answer a question, by the name of the question. */
const listsOf: Record<string, (name: string) => CrawledList[]> = {
  menu: () => ['menus', 'nodes'],
  list: (name) => [name as CrawledList], // pages ask for collections by name
  category: () => ['product_categories'],
  subcategories: () => ['product_categories'],
}

/**
 * Returns the sources of a page: the lists and menus that it asked for, the nodes of all locales, and its translations,
 * to which it links.
 */
export function pageSources(
  reads: Read[],
  { assembled, base, route }: DraftState,
  client: ContentClient,
): PageSource[] {
  // the published content: what the draft adds is not a change at the service
  const { contents } = base
  const lists = new Map<string, PageSource>()
  const add = (list: CrawledList, content: LocaleContent | undefined): void => {
    const source = content && listSource(list, content, client)
    if (source) lists.set(source.name, source)
  }
  for (const content of contents.values()) add('nodes', content)
  for (const { question } of reads) {
    const { name, args } = parseQuestion(question)
    const [locale = '', second = ''] = args
    for (const list of listsOf[name]?.(second) ?? []) add(list, contents.get(locale))
  }
  const { site } = assembled
  const translations = site.translationsOf(route).flatMap(({ locale, origin, href }) => {
    const translation = locale === route.locale ? undefined : site.routeAt(origin, href)
    const place = translation && placeOf(translation)
    const content = contents.get(locale)
    return (place && content && documentSource(place, content, client)) ?? []
  })
  return [...lists.values(), ...translations]
}

/** Returns a list of a locale as a source of pages. */
export function listSource(list: CrawledList, content: LocaleContent, client: ContentClient): PageSource {
  const { locale, nodes, menus, collections } = content
  const read = () => fetchList(list, locale, { client, findings: new Findings() })
  return {
    name: `${locale}/${list}`,
    known: JSON.stringify({ nodes, menus, ...collections }[list]),
    now: async () => JSON.stringify(await read()),
  }
}

/**
 * Returns the published document of a place, with its digest as text. Undefined for a category, because its list is
 * read as a whole.
 */
export function documentSource(
  { kind, id, locale }: DraftPlace,
  content: LocaleContent,
  client: ContentClient,
): PageSource | undefined {
  if (kind === 'product_categories') return undefined
  const key = keyOf(kind, id, content) ?? ''
  const segment = pathSegment(key)
  if (segment === undefined) return undefined
  const read = () => client.fetchDocument({ path: `/${kind}/${segment}`, locale }, rawSchema, new Findings())
  return {
    name: `${locale}/${kind}/${id}`,
    known: content.digests.get(`${kind}/${key}`) ?? '',
    now: () => read().then((found) => found?.hash ?? '', troubleOf),
  }
}

/**
 * Returns why something cannot be read, as a text to compare. It is the kind of the failure, if there is one, because a
 * service may word its message differently each time, for example with the number of a request.
 */
export function troubleOf(error: unknown): string {
  return (error instanceof SiteError && error.finding.failure?.kind) || String(error)
}
