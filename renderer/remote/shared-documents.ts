import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import pLimit from 'p-limit'
import { untilAborted } from '#publish/pictures/encode/encode-queue.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { SentDocumentsOptions } from '#renderer/build/pages/sent-documents.ts'

const folder = 'documents'
const bodiesAtOnce = 32
/** The time limit for sending. The next plan sends the rest. */
const maxMs = 60_000

type Contents = SentDocumentsOptions['contents']
type Sharing = { job: Pick<BuildJob, 'remote' | 'signal'> } & Pick<SentDocumentsOptions, 'bodyOf'>

/**
 * Puts the documents of a plan into the remote cache, as the service sent them.
 * Documents that are already in the cache are left out.
 */
export async function shareDocuments(contents: Contents, { job: { remote, signal }, bodyOf }: Sharing): Promise<void> {
  const listed = await remote?.list(folder)
  if (!remote || !listed) return
  const wanted = new Set([...contents.values()].flatMap(({ digests }) => [...digests.values()]))
  const until = performance.now() + maxMs
  const share = async (checksum: string): Promise<void> => {
    if (performance.now() > until) return
    await remote.put(`${folder}/${checksum}`, () => {
      const body = bodyOf(checksum)
      return body && gzipSync(body, { level: 1 })
    })
  }
  const limit = pLimit(bodiesAtOnce)
  const shared = Promise.all([...wanted].filter((one) => !listed.has(one)).map((one) => limit(share, one)))
  await untilAborted(shared, signal)
}

/**
 * Returns a function that reads documents from the remote cache, by the checksum of the bytes that the service sent.
 */
export function sharedBodyOf({ remote, settings }: BuildJob): SentDocumentsOptions['sharedBody'] {
  if (!remote) return undefined
  const maxOutputLength = settings.limits.documentBytes
  return (checksum) =>
    remote.get(`${folder}/${checksum}`, (bytes) => {
      const body = gunzipSync(bytes, { maxOutputLength })
      if (hash('sha256', body) === checksum) return body
      throw new Error(`the document ${checksum} has another checksum`)
    })
}
