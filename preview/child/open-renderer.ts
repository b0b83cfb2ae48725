import { identityOf, openAnswerStore } from '#content/answer-store.ts'
import { type ContentClient, openClient } from '#content/client.ts'
import type { Answer, Change, PreviewJob, Question, Target } from '#preview/messages.ts'
import { type Engine, loadEngine } from '#renderer/engine.ts'
import { type AnswerParts, answerQuestion } from './answer-question.ts'
import { readSharedParts, type SiteBase, type SiteContent } from './assemble-site.ts'
import { keepSite, readKeptSite } from './kept-site.ts'
import { openLazyPictures, type PictureSnapshot } from './lazy-pictures.ts'
import { type LoadedJob, loadJob } from './load-job.ts'
import { openBundle } from './open-bundle.ts'
import { crawlContent, openPreviewSite, type PreviewSite } from './preview-site.ts'
import { openReach } from './reach.ts'
import { watchDrafts } from './watch-drafts.ts'

/** The renderer of a preview, whole: what its process is asked goes here. */
export type Renderer = {
  apiBase: string
  /** The default locale first. */
  locales: string[]
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  snapshot(): RendererSnapshot
}

/** What a renderer hands to the one that takes its place, so that nothing is read twice. */
export type RendererSnapshot = { content: SiteContent; pictures: PictureSnapshot }

const requestsAtOnce = 24
/** How long the first page is left alone. */
const quietMs = 1500

/** Opens the site. `onChange` hears of drafts and published content that are others now, and of reaches that are known. */
export async function openRenderer(
  wanted: PreviewJob,
  before: unknown,
  onChange: (change: Change) => void,
): Promise<Renderer> {
  const job = await loadJob(wanted)
  const { settings } = job
  // Kept in memory, so that what did not change is not sent again.
  const answers = openAnswerStore(undefined, identityOf(job))
  const client = openClient({ ...job, answers, concurrency: requestsAtOnce, limits: settings.limits })
  const handedOver = before as RendererSnapshot | undefined // by a renderer of this very preview
  const kept = handedOver ? undefined : await readKeptSite(job)
  const parts = await openRendererParts(job, client, handedOver ?? kept, onChange)
  const {
    preview,
    base: { pictures },
  } = parts
  const snapshot = (): RendererSnapshot => ({ content: preview.content, pictures: pictures.snapshot() })
  const watching = watchDrafts({ preview, onChange })
  setTimeout(() => {
    bringUpToDate(preview, kept !== undefined, onChange)
      .then(() => keepSite(job, snapshot()))
      .catch(({ message }: Error) => {
        process.stderr.write(`The next preview reads the whole site before its first page: ${message}\n`)
      })
  }, quietMs)
  return {
    apiBase: settings.apiBase,
    locales: [...new Set([job.family.defaultLocale, ...job.locales])],
    ask: (question) => answerQuestion(question, parts),
    watch: watching.watch,
    snapshot,
  }
}

/** What came from an earlier preview is read anew, once the first page is out. */
async function bringUpToDate(preview: PreviewSite, isKept: boolean, onChange: (change: Change) => void): Promise<void> {
  if (isKept && (await preview.refresh())) onChange({ what: 'content' })
}

export type RendererParts = AnswerParts & { base: SiteBase }

/** Everything that answers questions, opened at once: content, components, bundle and pictures come in parallel. */
export async function openRendererParts(
  job: LoadedJob,
  client: ContentClient,
  snapshot: RendererSnapshot | undefined,
  onChange: (change: Change) => void,
): Promise<RendererParts> {
  const { settings } = job
  const [content, engine, bundled, pictures, shared] = await Promise.all([
    snapshot?.content ?? crawlContent(job, client),
    loadComponents(),
    openBundle(job.root, 'react'),
    openLazyPictures({ client, settings, cache: job.cache, images: job.images }, snapshot?.pictures),
    readSharedParts(job),
  ])
  const base: SiteBase = { job, engine, pictures, ...shared, assets: bundled.assets, integrity: bundled.integrity }
  const preview = await openPreviewSite(base, client, content)
  const reach = openReach(client, (target) => onChange({ what: 'reach', target }))
  return { preview, bundled, reach, base }
}

/** The engine, and the components while content is still read. */
async function loadComponents(): Promise<Engine> {
  const engine = await loadEngine('react')
  await import('#renderer/page/render-page.tsx')
  return engine
}
