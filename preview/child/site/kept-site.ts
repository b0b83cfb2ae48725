import { createHash, hash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { identityOf } from '#content/answers/answer-store.ts'
import type { Finding } from '#content/finding.ts'
import type { LoadedJob } from '#preview/child/load-job.ts'
import { replaceFile } from '#publish/replace-file.ts'
import type { SiteContent } from '#renderer/plan/plan-site.ts'
import { stampOf } from '#renderer/sources/file-stamp.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import type { PictureSnapshot } from './lazy-pictures.ts'
import { isPartlyRead } from './preview-site.ts'

/** What a renderer passes to the one that replaces it, so that nothing is read twice. */
export type RendererSnapshot = { content: SiteContent; pictures: PictureSnapshot }

const sealBytes = 32
/** Folders of the code that reads content and pictures. */
const readingCode = ['content/', 'publish/pictures/', 'preview/child/']

/**
 * Returns what the last preview of the same service held, so that the next one can show its first page before it has
 * read the whole site. The site is read again right after that. Undefined if the file is damaged, or comes from other
 * code or another service.
 */
export async function readKeptSite(job: LoadedJob): Promise<RendererSnapshot | undefined> {
  const file = await readFile(fileOf(job)).catch(() => undefined)
  const body = file?.subarray(sealBytes)
  if (!file || !body || !sealOf(body, job).equals(file.subarray(0, sealBytes))) return undefined
  // only bytes that `keepSite` wrote have this seal
  return deserialize(body) as RendererSnapshot
}

/**
 * Keeps what a renderer holds for the next preview. If the service failed to deliver a part of it, what an earlier
 * preview kept stays: the next one would begin without that part.
 */
export async function keepSite(
  job: LoadedJob,
  snapshot: RendererSnapshot,
  readErrors: readonly Finding[],
): Promise<void> {
  if (isPartlyRead(readErrors)) return
  const body = serialize(snapshot)
  const file = fileOf(job)
  await mkdir(join(job.cache, 'preview'), { recursive: true })
  replaceFile(file, Buffer.concat([sealOf(body, job), body]))
}

function fileOf(job: LoadedJob): string {
  const name = hash('sha256', `${identityOf(job)} ${job.family.id} ${job.images}`).slice(0, 16)
  return join(job.cache, 'preview', `${name}.site`)
}

/**
 * Returns a digest of the bytes and of everything that determines their meaning: service, settings, and the code that
 * reads content.
 */
function sealOf(body: Uint8Array, job: LoadedJob): Buffer {
  const folders = [...readingCode.map((folder) => join(toolRoot, folder)), join(job.siteRoot, 'blocks')]
  const code = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const file = join(folder, name)
      const stats = statSync(file, { throwIfNoEntry: false }) // an editor may have removed it, or made a link to nothing
      return `${file} ${stats && stampOf(stats)}`
    }),
  )
  const meaning = JSON.stringify([process.version, identityOf(job), job.settings, job.locales, code.sort()])
  return createHash('sha256').update(meaning).update(body).digest()
}
