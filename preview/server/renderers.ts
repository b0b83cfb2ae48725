import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Change, PreviewJob, Question, SiteSummary, Target } from '#preview/messages.ts'
import { openRendererCompiler, preloaded } from './compile-renderer.ts'
import { type RenderProcess, type SpareProcess, startRenderProcess, startSpareProcess } from './render-process.ts'
import type { SourceChange } from './watch-code.ts'

/**
 * The renderer in use. When code changes, a new renderer replaces it. Until the new one can answer, the old one does.
 */
export type Renderers = {
  readonly ready: Promise<SiteSummary>
  open(job: PreviewJob): void
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  /** Sets the listener for changes. */
  onChange(listener: (change: Change) => void): void
  /**
   * Sets the listener for when the renderer in use has ended, for example because memory ran out. It gets the exit
   * code, or `null` if the renderer was killed. Another renderer replaces it, at most once a minute.
   */
  onEnd(listener: (code: number | null) => void): void
  /** Prepares for changes of code, so that they show soon. */
  prepare(): Promise<void>
  /**
   * Applies a change: new code with a new renderer, anything else with the running one. Resolves to false if a newer
   * change will be applied instead. Throws the error that prevents the change from being rendered. The old state stays
   * in that case.
   */
  applyChange(change: SourceChange): Promise<boolean>
  stop(): Promise<void>
}

/** How long other work waits, in milliseconds, so that it does not slow down the pages of a new renderer. */
const calmMs = 1000
/**
 * The least time between two restarts of a renderer that has ended, in milliseconds. A page may end every renderer that
 * renders it, and a service that is down lets none open the site.
 */
const revivalMs = 60_000
/**
 * How long a new renderer waits for what the old one knows, in milliseconds. An old renderer in an endless loop never
 * answers.
 */
const handoverMs = 5000

/** Starts the first renderer immediately, so that it loads its code while the rest of the preview starts. */
export function startRenderers({ cache, config }: Pick<PreviewJob, 'cache' | 'config'>): Renderers {
  let changeListener = (_change: Change): void => {}
  let endListener = (_code: number | null): void => {}
  const onEnd = (code: number | null): void => {
    if (isStopped || !current.hasEnded()) return
    revive()
    endListener(code)
  }
  const options = { cache, config, onChange: (change: Change): void => changeListener(change), onEnd }
  const compiler = openRendererCompiler(dirname(config))
  let current = startRenderProcess(options)
  let spare: SpareProcess | undefined
  let coming: RenderProcess | undefined
  let job: PreviewJob | undefined
  let targets: Target[] = []
  /** Whether code has changed since the current renderer was started. */
  let isBehind = false
  /**
   * Whether code that reads and parses content has changed. If so, the next renderer reads everything from the service
   * again.
   */
  let needsNewContent = false
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
    if (isStopped || !current.hasEnded() || now - revivedAt < revivalMs) return
    revivedAt = now
    current.stop() // if it only failed to open the site, its process still runs
    current = startRenderProcess(options)
    if (job) current.open(job)
    current.watch(targets)
  }

  const takeOver = async (next: RenderProcess): Promise<void> => {
    // a renderer that has ended returns no snapshot
    const known = needsNewContent ? undefined : current.snapshot().catch(() => undefined)
    const snapshot = await Promise.race([known, sleep(handoverMs, undefined, { ref: false })])
    // the page that was opened last will be requested first
    const locale = targets.at(-1)?.locale
    if (job) next.open({ ...job, ...(locale !== undefined && { locale }) }, snapshot)
    await next.ready
    // code has changed again, and the `renewCode` of that change has stopped `next`
    if (coming !== next) return
    const old = current
    current = next
    coming = undefined
    isBehind = false
    needsNewContent = false
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
        return current.ask(question) // the renderer was replaced while it answered
      }
    },
    watch(wanted) {
      targets = wanted
      current.watch(wanted)
    },
    onChange(listener) {
      changeListener = listener
    },
    onEnd(listener) {
      endListener = listener
    },
    async prepare() {
      await compiler.compile() // later runs compile only what has changed
      prepareSpare()
    },
    async applyChange(change) {
      isBehind ||= change.hasNewCode
      needsNewContent ||= change.needsNewContent
      if (isBehind) return renewCode()
      revive()
      const renewed = current
      await renewed.renew().catch((error) => {
        // otherwise a newer renderer has replaced it and has read everything
        if (renewed === current) throw error
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
