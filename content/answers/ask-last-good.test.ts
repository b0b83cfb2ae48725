import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTransport, type TransportOptions } from '#content/transport/transport.ts'
import { type DocumentService, serveDocuments } from '#tests/fixtures/served-documents.ts'
import { type AnswerStore, openAnswerStore } from './answer-store.ts'
import { askConditionally, askLastGood, requestName, type Wanted } from './ask.ts'
import { nameRequests } from './request-names.ts'

let folder: string
let service: DocumentService
const opened: { close(): Promise<void> }[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'last-good-'))
  service = await serveDocuments({ '/api/a': { body: 'first', etag: '"1"' } })
  opened.push(service)
})
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
  rmSync(folder, { recursive: true, force: true })
})

const wantedAt = (address: string, more: Partial<Wanted> = {}): Wanted => ({
  ...{ url: new URL(address), headers: { 'accept-locale': 'de' }, maxBytes: 1000, mayReach: () => true },
  ...more,
})
const wanted = (more: Partial<Wanted> = {}): Wanted => wantedAt(`${service.api}/a`, more)
const names = () => nameRequests(new URL(service.api), new URL(service.api))

/**
 * Returns the function that asks the service, and the function that returns the last good answer instead. `reported`
 * holds the times since which requests have failed.
 */
function open(store: AnswerStore, options: Partial<TransportOptions> = {}) {
  const transport = openTransport({ connections: 2, attempts: 1, ...options })
  opened.push(transport)
  const reported: string[] = []
  const ask = askConditionally(transport, names(), store)
  return { ask, last: askLastGood(names(), store, (since) => reported.push(since)), reported }
}

/** Runs a build, whose answers are kept for the next one. */
async function inBuild<T>(work: (parts: ReturnType<typeof open> & { store: AnswerStore }) => Promise<T>): Promise<T> {
  using store = openAnswerStore(join(folder, 'answers.sqlite'), 'service')
  const done = await work({ ...open(store), store })
  store.commit()
  return done
}

const textOf = ({ body }: { body: Buffer }): string => body.toString()

test('The last good answer is the one before the first failure, with the time of that failure', async () => {
  await inBuild(({ ask }) => ask(wanted()))
  const since: string[][] = []
  for (const body of ['broken', 'broken otherwise']) {
    service.documents['/api/a'] = { body, status: 500 }
    await inBuild(async ({ ask, last, reported }) => {
      expect((await ask(wanted())).status).toBe(500)
      expect(textOf(await last(wanted()))).toBe('first')
      since.push(reported)
    })
  }
  expect(since[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(since[1]).toEqual(since[0])
})

test('The last good answer is kept while the caller refuses newer ones, until the service confirms one', async () => {
  const request = requestName(wanted(), names())
  await inBuild(({ ask }) => ask(wanted()))
  service.documents['/api/a'] = { body: 'of a wrong shape', etag: '"2"' }
  await inBuild(async ({ ask, last }) => {
    expect(textOf(await ask(wanted()))).toBe('of a wrong shape')
    expect(textOf(await last(wanted()))).toBe('first')
  })
  await inBuild(async ({ ask, store }) => {
    expect(store.lastGood(request)).toBeDefined()
    expect(textOf(await ask(wanted()))).toBe('of a wrong shape') // confirmed by a 304, and accepted this time
  })
  await inBuild(async ({ store }) => expect(store.lastGood(request)).toBeUndefined())
})

test('The last good answer is the last answer if that was good, without a failure to report', async () => {
  using store = openAnswerStore(undefined, 'service')
  const { ask, last, reported } = open(store)
  await ask(wanted({ updatedAt: '2026-01-01' }))
  expect(textOf(await last(wanted({ updatedAt: '2026-02-02' })))).toBe('first')
  expect(reported).toEqual([])
})

test('There is no last good answer without an earlier answer, or above the size limit', async () => {
  using store = openAnswerStore(undefined, 'service')
  const { ask, last } = open(store)
  await expect(last(wanted())).rejects.toMatchObject({ finding: { code: 'service-error' } })
  await ask(wanted())
  expect(textOf(await last(wanted({ maxBytes: 5 })))).toBe('first')
  await expect(last(wanted({ maxBytes: 4 }))).rejects.toThrow(`No earlier answer is kept for "${service.api}/a".`)
})

test('A truncated answer is not kept as a good one', async () => {
  using store = openAnswerStore(undefined, 'service')
  const { ask } = open(store)
  await ask(wanted({ isWhole: () => false }))
  expect(store.find(requestName(wanted(), names()))).not.toHaveProperty('hash')
})

test('A request to a forbidden origin is not noted', async () => {
  using store = openAnswerStore(undefined, 'service')
  const { ask } = open(store)
  await expect(ask(wanted({ mayReach: () => false }))).rejects.toMatchObject({ finding: { code: 'service-refused' } })
  expect(store.requests()).toEqual([])
})

test('A kept answer of an origin that is no longer allowed is not used, even if its date is trusted', async () => {
  const elsewhere = await serveDocuments({ '/b': { body: 'moved' } })
  opened.push(elsewhere)
  const { origin } = new URL(elsewhere.api)
  service.documents['/api/a'] = { body: '', status: 302, location: `${origin}/b` }
  using store = openAnswerStore(undefined, 'service')
  const { ask } = open(store)
  const trusted = { updatedAt: '2026-01-01', trustUpdatedAt: true }
  expect(textOf(await ask(wanted(trusted)))).toBe('moved')
  const mayReach = (url: URL): boolean => url.origin !== origin
  await expect(ask(wanted({ ...trusted, mayReach }))).rejects.toMatchObject({ finding: { code: 'service-refused' } })
})

test('The end of a build does not count as the outcome of a request', async () => {
  using store = openAnswerStore(undefined, 'service')
  await open(store).ask(wanted())
  const { ask } = open(store, { signal: AbortSignal.abort(new Error('interrupted')) })
  await expect(ask(wanted())).rejects.toThrow('interrupted')
  expect(store.find(requestName(wanted(), names()))?.status).toBe(200)
})

test('A request is reported by its locale and the name of its address', () => {
  expect(requestName(wanted(), names())).toBe('de api:/a')
  expect(requestName(wanted({ headers: {} }), names())).toBe('* api:/a')
})
