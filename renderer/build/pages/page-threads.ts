import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { SiteError } from '#content/finding.ts'
import { printContents } from '#renderer/site/content-parts.ts'
import type { SiteData } from '#renderer/site/site.ts'
import type { ThreadPage, ThreadStart, ThreadTask } from './page-thread.ts'
import { releaseMemory } from './release-memory.ts'

/** A thread that makes pages and stages them. */
export type PageThread = {
  /** Makes pages, after those that were asked for before. Throws a `SiteError` when the thread ends before it answers. */
  make(tasks: ThreadTask[]): Promise<ThreadPage[]>
}

export type PageThreads = AsyncDisposable & { threads: PageThread[] }

export type StartThreads = {
  count: number
  /** The script of a thread: `page-thread.ts`, or what it is compiled to. */
  script: string
  data: SiteData
  engine: ThreadStart['engine']
  /** Where pages are staged. */
  folder: string | undefined
}

/** Starts threads that render pages of a site; they end when this is disposed of, whatever they are at. */
export async function startPageThreads({ count, script, data, engine, folder }: StartThreads): Promise<PageThreads> {
  await releaseMemory()
  const { contents, ...rest } = data
  const site = shared(serialize(rest))
  const parts = new Map(
    printContents(contents)
      .entries()
      .map(([locale, part]) => [locale, shared(part)] as const),
  )
  const workerData: ThreadStart = { engine, site, contents: parts, folder }
  const bytes = [site, ...parts.values()].reduce((sum, { length }) => sum + length, 0)
  const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: memoryLimit(bytes) }
  const workers = Array.from({ length: count }, () => new Worker(script, { workerData, resourceLimits }))
  return {
    threads: workers.map(overMessages),
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.terminate()))
      await releaseMemory()
    },
  }
}

/** The bytes in memory that all threads share. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/**
 * How many megabytes the objects of a thread may take: eight times the bytes of its site, and enough for the largest page. V8 by itself
 * would take much more, because it collects garbage the later, the more a thread may hold.
 */
function memoryLimit(bytesOfSite: number): number {
  return 128 + Math.ceil((8 * bytesOfSite) / 2 ** 20)
}

function overMessages(worker: Worker): PageThread {
  const waiting: PromiseWithResolvers<ThreadPage[]>[] = []
  let ended: SiteError | undefined
  const end = (cause: unknown): void => {
    ended ??= threadEnded(cause)
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  worker.on('message', (pages: ThreadPage[]) => waiting.shift()?.resolve(pages))
  worker.on('error', end)
  worker.on('messageerror', end)
  worker.on('exit', (code) => end(new Error(`it left with the code ${code}`)))
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
        ? 'Build again with --workers 0: one process may hold more than a thread.'
        : 'Build again with --workers 0, which renders in one process and reports more of the cause.',
    },
    { cause },
  )
}
