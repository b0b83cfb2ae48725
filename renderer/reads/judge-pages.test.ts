import { expect, test } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { type Judgement, judgePages } from './judge-pages.ts'
import { notePages } from './note-pages.ts'
import { type KnownPage, openPageMemory, type PageMemory } from './page-memory.ts'
import { createRecorder } from './record-site.ts'

type Content = ReturnType<typeof smallSite>
const nothing: Judgement = { stale: new Map(), standing: [], holding: new Map() }

/** A memory of pages each of which read the title of its own document, and two of which read the time zone. */
function remember(memory: PageMemory, content: Content): PageMemory {
  const { site } = testSite({ locales: { pl: content } })
  const recorder = createRecorder(site)
  const notes = notePages(site, memory, nothing)
  const pages = new Map<string, KnownPage>()
  for (const [key, file] of Object.entries({ 1: 'index.html', 2: 'about/index.html', 3: 'blog/index.html' })) {
    const { page } = recorder.record(() => {
      if (key !== '3') recorder.ask('timeZone')
      return recorder.ask('document', 'pl', 'pages', key)?.title
    })
    pages.set(file, {
      ...{
        file,
        locale: 'pl',
        slug: '/',
        href: '/' as KnownPage['href'],
        asked: notes.idsOf(page),
        stamps: [],
        sha256: file,
        bytes: 1,
      },
      ...{ findings: [], reasons: [], build: 1 },
    })
  }
  const { questions, answers } = notes.allOf(pages.values())
  memory.save({ questions, pages, steps: new Map(), facts: {} }, answers)
  Object.assign(memory.last, { questions, pages })
  return memory
}

function judge(content: Content, { force, zone }: { force?: string; zone?: string } = {}): Record<string, unknown> {
  using memory = remember(openPageMemory(undefined, 'tools'), smallSite())
  const { site, routes } = testSite({ locales: { pl: content } })
  if (zone) site.settings.timeZone = zone
  const writer = { ...openMemoryWriter(), published: (path: string) => ({ path, sha256: path, bytes: 1 }) }
  const own = routes.filter(({ source }) => source.kind === 'document' && source.collection === 'pages')
  const { stale, standing } = judgePages({ site, memory, routes: own, writer, job: { force } })
  expect(stale.size + standing.length).toBe(own.length)
  return Object.fromEntries(stale)
}

function withPage(key: string, more: Record<string, unknown>): Content {
  const content = smallSite()
  return { ...content, pages: { ...content.pages, [key]: { ...content.pages?.[key], ...more } } }
}

test('Pages whose questions have the answers of before stand', () => {
  expect(judge(smallSite())).toEqual({})
})

test('A page is stale when a field that it read is another one, and the reason names it', () => {
  expect(judge(withPage('2', { title: 'Other' }))).toEqual({
    'about/index.html': [
      {
        kind: 'answer',
        question: '["document","pl","pages","2"]',
        changes: [{ path: 'title', was: '"About"', is: '"Other"' }],
      },
    ],
  })
})

test('What no page read, there before or new, makes none stale', () => {
  expect(judge(withPage('2', { id: 'other', updatedAt: '2026-01-01', theme: { title: 'New' } }))).toEqual({})
})

test('Every page that asked a question is stale when its answer differs', () => {
  expect(Object.keys(judge(smallSite(), { zone: 'Europe/London' }))).toEqual(['index.html', 'about/index.html'])
})

test('A page of which nothing is known is new, and a sentence can have all rendered', () => {
  const content = withPage('new', { id: 'new', title: 'New', blocks: [] })
  const nodes = [
    ...(content.nodes ?? []),
    { nodeType: 'article', action: 'index', slug: '/new', nodeReference: 'new', crumbs: [] },
  ]
  expect(judge({ ...content, nodes })).toEqual({ 'new/index.html': [{ kind: 'new' }] })
  expect(Object.values(judge(smallSite(), { force: 'Wanted.' }))).toEqual(
    Array(3).fill([{ kind: 'all', why: 'Wanted.' }]),
  )
})
