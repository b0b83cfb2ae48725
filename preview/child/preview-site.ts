import type { ContentClient } from '#content/client.ts'
import { crawl } from '#content/crawl.ts'
import { Findings, SiteError } from '#content/finding.ts'
import { readListings } from '#content/read-listings.ts'
import type { Target } from '#preview/messages.ts'
import { addressKey } from '#renderer/address.ts'
import type { Route } from '#renderer/plan-routes.ts'
import { type AssembledSite, assembleSite, type SiteBase, type SiteContent } from './assemble-site.ts'
import type { LoadedJob } from './load-job.ts'
import { overlayDraft } from './overlay-draft.ts'
import {
  crawledPrint,
  type DraftPlace,
  findPublished,
  kindsOf,
  publishedOf,
  type ReadDraft,
  readDraft,
  readPublishedPrint,
} from './read-draft.ts'
import { withAddress } from './with-address.ts'

/** A draft in the site it belongs to: everything published, and this one document as it would be. */
export type DraftState = {
  place: DraftPlace
  read: ReadDraft
  /** What is published. */
  base: AssembledSite
  /** The site with the draft in it; `base` itself when the draft says nothing new. */
  assembled: AssembledSite
  route: Route
  /** False for a draft that no node leads to: its route exists only here. */
  hasAddress: boolean
  /** What is published of it, and where. */
  published?: object | undefined
  publishedRoute?: Route | undefined
}

/** The site in memory: what is published, and any draft on it. */
export type PreviewSite = {
  readonly base: SiteBase
  readonly content: SiteContent
  readonly published: AssembledSite
  /** The draft of a target. Throws a `SiteError`; `document-missing` when there is none. */
  open(target: Target): Promise<DraftState>
  /** The document that a route shows; nothing for pages without one. */
  placeOf(route: Route): DraftPlace | undefined
  /** The draft of a document that is published. */
  openPlace(place: DraftPlace): Promise<DraftState>
  /** The document of an address that exists only because a draft moved there. */
  movedTo(path: string): DraftPlace | undefined
  /** What the service says of a document right now, as texts to compare. */
  look(target: Target): Promise<Look>
  /** Reads everything anew; true when something published is another. */
  refresh(options?: { withPictures: boolean }): Promise<boolean>
}

/** A draft and its published document, each as a text that is another after any change. */
export type Look = {
  draft: string
  published: string
  /** `published` as it was when the site was read. */
  crawled: string
}

const mostStates = 24

/** Reads all that is published, as a build does. */
export async function crawlContent(
  { settings, family, locales }: LoadedJob,
  client: ContentClient,
): Promise<SiteContent> {
  const linkedLocales = settings.families.filter(({ id }) => id !== family.id).flatMap((other) => other.locales)
  const findings = new Findings()
  const [contents, listings] = await Promise.all([
    crawl({ client, locales, linkedLocales, findings }),
    readListings({ client, locales: [...locales, ...linkedLocales], findings }),
  ])
  return { contents, listings }
}

/** Holds the site. Requests for the same draft share one state until the draft, or what is published, changes. */
export async function openPreviewSite(base: SiteBase, client: ContentClient, first: SiteContent): Promise<PreviewSite> {
  let content = first
  let published = await assembleSite(base, content)
  let fingerprint = fingerprintOf(content)
  const states = new Map<string, DraftState>()
  const moved = new Map<string, DraftPlace>()

  const localeOf = (locale: string) => {
    const found = base.job.locales.includes(locale) ? content.contents.get(locale) : undefined
    if (found) return found
    throw new SiteError({
      code: 'document-missing',
      message: `The site has no locale "${locale}".`,
      hint: `Choose one of: ${base.job.locales.join(', ')}.`,
    })
  }

  const stateOf = async (read: ReadDraft, nodeType: string | undefined): Promise<DraftState> => {
    const known = states.get(read.fingerprint)
    if (known) return known
    const state = await makeState({ base, content, published, read, nodeType })
    if (states.size >= mostStates) states.delete(states.keys().next().value ?? '')
    states.set(read.fingerprint, state)
    if (state.hasAddress && state.route.path !== state.publishedRoute?.path) {
      moved.set(addressKey(state.route.path), state.place)
    }
    return state
  }

  const open: PreviewSite['open'] = async (target) => {
    const locale = localeOf(target.locale)
    const place = findPublished(target, locale)
    const read = place
      ? await readDraft(client, place)
      : await readUnpublished(client, target, kindsOf(target.nodeType, locale))
    return stateOf(read, target.nodeType)
  }

  return {
    base,
    open,
    get content() {
      return content
    },
    get published() {
      return published
    },
    placeOf,
    openPlace: async (place) => stateOf(await readDraft(client, place), undefined),
    movedTo: (path) => moved.get(addressKey(path)),
    async look(target) {
      const place = findPublished(target, localeOf(target.locale))
      const [draft, print] = await Promise.all([
        open(target).then(
          ({ read }) => read.fingerprint,
          (error: unknown) => String(error),
        ),
        place ? readPublishedPrint(client, place, localeOf(place.locale)) : '',
      ])
      const crawled = place ? crawledPrint(place, localeOf(place.locale)) : ''
      return { draft, published: print, crawled }
    },
    async refresh({ withPictures } = { withPictures: true }) {
      const [next, hasOtherPictures] = await Promise.all([
        crawlContent(base.job, client),
        withPictures && base.pictures.recheck(),
      ])
      const print = fingerprintOf(next)
      if (print === fingerprint && !hasOtherPictures) return false
      published = await assembleSite(base, next)
      content = next
      fingerprint = print
      states.clear()
      moved.clear()
      return true
    },
  }
}

function placeOf({ locale, source, memberId }: Route): DraftPlace | undefined {
  if (source.kind === 'category') return { kind: 'product_categories', id: source.category.id, locale }
  if (source.kind !== 'document') return undefined
  const id = source.collection === 'pages' ? source.key : memberId
  return id === undefined ? undefined : { kind: source.collection, id, locale }
}

/** A document without a published node: the first kind that the service has a draft of. */
async function readUnpublished(client: ContentClient, target: Target, kinds: DraftPlace['kind'][]): Promise<ReadDraft> {
  let missing: unknown
  for (const kind of kinds) {
    try {
      return await readDraft(client, { kind, id: target.id, locale: target.locale })
    } catch (error) {
      if (!(error instanceof SiteError) || error.finding.code !== 'document-missing') throw error
      missing ??= error
    }
  }
  throw missing
}

type StateParts = {
  base: SiteBase
  content: SiteContent
  published: AssembledSite
  read: ReadDraft
  nodeType: string | undefined
}

async function makeState({ base, content, published, read, nodeType }: StateParts): Promise<DraftState> {
  const { place } = read
  const locale = content.contents.get(place.locale)
  if (!locale) throw new Error(`There is no content of the locale "${place.locale}".`)
  const before = publishedOf(place, locale)
  const publishedRoute = routeOf(place, published.own)
  const overlaid = overlayDraft(locale, read.draft)
  const isSame =
    publishedRoute !== undefined &&
    JSON.stringify(overlaid.nodes) === JSON.stringify(locale.nodes) &&
    isEqual(before, read)
  const common = { place, read, base: published, published: before, publishedRoute }
  if (isSame && publishedRoute) return { ...common, assembled: published, route: publishedRoute, hasAddress: true }
  const assemble = (one: typeof locale) =>
    assembleSite(base, { ...content, contents: new Map(content.contents).set(place.locale, one) })
  const assembled = await assemble(overlaid)
  const route = routeOf(place, assembled.own)
  if (route) return { ...common, assembled, route, hasAddress: true }
  const alone = await assemble(withAddress(overlaid, place, nodeType))
  const invented = routeOf(place, alone.own)
  if (!invented) throw notShown(place, alone)
  return { ...common, assembled: alone, route: invented, hasAddress: false }
}

function isEqual(published: object | undefined, { draft }: ReadDraft): boolean {
  const drafted = draft.kind === 'product_categories' ? draft.category : draft.document
  return JSON.stringify(published) === JSON.stringify(drafted)
}

/** The first route that shows a document. */
function routeOf(place: DraftPlace, routes: Route[]): Route | undefined {
  return routes.find((route) => {
    if (route.locale !== place.locale || route.page > 1) return false
    const shown = placeOf(route)
    return shown?.kind === place.kind && shown.id === place.id
  })
}

function notShown({ kind, id, locale }: DraftPlace, { findings }: AssembledSite): SiteError {
  const told = findings.errors.map(({ message }) => message).join(' ')
  return new SiteError({
    code: 'slug-invalid',
    message: `The draft ${kind}/${id} (${locale}) can have no address. ${told}`.trim(),
    hint: 'Correct the slug of the draft at the service.',
  })
}

function fingerprintOf({ contents, listings }: SiteContent): string {
  const documents = [...contents.values()].map((content) => ({
    ...content,
    documents: Object.values(content.documents).map((byKey: Map<string, unknown>) => [...byKey]),
  }))
  return JSON.stringify([documents, [...listings]])
}
