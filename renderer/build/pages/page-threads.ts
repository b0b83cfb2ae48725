import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { SiteError } from '#content/finding.ts'
import { packContents } from '#renderer/site/content-pieces.ts'
import type { SiteData } from '#renderer/site/site.ts'
import type { ThreadPage, ThreadStart, ThreadTask } from './page-thread.ts'
import { releaseMemory } from './release-memory.ts'

/** A thread that makes pages and stages them. */
export type PageThread = {
  /** Makes pages, after those of earlier calls. Throws a `SiteError` if the thread ends before it answers. */
  make(tasks: ThreadTask[]): Promise<ThreadPage[]>
}

export type PageThreads = AsyncDisposable & { threads: PageThread[] }

export type StartThreadsOptions = Pick<ThreadStart, 'engine' | 'folder'> & {
  count: number
  /** The script of a thread: `page-thread.ts`, or the file that it is compiled to. */
  script: string
  data: SiteData
}

/** Starts threads that render pages of a site. Disposing of the result ends them, even while they are rendering. */
export async function startPageThreads(options: StartThreadsOptions): Promise<PageThreads> {
  const { count, script, data, engine, folder } = options
  await releaseMemory()
  const { contents, ...rest } = data
  const site = shared(serialize(rest))
  const pieces = new Map(
    packContents(contents)
      .entries()
      .map(([locale, piece]) => [locale, shared(piece)] as const),
  )
  const workerData: ThreadStart = { engine, site, contents: pieces, folder }
  const bytes = [site, ...pieces.values()].reduce((sum, { length }) => sum + length, 0)
  const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: memoryLimit(bytes) }
  const workers = Array.from({ length: count }, () => new Worker(script, { workerData, resourceLimits }))
  return {
    threads: workers.map(openThread),
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.terminate()))
      await releaseMemory()
    },
  }
}

/** A copy of the bytes in memory that all threads share. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/**
 * The limit of a thread's old generation in megabytes: eight times the bytes of its site, plus enough for the largest
 * page. V8's own limit would cost much more memory: the higher the limit, the later V8 collects garbage.
 */
function memoryLimit(bytesOfSite: number): number {
  return 128 + Math.ceil((8 * bytesOfSite) / 2 ** 20)
}

/** Hands tasks to a worker in messages. A worker answers each message, in the order in which they arrive. */
function openThread(worker: Worker): PageThread {
  const waiting: PromiseWithResolvers<ThreadPage[]>[] = []
  let ended: SiteError | undefined
  const end = (cause: unknown): void => {
    ended ??= threadEnded(cause)
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  worker.on('message', (pages: ThreadPage[]) => waiting.shift()?.resolve(pages))
  worker.on('error', end)
  worker.on('messageerror', end)
  worker.on('exit', (code) => end(new Error(`it exited with the code ${code}`)))
  return {
    async make(tasks) {
      if (ended) throw ended
      const answer = Promise.withResolvers<ThreadPage[]>()
      worker.postMessage(tasks)
      waiting.push(answer)
      return answer.promise
    },
  }
}

function threadEnded(cause: unknown): SiteError {
  const isOutOfMemory = (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new SiteError(
    {
      code: 'worker-ended',
      message: `A thread that renders pages ended before its work was done: ${(cause as Error).message}.`,
      hint: isOutOfMemory
        ? 'Build again with --workers 0. A single process may use more memory than a thread.'
        : 'Build again with --workers 0, which renders in one process and reports more about the cause.',
    },
    { cause },
  )
}
