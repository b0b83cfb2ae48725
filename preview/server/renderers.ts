import type { Answer, Change, PreviewJob, Question, Target } from '#preview/messages.ts'
import { type RenderProcess, type SiteSummary, startRenderProcess } from './render-process.ts'

/** The renderer in use. A new one takes its place when code changes; until that can answer, the old one does. */
export type Renderers = {
  readonly ready: Promise<SiteSummary>
  open(job: PreviewJob): void
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  /** Sets who hears of changes. */
  onChange(listener: (change: Change) => void): void
  /** Starts a fresh renderer and gives over to it. Throws what keeps it from rendering; the old one then stays. */
  replace(change: { hasNewCode: boolean }): Promise<void>
  stop(): void
}

/** Starts the first renderer at once, so that it loads its code while the rest starts. `cache` is what is kept between runs. */
export function startRenderers(cache: string): Renderers {
  let hear = (_change: Change): void => {}
  const onChange = (change: Change): void => hear(change)
  let isChanged = false
  let current = startRenderProcess({ cache, isChanged, onChange })
  let coming: RenderProcess | undefined
  let job: PreviewJob | undefined
  let targets: Target[] = []

  const takeOver = async (next: RenderProcess): Promise<void> => {
    const snapshot = await current.snapshot().catch(() => undefined) // one that has ended leaves nothing
    if (job) next.open(job, snapshot)
    await next.ready
    if (coming !== next) return next.stop() // code changed once more meanwhile
    const old = current
    current = next
    coming = undefined
    current.watch(targets)
    old.stop()
  }

  return {
    get ready() {
      return current.ready
    },
    open(wanted) {
      job = wanted
      current.open(wanted)
    },
    async ask(question) {
      const asked = current
      try {
        return await asked.ask(question)
      } catch (error) {
        if (asked === current) throw error
        return current.ask(question) // it was replaced while it answered
      }
    },
    watch(wanted) {
      targets = wanted
      current.watch(wanted)
    },
    onChange(listener) {
      hear = listener
    },
    async replace({ hasNewCode }) {
      coming?.stop()
      isChanged ||= hasNewCode
      const next = startRenderProcess({ cache, isChanged, onChange })
      coming = next
      try {
        await takeOver(next)
      } catch (error) {
        next.stop()
        if (coming === next) throw error
      }
    },
    stop() {
      coming?.stop()
      current.stop()
    },
  }
}
