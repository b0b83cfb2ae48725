import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SiteError, UsageError } from '#content/finding.ts'
import {
  type Answer,
  type Change,
  noticeSchema,
  type Order,
  type PreviewJob,
  type Question,
  type Target,
} from '#preview/messages.ts'

/** The hidden command that is a renderer. */
export const rendererCommand = 'preview-renderer'

/** What the server must know of the site; the default locale comes first. */
export type SiteSummary = { apiBase: string; locales: string[] }

/** A renderer in a process of its own. */
export type RenderProcess = {
  /** When it can answer: what it says of the site. Rejected when it cannot be opened, or ends. */
  ready: Promise<SiteSummary>
  /** Opens the site; may be called while the process still starts. */
  open(job: PreviewJob, snapshot?: unknown): void
  ask(question: Question): Promise<Answer>
  watch(targets: Target[]): void
  snapshot(): Promise<unknown>
  stop(): void
}

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

const compiled = fileURLToPath(new URL('../../cli/site.js', import.meta.url))
const sources = fileURLToPath(new URL('../child/main.ts', import.meta.url))

export type RenderProcessOptions = {
  /** Folder of what is kept between runs. */
  cache: string
  /** The sources have changed since the command line was compiled; then they are run as they stand, which starts sooner. */
  isChanged: boolean
  onChange: (change: Change) => void
}

/** Starts a renderer; it runs the code as it stands now. */
export function startRenderProcess({ cache, isChanged, onChange }: RenderProcessOptions): RenderProcess {
  const child = fork(isChanged ? sources : compiled, isChanged ? [] : [rendererCommand], {
    execArgv: isChanged ? ['--import', import.meta.resolve('tsx/esm')] : [],
    serialization: 'advanced', // bytes stay bytes
    env: { ...withoutToken(process.env), NODE_ENV: 'production', NODE_COMPILE_CACHE: join(cache, 'compiled') },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, Waiting>()
  let count = 0
  const opened = Promise.withResolvers<SiteSummary>()
  opened.promise.catch(() => {}) // told to whoever waits
  const end = (error: Error): void => {
    opened.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  child.on('exit', () => end(new Error('The renderer of the preview has ended.')))
  child.on('error', end)
  child.on('message', (message) => {
    const notice = noticeSchema.parse(message)
    if (notice.type === 'ready') opened.resolve({ apiBase: notice.apiBase, locales: notice.locales })
    if (notice.type === 'failed') end(failureOf(notice))
    if (notice.type === 'changed') onChange(notice.change)
    if (notice.type !== 'answer' && notice.type !== 'snapshot') return
    const value = notice.type === 'answer' ? notice.answer : notice.snapshot
    waiting.get(notice.id)?.resolve(value as never) // of the type that the order of this id asked for
    waiting.delete(notice.id)
  })

  const order = <T>(make: (id: number) => Order): Promise<T> => {
    count += 1
    const id = count
    const answered = Promise.withResolvers<T>()
    waiting.set(id, { resolve: answered.resolve, reject: answered.reject })
    send(child, make(id))
    return answered.promise
  }

  return {
    ready: opened.promise,
    open: (job, snapshot) => send(child, { type: 'open', job, snapshot }),
    async ask(question) {
      await opened.promise
      return order<Answer>((id) => ({ type: 'ask', id, question }))
    },
    watch: (targets) => send(child, { type: 'watch', targets }),
    snapshot: () => order((id) => ({ type: 'snapshot', id })),
    stop() {
      if (child.connected) child.disconnect()
      child.kill()
    },
  }
}

function send(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => {}) // a process that ended is told by its `exit`
}

/** The token goes to the renderer by message, so that it stands in no environment that could be printed. */
function withoutToken({ SITE_API_TOKEN: _, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env
}

function failureOf({
  message,
  hint,
  isUsage,
}: {
  message: string
  hint?: string | undefined
  isUsage: boolean
}): Error {
  if (isUsage) return new UsageError(message, hint === undefined ? {} : { hint })
  return new SiteError({ code: 'build-unexpected', message, ...(hint && { hint }) })
}
