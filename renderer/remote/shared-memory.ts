import { hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pLimit from 'p-limit'
import * as z from 'zod'
import { identityOf } from '#content/answers/answer-store.ts'
import { answersFormat } from '#content/answers/answers-file.ts'
import { draftOf, removeOldDrafts } from '#publish/replace-file.ts'
import { toolsOf } from '#renderer/build/build-fingerprint.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { memoryFile } from '#renderer/build/memory-file.ts'
import { storeFormat } from '#renderer/reads/store-rows.ts'
import type { RemoteCache } from './remote-cache.ts'

const kinds = ['answers', 'pages'] as const
type Kind = (typeof kinds)[number]

/** A file is kept in pieces, each under its digest. After a small change, most of them are already in the cache. */
const pieceBytes = 4 * 1024 * 1024
const piecesFolder = 'memory-parts'
const piecesAtOnce = 4
/** The time limit for fetching a file, and for sending one. The rest is given up. */
const maxMs = 60_000

const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** The object that names the pieces of a file, in order. */
const listSchema = z.strictObject({ parts: z.array(digest).min(1).max(10_000) })

/**
 * Fetches the file of answers and the page store of this site from the remote cache, if this machine does not have
 * them. They are checked again when they are opened. `isMissing` is true if a file was requested but was missing or
 * damaged in the cache.
 */
export async function downloadMemory(job: BuildJob): Promise<{ isMissing: boolean }> {
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

/** Fetches a whole file, or writes none if that fails. Resolves to whether the file was fetched. */
async function takeFile(file: string, pieces: string[], remote: RemoteCache): Promise<boolean> {
  const draft = draftOf(file) // as large as the file
  const limit = pLimit(piecesAtOnce)
  const until = performance.now() + maxMs
  let isWhole = true
  let target: number | undefined
  const take = async (piece: string, at: number): Promise<void> => {
    isWhole &&= performance.now() < until
    const bytes = isWhole
      ? await remote.get(`${piecesFolder}/${piece}`, (object) => gunzipSync(object, { maxOutputLength: pieceBytes }))
      : undefined
    if (bytes && target !== undefined) writeSync(target, bytes, 0, bytes.length, at * pieceBytes)
    else isWhole = false
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    removeOldDrafts(file)
    target = openSync(draft, 'w')
    const failed = (): void => {
      isWhole = false
    }
    // No piece may be written after the file is closed.
    await Promise.all(pieces.map((piece, at) => limit(take, piece, at).catch(failed)))
    if (isWhole) renameSync(draft, file)
    return isWhole
  } catch {
    return false // the disk may be full, which the store that opens the file next reports
  } finally {
    if (target !== undefined) closeSync(target)
    rmSync(draft, { force: true })
  }
}

/**
 * Puts the file of answers and the page store of this site into the remote cache. If `downloadMemory` missed a file,
 * pieces are sent even if the cache lists them, because the listed pieces may be damaged.
 */
export async function uploadMemory(job: BuildJob, { isMissing }: { isMissing: boolean }): Promise<void> {
  const listed = await job.remote?.list(piecesFolder)
  if (!job.remote || !listed) return
  for (const kind of kinds) {
    const file = memoryFile(job, kind)
    if (file === undefined || !existsSync(file)) continue
    const isThere = (piece: string): boolean => !isMissing && listed.has(piece)
    // The file may be gone by now.
    const pieces = await shareFile(file, { remote: job.remote, isThere }).catch(() => undefined)
    if (pieces) await job.remote.put(listName(job, kind), Buffer.from(JSON.stringify({ parts: pieces })))
  }
}

type Sharing = { remote: RemoteCache; isThere: (piece: string) => boolean }

/**
 * Sends the pieces of a file that are not in the cache. Returns the digests of all
 * pieces. Undefined if one could not be sent.
 */
async function shareFile(file: string, { remote, isThere }: Sharing): Promise<string[] | undefined> {
  const source = openSync(file, 'r')
  const limit = pLimit(piecesAtOnce)
  const until = performance.now() + maxMs
  const share = async (at: number): Promise<string | undefined> => {
    const buffer = Buffer.alloc(pieceBytes)
    const bytes = buffer.subarray(0, readSync(source, buffer, 0, pieceBytes, at * pieceBytes))
    const piece = hash('sha256', bytes)
    if (isThere(piece)) return piece
    const isSent =
      performance.now() < until && (await remote.put(`${piecesFolder}/${piece}`, () => gzipSync(bytes, { level: 1 })))
    return isSent ? piece : undefined
  }
  try {
    const count = Math.ceil(statSync(file).size / pieceBytes)
    const pieces = await Promise.all(Array.from({ length: count }, (_, at) => limit(share, at).catch(() => undefined)))
    return pieces.every((piece) => piece !== undefined) ? pieces : undefined
  } finally {
    closeSync(source)
  }
}

/**
 * The name of the list of a file: equal on all machines whose builds can use each other's files. Only the last part of
 * the export folder's path counts, because machines keep it in different places.
 */
function listName(job: BuildJob, kind: Kind): string {
  const { family, locales, out } = job
  const versions = kind === 'answers' ? answersFormat.version : [storeFormat.version, toolsOf(job)]
  const what = JSON.stringify([kind, versions, identityOf(job), family.id, locales, basename(resolve(out))])
  return `memory/${hash('sha256', what)}`
}
