import { addAbortListener } from 'node:events'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { PictureCache } from '#publish/pictures/picture-cache.ts'

/** Writes a file into the export, with the writer of the build. */
export type WriteFile = (path: string, bytes: Uint8Array) => Promise<unknown>

/** Keeps a published file and returns its size in bytes; `undefined` if no published file has this path. */
export type KeepFile = (path: string) => number | undefined

/** A file that the export needs: its path, its key in the cache, and how to make it if the cache does not have it. */
export type EncodeJob = { path: string; key: string; make: () => Promise<Buffer> }

/** `fromCache` counts the files that no encoder made, including those that the export already has. */
export type EncodeCounts = { variants: number; encoded: number; fromCache: number; bytes: number }

export type EncodeQueue = {
  readonly counts: EncodeCounts
  /** Starts to make a file in the background. A file that was added before is not made again. */
  add(job: EncodeJob): void
  /** Uses every core from now on, and writes all files into the export. Throws the error that stopped any of them. */
  finish(onProgress?: (done: number, total: number) => void): Promise<void>
  /**
   * Starts no more work and waits for the running work. After an interruption it does not wait, because encoders cannot
   * be stopped.
   */
  stop(): Promise<void>
}

export type QueueOptions = { write: WriteFile; keep?: KeepFile; signal?: AbortSignal }

/** The number of threads in Node's pool, minus one for the files that are written at the same time. */
const maxJobs = Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1
const writesUnderWay = 8
const lookUpsAtOnce = 16

/**
 * Makes files on all cores except one while pages are rendered, and on all cores afterwards. If Node's pool has fewer
 * threads than the machine has cores, each job uses several cores.
 */
export async function openEncodeQueue(
  cache: PictureCache,
  { write, keep = () => undefined, signal }: QueueOptions,
): Promise<EncodeQueue> {
  const { sharp } = await import('./sharp.ts')
  const cores = availableParallelism()
  const jobsAtOnce = Math.max(1, Math.min(cores, maxJobs))
  sharp.concurrency(Math.ceil(cores / jobsAtOnce))
  const limit = pLimit(Math.max(1, jobsAtOnce - 1))
  const lookUps = pLimit(lookUpsAtOnce)
  const counts: EncodeCounts = { variants: 0, encoded: 0, fromCache: 0, bytes: 0 }
  /** The files by path. `cached` resolves when a file is in the cache. It is missing if the file stays as published. */
  const added = new Map<string, { job: EncodeJob; cached: Promise<void> | undefined }>()
  const encoded = new Set<string>()
  let isStopped = false

  /** Brings a file into the cache. */
  const bringIntoCache = async (job: EncodeJob): Promise<void> => {
    const isCached = await lookUps(async () => !isStopped && (await cache.has(job.key)))
    if (isCached) counts.fromCache += 1
    else await limit(encode, job)
  }

  const encode = async ({ key, make }: EncodeJob): Promise<void> => {
    if (isStopped) return
    if (cache.sizeOf(key)) {
      counts.fromCache += 1 // equal pictures with two names have one key
      return
    }
    cache.write(key, await make())
    encoded.add(key)
    counts.encoded += 1
  }

  /** Makes a file again if the cached one is damaged or was lost in the meantime. */
  const encodeAgain = async ({ key, make }: EncodeJob): Promise<Buffer> => {
    const bytes = await make()
    cache.write(key, bytes)
    if (encoded.has(key)) return bytes // lost after this build had made it, for example by "site cache --prune"
    encoded.add(key)
    counts.encoded += 1
    counts.fromCache -= 1
    return bytes
  }

  const publish = async (job: EncodeJob): Promise<void> => {
    const bytes = (await cache.read(job.key)) ?? (await limit(encodeAgain, job))
    await write(job.path, bytes)
    counts.bytes += bytes.length
  }

  return {
    counts,
    add(job) {
      if (added.has(job.path)) return
      counts.variants += 1
      const bytes = keep(job.path)
      if (bytes) {
        counts.fromCache += 1
        counts.bytes += cache.sizeOf(job.key) || bytes // the cache may have lost the file
      }
      const cached = bytes ? undefined : bringIntoCache(job)
      cached?.catch(() => {}) // `finish` throws the error
      added.set(job.path, { job, cached })
    },
    async finish(onProgress) {
      limit.concurrency = jobsAtOnce
      const writes = pLimit(writesUnderWay)
      let count = 0
      const publishOne = async (job: EncodeJob, cached: Promise<void> | undefined): Promise<void> => {
        if (cached) await cached.then(() => writes(publish, job))
        count += 1
        onProgress?.(count, added.size)
      }
      await untilAborted(Promise.all([...added.values()].map(({ job, cached }) => publishOne(job, cached))), signal)
    },
    async stop() {
      isStopped = true
      if (!signal?.aborted) await Promise.allSettled([...added.values()].map(({ cached }) => cached))
    },
  }
}

/** Returns the result of `work`. Throws the reason of `signal` as soon as it aborts. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  using _ = signal && addAbortListener(signal, () => reject(signal.reason))
  return await Promise.race([work, aborted])
}
