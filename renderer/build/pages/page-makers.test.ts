import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SiteError } from '#content/finding.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import type { Writer } from '#publish/writer.ts'
import type { Route } from '#renderer/plan/route.ts'
import { openPageStore } from '#renderer/reads/page-store.ts'
import { assignQuestionIds } from '#renderer/reads/question-ids.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { type OpenMakersOptions, openPageMakers } from './page-makers.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-makers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const { site, data, routeAt } = testSite({ locales: { pl: smallSite() } })
const routes = ['/', '/about', '/blog'].map(routeAt)

/** Opens makers for pages. Reading the document of one of them, `/about`, fails with `error`. */
async function open(
  writer: Pick<Writer, 'write' | 'threadStaging'>,
  error: Error,
  threads?: OpenMakersOptions['threads'],
) {
  const documentOf = async ({ path, locale, source }: Route) => {
    if (path === '/about') throw error
    if (source.kind !== 'document') return undefined
    const document = site.documents.find(locale, source.collection, source.key)
    return { body: Buffer.from(JSON.stringify(document)), hash: path }
  }
  const questionIds = assignQuestionIds(openPageStore(undefined, 'tools'), { stillTrue: new Map() })
  return openPageMakers({ data, engine: 'react', site, pages: routes.length, documentOf, writer, questionIds, threads })
}

const lost = new SiteError({
  code: 'document-changed',
  message: 'It changed.',
  where: { locale: 'pl' },
  hint: 'Again.',
})
const asFinding = { finding: { code: 'document-changed', where: { locale: 'pl', path: '/about' } } }

test('A page whose document is no longer available is an error that names it, and the other pages are made', async () => {
  const writer = await openDirectoryWriter(join(folder, 'out'))
  await using opened = await open(writer, lost)
  const made = await opened.makers[0]?.(routes)
  expect(made).toMatchObject([{ written: { path: 'index.html' } }, asFinding, { written: { path: 'blog/index.html' } }])
  await writer.discard()
})

test('Any other error of a document ends the build', async () => {
  const writer = await openDirectoryWriter(join(folder, 'out'))
  await using opened = await open(writer, new Error('interrupted'))
  await expect(opened.makers[0]?.(routes)).rejects.toThrow('interrupted')
  await writer.discard()
})

test('A thread gets the pages that have a document, and its answers belong to these', async () => {
  const script = join(folder, 'thread.cjs')
  await writeFile(
    script,
    `const { parentPort } = require('node:worker_threads')
     const reads = { asked: new Uint32Array(), fresh: [] }
     parentPort.on('message', (tasks) => parentPort.postMessage(tasks.map(({ file }) => (
       { page: { placeholders: '[]', findings: [{ code: 'title-missing', message: file }], reads, staged: { path: file, state: 'existing', sha256: file, bytes: 1 } } }))))`,
  )
  const writer = await openDirectoryWriter(join(folder, 'out'))
  await using opened = await open(writer, lost, { count: 1, script })
  expect(opened.makers).toHaveLength(2)
  const made = await opened.makers[0]?.(routes)
  const of = (path: string) => ({ written: { path }, page: { findings: [{ message: path }] } })
  expect(made).toMatchObject([of('index.html'), asFinding, of('blog/index.html')])
  await opened[Symbol.asyncDispose]()
  await expect(opened.makers[0]?.(routes)).rejects.toThrow('ended before its work was done')
  await writer.discard()
})

test('Without the script of a thread, which newer code may have removed, this process renders alone', async () => {
  const writer = await openDirectoryWriter(join(folder, 'out'))
  await using opened = await open(writer, lost, { count: 2, script: join(folder, 'gone.cjs') })
  expect(opened.makers).toHaveLength(1)
  await writer.discard()
})
