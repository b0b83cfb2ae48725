import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import type { ContentClient } from '#content/client/client.ts'
import { type CrawledList, crawl } from '#content/crawl/crawl.ts'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import { readListings } from '#content/crawl/read-listings.ts'
import { type Finding, Findings, SiteError } from '#content/finding.ts'
import { nodeTypes } from '#content/schema.ts'
import { type DraftState, makeState, placeOf, routesOf, shownRoutesOf } from '#preview/child/draft/draft-state.ts'
import { documentSource, listSource, type PageSource, troubleOf } from '#preview/child/draft/page-sources.ts'
import {
  type DraftPlace,
  findPublished,
  type ReadDraft,
  readDraft,
  readUnpublished,
} from '#preview/child/draft/read-draft.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import type { Target } from '#preview/messages.ts'
import { addressKey } from '#renderer/plan/address.ts'
import type { SiteContent } from '#renderer/plan/plan-site.ts'
import { localesBeside } from '#renderer/settings.ts'
import { type AssembledSite, assembleSite, type SiteBase } from './assemble-site.ts'

/** The content that was read from the service, and the errors of failed reads. */
type ReadContent = SiteContent & { errors?: readonly Finding[] }

/** The site in memory: the published content, and any draft on top of it. */
export type PreviewSite = {
  readonly base: SiteBase
  readonly content: ReadContent
  readonly published: AssembledSite
  /** Why documents and lists could not be read when everything was last read. */
  readonly readErrors: readonly Finding[]
  /**
   * Opens the draft of a target. Throws a `SiteError`, with the code `document-missing` if the draft does not exist.
   */
  open(target: Target): Promise<DraftState>
  /** Opens the draft of a document that is published. */
  openPlace(place: DraftPlace): Promise<DraftState>
  /** Returns the document whose draft had an address that is not published. The draft may have another one by now. */
  movedTo(path: string): DraftPlace | undefined
  /**
   * Reads a draft as a text to compare: `draft` differs once the draft has changed. `published` is the source of the
   * published document, with its text.
   */
  readTexts(target: Target): { draft: Promise<string>; published: PageSource | undefined }
  /**
   * Whether the service answers with other nodes, menus or collections than when everything was last read. A list that
   * cannot be read counts as unchanged. Of the same difference it tells only once.
   */
  haveListsChanged(): Promise<boolean>
  /** Reads everything again. Resolves to true if something published has changed. */
  refresh(options?: { withPictures: boolean }): Promise<boolean>
  /** Replaces the styles, texts and redirects. */
  rebase(base: SiteBase): Promise<void>
}

const maxStates = 24

/**
 * Reads everything that is published, as a build does. If the service fails to deliver something, the last good answer
 * of this preview is used instead.
 */
export async function crawlContent(
  { settings, family, locales }: LoadedJob,
  client: ContentClient,
): Promise<ReadContent> {
  const linkedLocales = localesBeside(settings, family)
  const { lastGoodDays } = settings.crawl
  const findings = new Findings()
  const [contents, listings] = await Promise.all([
    crawl({ client, locales, linkedLocales, findings, lastGoodDays, linkedLastGoodDays: lastGoodDays }),
    readListings({ client, locales: [...locales, ...linkedLocales], findings }),
  ])
  return { contents, listings, errors: findings.errors }
}

/** Whether the service failed to deliver a part of the site, for example while it was down. */
export function isPartlyRead(readErrors: readonly Finding[]): boolean {
  return readErrors.some(({ code, failure }) => failure !== undefined && code !== 'document-missing')
}

/**
 * Holds the site. Requests for the same draft share one state until the draft or the published content changes.
 * `onContent` is called when reading everything again has found a change.
 */
export async function openPreviewSite(
  firstBase: SiteBase,
  client: ContentClient,
  first: ReadContent,
  onContent = () => {},
): Promise<PreviewSite> {
  let base = firstBase
  let content = first
  let readErrors = first.errors ?? []
  let published = await assembleSite(base, content)
  let fingerprint = fingerprintOf(content)
  /** The last difference of the lists: they may have faults, and then stay different. */
  let lastDifference = ''
  const states = new Map<string, DraftState>()
  const moved = new Map<string, DraftPlace>()
  const inTurn = pLimit(1)
  // one at a time: a read that began earlier might end later, with older content
  const readings = pLimit(1)
  /** The reading that has not begun yet. It serves everybody who asks for one until it begins. */
  let nextReading: Promise<boolean> | undefined
  let needsPictures = false

  const assemble = async (next: ReadContent): Promise<void> => {
    published = await assembleSite(base, next)
    content = next
    states.clear()
    // an address at which another document is published now is no longer the draft's
    for (const route of published.own) {
      const key = addressKey(route.path)
      const place = placeOf(route)
      if (place && moved.has(key) && !isDeepStrictEqual(place, moved.get(key))) moved.delete(key)
    }
  }

  const readAll = async (withPictures: boolean): Promise<boolean> => {
    const [next, hasOtherPictures] = await Promise.all([
      crawlContent(base.job, client),
      withPictures && base.pictures.recheck(),
    ])
    client.endRun({ isWhole: withPictures }) // what was just read is the last good content
    const nextFingerprint = fingerprintOf(next)
    const hasChanged = nextFingerprint !== fingerprint || hasOtherPictures
    if (hasChanged) await inTurn(() => assemble(next))
    readErrors = next.errors ?? [] // last good answers may hide a failure, and its end
    fingerprint = nextFingerprint
    if (hasChanged) onContent()
    return hasChanged
  }

  const contentOf = ({ nodeType, locale }: Target): LocaleContent => {
    if (!nodeTypes.some((name) => name === nodeType)) throw notFound(`There is no node type "${nodeType}".`, nodeTypes)
    const { locales } = base.job
    const found = locales.includes(locale) ? content.contents.get(locale) : undefined
    if (found) return found
    throw notFound(`The site has no locale "${locale}".`, locales)
  }

  /** Notes the addresses that only the draft has: a page may have several nodes, and a list has further pages. */
  const noteMoved = ({ place, assembled, hasAddress }: DraftState): void => {
    if (!hasAddress || assembled === published) return
    const before = new Set(routesOf(place, published).map(({ path }) => path))
    for (const { path } of shownRoutesOf(place, assembled)) if (!before.has(path)) moved.set(addressKey(path), place)
  }

  const stateOf = async (read: ReadDraft, nodeType: string | undefined): Promise<DraftState> => {
    const known = states.get(read.fingerprint)
    if (known) return known
    const state = await makeState({ base, content, published, read, nodeType })
    // the site was replaced in the meantime, so this state is not kept
    if (state.base !== published) return state
    if (states.size >= maxStates) states.delete(states.keys().next().value ?? '')
    states.set(read.fingerprint, state)
    noteMoved(state)
    return state
  }

  const open: PreviewSite['open'] = async (target) => {
    const ofLocale = contentOf(target)
    const place = findPublished(target, ofLocale)
    const read = place ? await readDraft(client, place) : await readUnpublished(client, target, ofLocale)
    return stateOf(read, target.nodeType)
  }

  return {
    open,
    get base() {
      return base
    },
    get content() {
      return content
    },
    get published() {
      return published
    },
    get readErrors() {
      return readErrors
    },
    openPlace: async (place) => stateOf(await readDraft(client, place), undefined),
    movedTo: (path) => moved.get(addressKey(path)),
    readTexts(target) {
      const ofLocale = contentOf(target)
      const place = findPublished(target, ofLocale)
      return {
        draft: open(target).then(({ read }) => read.fingerprint, troubleOf),
        published: place && documentSource(place, ofLocale, client),
      }
    },
    async haveListsChanged() {
      const { known, now } = await readLists(base.job.locales, content, client)
      const difference = now === known ? '' : `${known} ${now}`
      const isNew = difference !== '' && difference !== lastDifference
      lastDifference = difference
      return isNew
    },
    refresh({ withPictures } = { withPictures: true }) {
      needsPictures ||= withPictures
      nextReading ??= readings(() => {
        const reading = readAll(needsPictures)
        nextReading = undefined
        needsPictures = false
        return reading
      })
      return nextReading
    },
    rebase: (next) =>
      inTurn(() => {
        base = next
        return assemble(content)
      }),
  }
}

/** Reads the lists of all locales again. Both results are texts to compare. A list that cannot be read is as known. */
async function readLists(locales: string[], { contents }: SiteContent, client: ContentClient) {
  const lists = [...contents.values()].flatMap((content) => {
    const ofLocale: CrawledList[] = locales.includes(content.locale) ? ['nodes', 'menus'] : ['nodes']
    const names = [...ofLocale, ...(Object.keys(content.collections) as CrawledList[])]
    return names.map((name) => listSource(name, content, client))
  })
  const now = await Promise.all(lists.map((list) => list.now().catch(() => list.known)))
  return { known: lists.map(({ known }) => known).join(), now: now.join() }
}

function notFound(message: string, choices: readonly string[]): SiteError {
  return new SiteError({ code: 'document-missing', message, hint: `Choose one of: ${choices.join(', ')}.` })
}

function fingerprintOf({ contents, listings }: SiteContent): string {
  const documents = [...contents.values()].map((content) => ({
    ...content,
    documents: Object.values(content.documents).map(sorted),
  }))
  return JSON.stringify([documents, sorted(listings)])
}

/** Returns the entries of a map sorted by key. In the map they are in the order of reading. */
function sorted(read: Map<string, unknown>): [string, unknown][] {
  return [...read].sort(([a], [b]) => (a < b ? -1 : 1))
}
