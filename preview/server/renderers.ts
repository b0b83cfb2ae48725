import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Change, PreviewJob, Question, SiteSummary, Target } from '#preview/messages.ts'
import { openRendererCompiler, preloaded } from './compile-renderer.ts'
import { type RenderProcess, type SpareProcess, startRenderProcess, startSpareProcess } from './render-process.ts'
import type { SourceChange } from './watch-code.ts'

/** The renderer in use. A new one takes its place when code changes; until that can answer, the old one does. */
export type Renderers = {
  readonly ready: Promise<SiteSummary>
  open(job: PreviewJob): void
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  /** Sets the listener for changes. */
  onChange(listener: (change: Change) => void): void
  /** Sets the listener for the end of the renderer in use, as when memory is short. Another renderer takes its place, one a minute at most. */
  onEnd(listener: () => void): void
  /** Gets ready for changes of code, so that they show soon. */
  prepare(): Promise<void>
  /**
   * Brings in what has changed: new code by a fresh renderer, anything else by the one that runs. False when a newer change will be brought
   * in instead. Throws the error that keeps the change from being rendered; the old state stays then.
   */
  bringIn(change: SourceChange): Promise<boolean>
  stop(): Promise<void>
}

/** How long other work waits, so that the pages of a new renderer are not slowed down. */
const calmMs = 1000
/** The least time between two new starts of a renderer that ended: one page may end every renderer that renders it. */
const revivalMs = 60_000
/** How long a new renderer waits for what the old one knows. An old one that code keeps busy for ever tells nothing. */
const handoverMs = 5000

/**
 * Starts the first renderer at once, so that it loads its code while the rest of the preview starts. `cache` is the cache folder, `config`
 * the file of the settings.
 */
export function startRenderers({ cache, config }: { cache: string; config: string }): Renderers {
  let hear = (_change: Change): void => {}
  let hearOfEnd = (): void => {}
  const onEnd = (): void => {
    if (isStopped || !current.hasEnded()) return
    revive()
    hearOfEnd()
  }
  const options = { cache, config, onChange: (change: Change): void => hear(change), onEnd }
  const compiler = openRendererCompiler(dirname(config))
  let current = startRenderProcess(options)
  let spare: SpareProcess | undefined
  let coming: RenderProcess | undefined
  let job: PreviewJob | undefined
  let targets: Target[] = []
  /** Whether code has changed since the current renderer was started. */
  let isBehind = false
  /** Whether code that reads and parses content has changed: the next renderer then reads everything of the service anew. */
  let isReadAnew = false
  let turn = 0
  let isStopped = false
  let revivedAt = -revivalMs

  const startSpare = (): SpareProcess => {
    const started = startSpareProcess(options)
    started.load(preloaded)
    return started
  }
  const prepareSpare = (): void => {
    if (!isStopped) spare ??= startSpare()
  }

  const revive = (): void => {
    const now = performance.now()
    if (!current.hasEnded() || now - revivedAt < revivalMs) return
    revivedAt = now
    current = startRenderProcess(options)
    if (job) current.open(job)
    current.watch(targets)
  }

  const takeOver = async (next: RenderProcess): Promise<void> => {
    const known = isReadAnew ? undefined : current.snapshot().catch(() => undefined) // a renderer that has ended gives none
    const snapshot = await Promise.race([known, sleep(handoverMs, undefined, { ref: false })])
    const locale = targets.at(-1)?.locale // the page that was opened last will be asked for first
    if (job) next.open({ ...job, ...(locale !== undefined && { locale }) }, snapshot)
    await next.ready
    if (coming !== next) return // code has changed once more, and the `renewCode` of that change has stopped `next`
    const old = current
    current = next
    coming = undefined
    isBehind = false
    isReadAnew = false
    current.watch(targets)
    old.stop()
  }

  const renewCode = async (): Promise<boolean> => {
    turn += 1
    const own = turn
    coming?.stop()
    coming = undefined
    const compiled = await compiler.compile()
    if (own !== turn || isStopped) return false
    const next = spare?.hasEnded() === false ? spare : startSpare()
    spare = undefined
    coming = next
    next.run(compiled)
    try {
      await takeOver(next)
    } catch (error) {
      next.stop()
      if (coming === next) throw error
    }
    void sleep(calmMs, undefined, { ref: false }).then(prepareSpare)
    return current === next
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
      revive()
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
    onEnd(listener) {
      hearOfEnd = listener
    },
    async prepare() {
      await compiler.compile() // later runs compile only what has changed
      prepareSpare()
    },
    async bringIn(change) {
      isBehind ||= change.hasNewCode
      isReadAnew ||= change.isReadAnew
      if (isBehind) return renewCode()
      revive()
      const renewed = current
      await renewed.renew().catch((error) => {
        if (renewed === current) throw error // else a newer one took its place, which has read everything
      })
      return renewed === current
    },
    async stop() {
      isStopped = true
      for (const process of [spare, coming, current]) process?.stop()
      await compiler.close()
    },
  }
}
