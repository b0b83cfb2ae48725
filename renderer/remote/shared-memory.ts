import { hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pLimit from 'p-limit'
import * as z from 'zod'
import { identityOf } from '#content/answers/answer-store.ts'
import { answersFormat } from '#content/answers/answers-file.ts'
import { memoryFile, toolsOf } from '#renderer/build/build-frame.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { storeFormat } from '#renderer/reads/store-rows.ts'
import type { RemoteCache } from './remote-cache.ts'

const kinds = ['answers', 'pages'] as const
type Kind = (typeof kinds)[number]

/** A file is kept in parts by their digest, so that after a small change most of them are there already. */
const partBytes = 4 * 1024 * 1024
const partsFolder = 'memory-parts'
const partsAtOnce = 4
/** What does not come, or go, in this time is left. */
const mostMs = 60_000

const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** Names the parts of a file, in their order. */
const listSchema = z.strictObject({ parts: z.array(digest).min(1).max(10_000) })

/**
 * Takes from the remote cache what builds of this site remember (its answers and page store), where this machine has nothing of it. The
 * stores check what they are given once more. Tells whether something was looked for and not found, or not as it was sent.
 */
export async function takeMemory(job: BuildJob): Promise<{ isMissing: boolean }> {
  let isMissing = false
  if (job.dryRun || job.only || job.snapshot?.from) return { isMissing }
  for (const kind of kinds) {
    const file = memoryFile(job, kind)
    if (!job.remote || file === undefined || existsSync(file)) continue
    const list = await job.remote.get(listName(job, kind), (bytes) => listSchema.parse(JSON.parse(bytes.toString())))
    const isTaken = list !== undefined && (await takeFile(file, list.parts, job.remote))
    isMissing ||= !isTaken
  }
  return { isMissing }
}

/** All of a file, or nothing; tells which. */
async function takeFile(file: string, parts: string[], remote: RemoteCache): Promise<boolean> {
  const draft = `${file}.${process.pid}.tmp`
  const limit = pLimit(partsAtOnce)
  const until = performance.now() + mostMs
  let isWhole = true
  let target: number | undefined
  const take = async (part: string, at: number): Promise<void> => {
    isWhole &&= performance.now() < until
    const bytes = isWhole ? await remote.get(`${partsFolder}/${part}`, (object) => openPart(part, object)) : undefined
    if (bytes && target !== undefined) writeSync(target, bytes, 0, bytes.length, at * partBytes)
    else isWhole = false
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    target = openSync(draft, 'w')
    const failed = (): void => {
      isWhole = false
    }
    await Promise.all(parts.map((part, at) => limit(take, part, at).catch(failed))) // none goes on after the file is closed
    if (isWhole) renameSync(draft, file)
    return isWhole
  } catch {
    return false // a disk that takes nothing is told by the store that is opened next
  } finally {
    if (target !== undefined) closeSync(target)
    rmSync(draft, { force: true })
  }
}

function openPart(part: string, object: Buffer): Buffer {
  const bytes = gunzipSync(object, { maxOutputLength: partBytes })
  if (hash('sha256', bytes) !== part) throw new Error(`the part ${part} has another checksum`)
  return bytes
}

/** Puts what builds of this site remember into the remote cache; where something was missing, parts that seem to be there too. */
export async function shareMemory(job: BuildJob, { isMissing }: { isMissing: boolean }): Promise<void> {
  const there = await job.remote?.list(partsFolder)
  if (!job.remote || !there) return
  for (const kind of kinds) {
    const file = memoryFile(job, kind)
    if (file === undefined || !existsSync(file)) continue
    const isThere = (part: string): boolean => !isMissing && there.has(part)
    const parts = await shareFile(file, { remote: job.remote, isThere }).catch(() => undefined) // it is there no more
    if (parts) await job.remote.put(listName(job, kind), Buffer.from(JSON.stringify({ parts })))
  }
}

type Sharing = { remote: RemoteCache; isThere: (part: string) => boolean }

/** The digests of the parts of a file, once all of them are there; nothing where that failed. */
async function shareFile(file: string, { remote, isThere }: Sharing): Promise<string[] | undefined> {
  const source = openSync(file, 'r')
  const limit = pLimit(partsAtOnce)
  const until = performance.now() + mostMs
  const share = async (at: number): Promise<string | undefined> => {
    const buffer = Buffer.alloc(partBytes)
    const bytes = buffer.subarray(0, readSync(source, buffer, 0, partBytes, at * partBytes))
    const part = hash('sha256', bytes)
    if (isThere(part)) return part
    const isSent =
      performance.now() < until && (await remote.put(`${partsFolder}/${part}`, gzipSync(bytes, { level: 1 })))
    return isSent ? part : undefined
  }
  try {
    const count = Math.ceil(statSync(file).size / partBytes)
    const parts = await Promise.all(Array.from({ length: count }, (_, at) => limit(share, at).catch(() => undefined)))
    return parts.every((part) => part !== undefined) ? parts : undefined
  } finally {
    closeSync(source)
  }
}

/** The same for builds on all machines that can use each other's. Of the folder of the export its own name counts, not where it stands. */
function listName(job: BuildJob, kind: Kind): string {
  const { family, locales, out } = job
  const of = kind === 'answers' ? answersFormat.version : [storeFormat.version, toolsOf(job)]
  const what = JSON.stringify([kind, of, identityOf(job), family.id, locales, basename(resolve(out))])
  return `memory/${hash('sha256', what)}`
}
