import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { identityOf, openAnswerStore } from '#content/answers/answer-store.ts'
import { SiteError } from '#content/finding.ts'
import type { Answer, Change, PreviewJob, Question, SiteSummary, Target } from '#preview/messages.ts'
import { openService } from '#renderer/build/open-service.ts'
import { type AnswerParts, answerQuestion } from './answer-question.ts'
import { slowMs, watchDrafts } from './draft/watch-drafts.ts'
import { openEarlyLocales } from './early/early-locales.ts'
import { machineFailure } from './error-answer.ts'
import { loadJob } from './load-job.ts'
import { openParts, openShared, renewShared } from './open-parts.ts'
import { keepSite, type RendererSnapshot, readKeptSite } from './site/kept-site.ts'
import { crawlContent } from './site/preview-site.ts'

/** The complete renderer of a preview. All questions to its process arrive here. */
export type Renderer = SiteSummary & {
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  /** Reads everything again that is neither code nor content: styles, texts, redirects. */
  renew(): Promise<void>
  /** Returns what this renderer holds, for the next one. Undefined while the site is still being read. */
  snapshot(): RendererSnapshot | undefined
}

const requestsAtOnce = 24
/** How long other work waits, in milliseconds, so that it does not slow down the first page. */
const quietMs = 1500

const slowMessage = `This panel waits until the whole site is read, which takes more than ${slowMs / 1000} s. If that does not end, check that the content service is running.`

/**
 * Opens the site as an earlier renderer left it. Without one, opens one locale first, so that a page need not wait
 * until all are read. `onChange` is called for drafts and published content that have changed, and for each reach once
 * it is known.
 */
export async function openRenderer(
  wanted: PreviewJob,
  before: unknown,
  onChange: (change: Change) => void,
): Promise<Renderer> {
  const job = await loadJob(wanted)
  const { settings } = job
  // The answers are kept in memory, so that the service need not send unchanged content again.
  const answers = openAnswerStore(undefined, identityOf(job))
  const client = openService({ ...job, answers, concurrency: requestsAtOnce, patienceMs: 0 })
  const handedOver = before as RendererSnapshot | undefined // passed on by a renderer of this preview
  const kept = handedOver || wanted.isFresh ? undefined : await readKeptSite(job)
  const known = handedOver ?? kept
  const locales = [...new Set([job.family.defaultLocale, ...job.locales])]
  const first = locales.find((locale) => locale === wanted.locale) ?? job.family.defaultLocale
  const opening = openShared(job, client, known?.pictures)
  // An error is thrown only after bundling has ended. If esbuild were stopped while bundling, it would print its
  // internal state to the terminal.
  const failLater = (error: unknown): Promise<never> => opening.then(() => Promise.reject(error))
  const [shared, early] = await Promise.all([
    opening,
    known ? undefined : openEarlyLocales({ job, client, shared: opening, first }).catch(failLater),
  ])

  let opened: (AnswerParts & Pick<Renderer, 'watch'>) | undefined
  const inTurn = pLimit(1)
  /** Opens the whole site. If it cannot be read, the next call tries again. */
  const whole = () =>
    inTurn(async () => {
      if (opened) return opened
      const all = known?.content ?? (await crawlContent(job, client))
      const parts = await openParts(shared, client, all, onChange)
      if (early?.isOutdated(all)) onChange({ what: 'content' })
      opened = { ...parts, watch: watchDrafts({ preview: parts.preview, client, onChange }) }
      return opened
    })
  if (known) await whole()

  const snapshot = (): RendererSnapshot | undefined =>
    opened && { content: opened.preview.content, pictures: shared.base.pictures.snapshot() }
  const keep = async (): Promise<void> => {
    await sleep(quietMs)
    const { preview } = await whole()
    // Content from an earlier preview is read again once the first page has been delivered.
    if (kept) await preview.refresh()
    const held = snapshot()
    if (held) await keepSite(job, held, preview.readErrors)
  }
  keep().catch((error: Error) => {
    const what = error instanceof SiteError ? 'read' : 'kept for the next preview'
    const fault = machineFailure(error)
    process.stderr.write(`The content cannot be ${what}: ${fault ? `${fault.message} ${fault.hint}` : error.message}\n`)
  })

  return {
    apiBase: settings.apiBase,
    locales,
    async ask(question) {
      const answer = opened ? undefined : await early?.answer(question)
      if (!answer) return answerQuestion(question, opened ?? whole())
      // the next question tries again, and is answered with the error
      if (!opened) setImmediate(() => whole().catch(() => {}))
      return answer
    },
    watch(targets) {
      const wait = setTimeout(() => {
        for (const target of targets) onChange({ what: 'unread', target, message: slowMessage })
      }, slowMs)
      whole()
        .then(
          (parts) => {
            parts.isWatched = targets.length > 0
            parts.watch(targets)
          },
          () => {}, // the next question is answered with the error
        )
        .finally(() => clearTimeout(wait))
    },
    async renew() {
      const parts = await whole()
      await inTurn(() => renewShared(parts))
    },
    snapshot,
  }
}
