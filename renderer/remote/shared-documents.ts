import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import pLimit from 'p-limit'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import { untilAborted } from '#publish/pictures/encode-queue.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'

const folder = 'documents'
const bodiesAtOnce = 32
/** What is not sent in this time is left to the next plan. */
const mostMs = 60_000

type Contents = ReadonlyMap<string, Pick<LocaleContent, 'digests'>>
type Sharing = { job: Pick<BuildJob, 'remote' | 'signal'>; bodyOf: (checksum: string) => Buffer | undefined }

/** Puts every document of a plan that is not there yet into the remote cache, as the service sent it. */
export async function shareDocuments(contents: Contents, { job: { remote, signal }, bodyOf }: Sharing): Promise<void> {
  const there = await remote?.list(folder)
  if (!remote || !there) return
  const wanted = new Set([...contents.values()].flatMap(({ digests }) => [...digests.values()]))
  const until = performance.now() + mostMs
  const share = async (checksum: string): Promise<void> => {
    const body = performance.now() > until ? undefined : bodyOf(checksum)
    if (body) await remote.put(`${folder}/${checksum}`, gzipSync(body, { level: 1 }))
  }
  const limit = pLimit(bodiesAtOnce)
  const shared = Promise.all([...wanted].filter((one) => !there.has(one)).map((one) => limit(share, one)))
  await untilAborted(shared, signal)
}

/** Gives documents out of the remote cache, by the checksum of what the service sent. */
export function sharedBodyOf({
  remote,
  settings,
}: BuildJob): ((checksum: string) => Promise<Buffer | undefined>) | undefined {
  const maxOutputLength = settings.limits.documentBytes
  return (
    remote &&
    ((checksum) =>
      remote.get(`${folder}/${checksum}`, (bytes) => {
        const body = gunzipSync(bytes, { maxOutputLength })
        if (hash('sha256', body) === checksum) return body
        throw new Error(`the document ${checksum} has another checksum`)
      }))
  )
}
