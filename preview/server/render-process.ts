import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { SiteError, UsageError } from '#content/finding.ts'
import { faultPlace, keepSourceMap } from '#content/wording/fault-place.ts'
import type {
  Answer,
  Call,
  Change,
  Notice,
  Order,
  PreviewJob,
  Question,
  SiteSummary,
  SpareOrder,
  Target,
} from '#preview/messages.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import type { CompiledRenderer } from './compile-renderer.ts'

/** The hidden command that runs a renderer. */
const rendererCommand = 'preview-renderer'

/** A renderer in a separate process. */
export type RenderProcess = {
  /**
   * Resolves to what the renderer says about the site, once it can answer. Rejects if the site cannot be opened, or if
   * the process ends.
   */
  ready: Promise<SiteSummary>
  /** Opens the site. May be called while the process is still starting. */
  open(job: PreviewJob, snapshot?: unknown): void
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  /** Reads everything again that is neither code nor content. Throws the error that prevents it. */
  renew(): Promise<void>
  snapshot(): Promise<unknown>
  /** Whether it can answer nothing any more: the process has ended, or the site could not be opened. */
  hasEnded(): boolean
  stop(): void
}

/** A process that has loaded packages, and becomes a renderer by running the code that it receives. */
export type SpareProcess = RenderProcess & { load(packages: string[]): void; run(compiled: CompiledRenderer): void }

const compiled = join(toolRoot, 'cli/site.js')
const spare = join(toolRoot, 'preview/child/spare.js')

export type RenderProcessOptions = Pick<PreviewJob, 'cache' | 'config'> & {
  onChange: (change: Change) => void
  /**
   * Called when a process has ended, before pending calls are rejected. `code` is its exit code, or `null` if it was
   * killed or stopped.
   */
  onEnd: (code: number | null) => void
}

/** Starts a renderer with the code as it is when the process starts. */
export function startRenderProcess(options: RenderProcessOptions): RenderProcess {
  const child = startNode(compiled, [rendererCommand, '--config', options.config, '--cache', options.cache])
  return overChannel(child, options)
}

/** Starts a process for code that does not exist yet. */
export function startSpareProcess(options: RenderProcessOptions): SpareProcess {
  const child = startNode(spare, [])
  return {
    ...overChannel(child, options),
    load: (packages) => send(child, { type: 'load', packages }),
    run({ code, bundle, map }) {
      keepSourceMap(bundle, map)
      send(child, { type: 'run', code, bundle })
      send(child, { type: 'map', bundle, map })
    },
  }
}

function startNode(file: string, args: string[]): ChildProcess {
  const child = fork(file, args, {
    // Node warns about a feature that a spare process uses to run code
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced', // bytes stay bytes
    env: { ...withoutToken(process.env), NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  child.stderr?.on('data', (text) => process.stderr.write(text))
  return child
}

function overChannel(child: ChildProcess, { onChange, onEnd }: RenderProcessOptions): RenderProcess {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  const opened = Promise.withResolvers<SiteSummary>()
  opened.promise.catch(() => {}) // callers that wait for it get the error
  let ended: Error | undefined
  const end = (error: Error): void => {
    ended = error
    opened.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  child.on('exit', (code) => {
    onEnd(code)
    const way =
      code === null
        ? '. Load the page again in a minute, or start the preview again.'
        : ` with exit code ${code}. Remove calls of "process.exit" from the code of the site, or mend the error that was printed. Then load the page again.`
    end(ended ?? new Error(`The renderer of the preview has ended${way}`))
  })
  child.on('error', end)
  child.on('message', (notice: Notice) => {
    if (notice.type === 'ready') opened.resolve(notice.site)
    if (notice.type === 'failed') end(failureOf(notice))
    if (notice.type === 'changed') onChange(notice.change)
    if (notice.type !== 'done') return
    const { resolve, reject } = waiting.get(notice.id) ?? {}
    waiting.delete(notice.id)
    if (notice.failure === undefined) resolve?.(notice.value)
    else reject?.(new Error(notice.failure))
  })

  const call = async (order: Call): Promise<unknown> => {
    if (ended) throw ended
    count += 1
    const done = Promise.withResolvers<unknown>()
    waiting.set(count, done)
    send(child, { ...order, id: count })
    return done.promise
  }

  return {
    ready: opened.promise,
    open: (job, snapshot) => send(child, { type: 'open', job, snapshot }),
    async ask(question) {
      await opened.promise
      return (await call({ type: 'ask', question })) as Answer // `main.ts` answers with this type
    },
    watch: (targets) => send(child, { type: 'watch', targets }),
    async renew() {
      await call({ type: 'renew' })
    },
    snapshot: () => call({ type: 'snapshot' }),
    hasEnded: () => ended !== undefined || child.exitCode !== null || child.signalCode !== null,
    stop() {
      if (child.connected) child.disconnect()
      child.stderr?.destroy() // esbuild would print a hundred lines if it loses this process while it is bundling
      child.kill('SIGKILL') // code in an endless loop reacts to nothing else
    },
  }
}

function send(child: ChildProcess, order: Order | SpareOrder): void {
  if (child.connected) child.send(order, () => {}) // `exit` reports that the process has ended
}

/** Removes the token from the environment, where it could be printed. The renderer gets it in a message. */
function withoutToken({ SITE_API_TOKEN: _, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env
}

function failureOf({ message, hint, isUsage, stack }: Extract<Notice, { type: 'failed' }>): Error {
  if (isUsage) return new UsageError(message, hint === undefined ? {} : { hint })
  const place = stack && faultPlace(Object.assign(new Error(message), { stack }), { but: toolRoot })
  const way = hint ?? (place && `The error is in ${place}.`)
  return new SiteError({ code: 'build-unexpected', message, ...(way && { hint: way }) })
}
