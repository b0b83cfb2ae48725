import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { identityOf, openAnswerStore } from '#content/answers/answer-store.ts'
import type { Answer, Change, PreviewJob, Question, SiteSummary, Target } from '#preview/messages.ts'
import { openService } from '#renderer/build/open-service.ts'
import { type AnswerParts, answerQuestion } from './answer-question.ts'
import { type DraftWatch, watchDrafts } from './draft/watch-drafts.ts'
import { openEarlyLocales } from './early/early-locales.ts'
import { loadJob } from './load-job.ts'
import { openParts, openShared, renewShared } from './open-parts.ts'
import { keepSite, type RendererSnapshot, readKeptSite } from './site/kept-site.ts'
import { crawlContent } from './site/preview-site.ts'

/** The renderer of a preview, whole: what its process is asked goes here. */
export type Renderer = SiteSummary & {
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  /** Reads anew what is neither code nor content: styles, texts, redirects. */
  renew(): Promise<void>
  /** What this renderer holds, for the next; `undefined` while the site is still being read. */
  snapshot(): RendererSnapshot | undefined
}

const requestsAtOnce = 24
/** How long other work waits, so that the first page is not slowed down. */
const quietMs = 1500

/**
 * Opens the site: as an earlier renderer left it, else one locale of it, so that a page need not wait until all are read. `onChange` is
 * called for drafts and published content that changed, and for each reach once it is known.
 */
export async function openRenderer(
  wanted: PreviewJob,
  before: unknown,
  onChange: (change: Change) => void,
): Promise<Renderer> {
  const job = await loadJob(wanted)
  const { settings } = job
  // The answers are kept in memory, so that the service need not send again what did not change.
  const answers = openAnswerStore(undefined, identityOf(job))
  const client = openService({ ...job, answers, concurrency: requestsAtOnce, patienceMs: 0 })
  const handedOver = before as RendererSnapshot | undefined // by a renderer of this very preview
  const kept = handedOver ? undefined : await readKeptSite(job)
  const known = handedOver ?? kept
  const locales = [...new Set([job.family.defaultLocale, ...job.locales])]
  const first = locales.find((locale) => locale === wanted.locale) ?? job.family.defaultLocale
  const opening = openShared(job, client, known?.pictures)
  // An error waits until bundling has ended: esbuild, ended while it bundles, fills the terminal with its own state.
  const failLater = (error: unknown): Promise<never> => opening.then(() => Promise.reject(error))
  const [shared, early] = await Promise.all([
    opening,
    known ? undefined : openEarlyLocales({ job, client, shared: opening, first }).catch(failLater),
  ])

  let opened: (AnswerParts & { watching: DraftWatch }) | undefined
  const inTurn = pLimit(1)
  /** The whole site. If it cannot be read, the next call tries again. */
  const whole = () =>
    inTurn(async () => {
      if (opened) return opened
      const all = known?.content ?? (await crawlContent(job, client))
      const parts = await openParts(shared, client, all, onChange)
      if (early?.isOutdated(all)) onChange({ what: 'content' })
      opened = { ...parts, watching: watchDrafts({ preview: parts.preview, client, onChange }) }
      return opened
    })
  if (known) await whole()

  const snapshot = (): RendererSnapshot | undefined =>
    opened && { content: opened.preview.content, pictures: shared.base.pictures.snapshot() }
  const keep = async (): Promise<void> => {
    await sleep(quietMs)
    const { preview } = await whole()
    // What came from an earlier preview is read anew, once the first page is out.
    if (kept && (await preview.refresh())) onChange({ what: 'content' })
    const held = snapshot()
    if (held) await keepSite(job, held)
  }
  keep().catch(({ message }: Error) => {
    process.stderr.write(`What was read is not kept for the next preview: ${message}\n`)
  })

  return {
    apiBase: settings.apiBase,
    locales,
    async ask(question) {
      const answer = opened ? undefined : await early?.answer(question)
      if (!answer) return answerQuestion(question, opened ?? whole())
      if (!opened) setImmediate(() => whole().catch(() => {})) // the next question tries again, and is answered with the error
      return answer
    },
    watch: (targets) =>
      void whole().then(
        ({ watching }) => watching.watch(targets),
        () => {}, // the next question is answered with the error
      ),
    async renew() {
      const parts = await whole()
      await inTurn(() => renewShared(parts))
    },
    snapshot,
  }
}
