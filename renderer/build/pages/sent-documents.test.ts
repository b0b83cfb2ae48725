import { hash } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { openClient } from '#content/client/client.ts'
import { page, smallSite } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { sentDocuments } from './sent-documents.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

const source = { kind: 'document' as const, collection: 'pages' as const, key: '2' }
const route = { locale: 'de', source }

type Crawled = { now: object; crawled: string; kept?: string; shared?: string }

/**
 * Returns the documents of a service whose page "2" is now `now`. The crawl read `crawled` for this page. This machine
 * still has the bytes `kept` of it, and the remote cache the bytes `shared`.
 */
async function documentsOf({ now, crawled, kept, shared }: Crawled) {
  const site = { ...smallSite(), pages: { ...smallSite().pages, 2: { ...now } } }
  const service = await startFixtureService({ locales: { de: site } })
  const limits = { documentBytes: 5_000_000, documentDepth: 64 }
  const client = openClient({ api: service.api, concurrency: 2, limits, retryDelayMs: 1 })
  opened.push(service, client)
  const contents = new Map([['de', { digests: new Map([['pages/2', hash('sha256', crawled)]]) }]])
  const bodyOf = (checksum: string) =>
    kept !== undefined && checksum === hash('sha256', kept) ? Buffer.from(kept) : undefined
  const sharedBody = async (checksum: string) =>
    shared !== undefined && checksum === hash('sha256', shared) ? Buffer.from(shared) : undefined
  return { documents: sentDocuments({ contents, bodyOf, sharedBody, client }), service }
}

const about = page('2', 'About')
const sent = JSON.stringify(about)

it('returns a kept document without a request to the service', async () => {
  const { documents, service } = await documentsOf({ now: about, crawled: sent, kept: sent })
  expect(await documents.documentOf(route)).toEqual({ body: Buffer.from(sent), hash: hash('sha256', sent) })
  expect(documents.find('de', 'pages', '2')).toMatchObject({ title: 'About' })
  expect(service.requests).toEqual([])
})

it('uses a shared document if none is kept here, without a request to the service', async () => {
  const { documents, service } = await documentsOf({ now: about, crawled: sent, shared: sent })
  expect(await documents.documentOf(route)).toEqual({ body: Buffer.from(sent), hash: hash('sha256', sent) })
  expect(service.requests).toEqual([])
})

it('requests lost documents from the service again', async () => {
  const { documents, service } = await documentsOf({ now: about, crawled: sent })
  expect(documents.find('de', 'pages', '2')).toBeUndefined()
  const again = await documents.documentOf(route)
  expect([Buffer.from(again?.body ?? []).toString(), again?.hash]).toEqual([sent, hash('sha256', sent)])
  expect(service.requests).toHaveLength(1)
})

it('refuses a document that has changed', async () => {
  const { documents } = await documentsOf({ now: page('2', 'Edited'), crawled: sent })
  await expect(documents.documentOf(route)).rejects.toMatchObject({
    finding: {
      code: 'document-changed',
      message: 'The document "pages/2" (de) changed at the service while the site was being built.',
      where: { locale: 'de', document: '/pages/2' },
    },
  })
})

it('has nothing for pages without a document, or with one that was not read', async () => {
  const { documents } = await documentsOf({ now: about, crawled: sent })
  expect(await documents.documentOf({ locale: 'de', source: { kind: 'error', status: 404 } })).toBeUndefined()
  expect(await documents.documentOf({ locale: 'de', source: { ...source, key: '7' } })).toBeUndefined()
  expect(await documents.documentOf({ locale: 'fr', source })).toBeUndefined()
})
