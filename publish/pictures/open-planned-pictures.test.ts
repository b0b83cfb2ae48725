import { expect, it } from 'vitest'
import { Findings, SiteError } from '#content/finding.ts'
import { openPlannedPictures } from './open-planned-pictures.ts'
import { originalOf } from './plan-picture.ts'

const url = '/m/a.jpg'
const source = { url, hash: 'a'.repeat(64), mime: 'image/jpeg', width: 70, height: 40, isAnimated: false }

/** Publishes a picture of a plan as it is, from a service that answers with `fetchFile`. */
async function publish(fetchFile: () => Promise<{ body: Buffer; hash: string }>): Promise<void> {
  const planned = { ...source, decodingBytes: 9000, bytes: 4 }
  const known = new Map([[url, { source: planned, original: originalOf(planned as never) }]])
  await using pictures = await openPlannedPictures({
    ...{ fetchFile, maxPixels: 1e8, findings: new Findings(), isOwn: () => true, encoding: undefined },
    ...{ data: { known } as never, write: async () => {} }, // only the fields that originals use
  })
  await pictures.finish()
}

const answered = (kind: string) => async () => {
  const message = `"${url}" answered ${kind}.`
  throw new SiteError({ code: 'service-error', message, failure: { kind, attempts: 1 } })
}

it('asks for a new plan when a picture was removed or has changed since it was planned', async () => {
  const finding = { code: 'document-changed', hint: 'Make a new plan, and build its shards.' }
  for (const kind of ['404', '410']) {
    const message = `The picture "${url}" was removed since the site was planned.`
    await expect(publish(answered(kind))).rejects.toMatchObject({ finding: { ...finding, message } })
  }
  const message = `The picture "${url}" has changed since the site was planned.`
  const other = async () => ({ body: Buffer.from('other'), hash: 'b'.repeat(64) })
  await expect(publish(other)).rejects.toMatchObject({ finding: { ...finding, message } })
})

it('says what to do when the service fails to send a planned picture', async () => {
  const finding = { code: 'service-error', hint: expect.stringContaining('find out why the service is failing') }
  await expect(publish(answered('503'))).rejects.toMatchObject({ finding })
})
