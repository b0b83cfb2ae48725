import { setTimeout as sleep } from 'node:timers/promises'
import { SiteError } from '#content/finding.ts'
import type { Answer, Question, Target } from '#preview/messages.ts'
import type { RefreshResult } from '#preview/panel-data.ts'
import { publishBrand } from '#publish/brand.ts'
import { decodeText } from '#publish/redirects/request-path.ts'
import { memoryWriter, type OpenBundle } from '#renderer/build/open-bundle.ts'
import type { Route } from '#renderer/plan/route.ts'
import { manifestsOf } from '#renderer/plan/routing-of.ts'
import { answerAddress } from './answer-address.ts'
import { jsonAnswer, pageAnswer, redirectAnswer } from './answers.ts'
import { type DraftState, placeOf } from './draft/draft-state.ts'
import { exportDraft } from './draft/export-draft.ts'
import { findPublished, publishedOf, targetOf } from './draft/read-draft.ts'
import { errorAnswer, errorJson } from './error-answer.ts'
import { describePage, pageRefOf } from './panel-data/describe-page.ts'
import { listPages } from './panel-data/list-pages.ts'
import { markPage } from './panel-data/mark-page.ts'
import type { Reach } from './reach/reach.ts'
import type { AssembledSite } from './site/assemble-site.ts'
import { isPartlyRead, type PreviewSite } from './site/preview-site.ts'
import { isShownPublished, movedPage, pageAt, shownPage } from './site/shown-page.ts'

export type AnswerParts = {
  preview: PreviewSite
  bundled: OpenBundle
  reach: Reach
  /** Whether a panel is open, for which everything that its page shows is read again and again. */
  isWatched?: boolean
}

/** Questions that a browser asks by opening an address. All others are answered with JSON. */
const shownKinds = new Set<Question['kind']>(['site', 'before', 'after', 'draft'])

/** Answers any question. An error becomes an answer too. */
export async function answerQuestion(question: Question, parts: AnswerParts | Promise<AnswerParts>): Promise<Answer> {
  try {
    return await answer(question, await parts)
  } catch (error) {
    return shownKinds.has(question.kind) ? errorAnswer(error) : errorJson(error)
  }
}

async function answer(question: Question, parts: AnswerParts): Promise<Answer> {
  const { preview, reach } = parts
  switch (question.kind) {
    case 'site': {
      const answered = await answerSite(question.path, parts)
      // a page may have come to this address
      if (answered.status >= 300 && (await readAgain(parts))) return answerSite(question.path, parts)
      if (answered.headers['content-type']?.startsWith('text/html')) void readLater(parts)
      return answered
    }
    case 'before':
      return answerState(question.path, preview.published, parts)
    case 'after':
      return answerState(question.path, (await preview.open(question.target)).assembled, parts)
    case 'draft':
      return pageAnswer(await preview.open(question.target))
    case 'find':
      return jsonAnswer(await pageRefOf(preview, await preview.open(question.target), question.target))
    case 'where':
      return jsonAnswer(await whereOf(question.path, preview))
    case 'pages':
      await readAgain(parts)
      return jsonAnswer(listPages(preview))
    case 'panel':
      return jsonAnswer(await describePage(preview, await openForPanel(question.target, preview), question.target))
    case 'marks': {
      // A draft without an address is shown below `/admin/`.
      const isSite = !question.path.startsWith('/admin/')
      const shown = isSite ? await pageAt(preview, question.path) : await preview.open(question.target)
      // reads its pictures, without which the page would be different
      await shown?.assembled.render(shown.route)
      return jsonAnswer(shown ? await markPage(shown.assembled.site, preview.base, shown.route) : null)
    }
    case 'reach':
      return jsonAnswer(reach.of(await preview.open(question.target), question.target))
    case 'refresh':
      return jsonAnswer({ isChanged: await preview.refresh() } satisfies RefreshResult)
    case 'export':
      return jsonAnswer(await exportDraft(await preview.open(question.target), question.directory, filesOf(parts)))
  }
}

/** Opens the draft of a target. If the page beside the panel is shown as it is published, the error says so. */
async function openForPanel(target: Target, preview: PreviewSite): Promise<DraftState> {
  try {
    return await preview.open(target)
  } catch (error) {
    const locale = preview.content.contents.get(target.locale)
    const place = locale && findPublished(target, locale)
    if (!isShownPublished(error, preview) || !place || !publishedOf(place, locale)) throw error
    const hint = `${error.finding.hint ?? ''} The page is shown as it is published.`.trim()
    throw new SiteError({ ...error.finding, hint }, { cause: error.cause })
  }
}

let reading: Promise<boolean> | undefined
let nextReading: Promise<boolean> | undefined
let readAt = 0

/**
 * Reads the site again if the service failed to deliver part of it, for example while it was down, or if it now has
 * other lists: a page may be new, or have moved. Resolves to true if it was read. A reading that has begun already may
 * have seen older lists, so another one follows it.
 */
function readAgain(parts: AnswerParts): Promise<boolean> {
  nextReading ??= Promise.resolve(reading).then(() => {
    reading = nextReading
    nextReading = undefined
    return readIfOutdated(parts)
      .catch(() => false) // reading still fails
      .finally(() => {
        readAt = performance.now()
      })
  })
  return nextReading
}

/** How long an answer waits for the lists, in milliseconds. A service that hangs shows in drafts and panels. */
const mostMs = 5000

async function readIfOutdated({ preview }: AnswerParts): Promise<boolean> {
  const tooLate = () => sleep(mostMs, false, { ref: false })
  if (!isPartlyRead(preview.readErrors) && !(await Promise.race([preview.haveListsChanged(), tooLate()]))) return false
  await preview.refresh({ withPictures: false })
  return true
}

/** How often the lists are read because of pages that were found, in milliseconds. */
const pauseMs = 2000
/** How long other work waits after a page, in milliseconds: the panel beside it may be about to open. */
const quietMs = 1000

/**
 * Reads the lists again after a page was sent, unless a panel is open: nothing else would, and the next answer would be
 * as old.
 */
async function readLater(parts: AnswerParts): Promise<void> {
  await sleep(quietMs, undefined, { ref: false })
  if (!parts.isWatched && performance.now() - readAt >= pauseMs) await readAgain(parts)
}

/** Answers an address of the site with the draft of its document. */
async function answerSite(path: string, parts: AnswerParts): Promise<Answer> {
  const { preview } = parts
  const pathname = pathnameOf(path)
  const goTo = ({ href }: Route) => redirectAnswer(`${href}${path.slice(pathname.length)}`, 307)
  const moved = await movedPage(preview, pathname)
  if (moved) return pathname === moved.route.href ? pageAnswer(moved) : goTo(moved.route)
  return answerAddress(path, {
    assembled: preview.published,
    readErrors: preview.readErrors,
    file: filesOf(parts),
    async renderPage(route) {
      const shown = await shownPage(preview, route)
      const isHere = shown.route.href === route.href || shown.hasAddress === false
      return isHere ? pageAnswer(shown) : goTo(shown.route)
    },
  })
}

/** Answers an address in one state of the site, without reading drafts again. */
function answerState(path: string, assembled: AssembledSite, parts: AnswerParts): Promise<Answer> {
  const renderPage = (route: Route) => pageAnswer({ assembled, route })
  const { readErrors } = parts.preview
  return answerAddress(path, { assembled, readErrors, file: filesOf(parts, assembled), renderPage })
}

async function whereOf(path: string, preview: PreviewSite): Promise<Target | null> {
  const pathname = pathnameOf(path)
  const { site } = preview.published
  const moved = await movedPage(preview, pathname)
  const route = moved?.route ?? site.routeAt(site.family.origin, decodeText(pathname))
  const place = route && placeOf(route)
  return place ? targetOf(place, route.node?.nodeType ?? 'article') : null
}

function pathnameOf(path: string): string {
  return path.replace(/\?.*/s, '')
}

const noWorker = `// A preview answers nothing from a cache, so this worker does nothing.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
`

/**
 * Returns a function that finds files by path: the bundle, pictures, icons, and files for machines such as sitemaps and
 * feeds.
 */
function filesOf({ preview, bundled, reach }: AnswerParts, state?: AssembledSite) {
  return async (path: string): Promise<Uint8Array | undefined> => {
    const known = bundled.files.get(path)
    if (known) return known
    if (path.startsWith('assets/')) return preview.base.pictures.file(path)
    if (path === 'sw.js') return Buffer.from(noWorker)
    if (/^[^/]+\.(png|svg)$|(^|\/)site\.webmanifest$/.test(path)) {
      await openBrand(preview, bundled)
      return bundled.files.get(path)
    }
    if (!/\.(xml|txt)$/.test(path)) return undefined
    const whole = await reach.whole(state ?? preview.published)
    return whole.files.get(path)
  }
}

async function openBrand({ base, published }: PreviewSite, { files }: OpenBundle): Promise<void> {
  const { siteRoot, settings, family } = base.job
  await publishBrand({
    siteRoot,
    brand: settings.brand,
    writer: memoryWriter(files),
    manifests: manifestsOf(published.own, family),
  })
}
