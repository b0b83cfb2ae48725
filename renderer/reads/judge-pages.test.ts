import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { contentKeyOf } from '#renderer/plan/current-address.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { type Judgement, judgePages } from './judge-pages.ts'
import { digestOf, type KnownBuild, type KnownPage } from './known-build.ts'
import { createReadPacker } from './pack-reads.ts'
import { openPageStore, type PageStore } from './page-store.ts'
import { assignQuestionIds } from './question-ids.ts'
import { createRecorder } from './recorder.ts'

type Content = ReturnType<typeof smallSite>
const nothing: Judgement = { rebuild: new Map(), stillTrue: new Map() }

/** Returns a site with this content. The service sent `sent`, which the code `contentCode` parsed. */
function siteOf(content: Content, { sent = content, contentCode = 'code' }: Judging = {}) {
  const { site, contents, routes } = testSite({ locales: { pl: content } })
  const digests = new Map(
    Object.entries(sent.pages ?? {}).map(([id, page]) => [`pages/${id}`, digestOf(JSON.stringify(page))]),
  )
  for (const one of contents.values()) one.digests = digests
  site.code = { core: [], modules: new Map(), digests: new Map(), contentDigest: contentCode }
  return { site, routes }
}

/** Returns a function that finds a document, as the service sent it, by its checksum. */
const bodiesOf = (content: Content) => {
  const bodies = new Map(Object.values(content.pages ?? {}).map((page) => [digestOf(JSON.stringify(page)), page]))
  return (checksum: string) => {
    const page = bodies.get(checksum)
    return page && Buffer.from(JSON.stringify(page))
  }
}

/** Saves a build of three pages. Each read its own document, and two also read the time zone and the brand. */
function saveBuild(store: PageStore): KnownBuild {
  const { site, routes } = siteOf(smallSite())
  const recorder = createRecorder(site)
  const questionIds = assignQuestionIds(store, nothing)
  const [pack, idsOf] = [createReadPacker(site), questionIds.ofRenderer()]
  const pages = new Map<string, KnownPage>()
  const contentKeys = new Map(routes.map((route) => [route.file, contentKeyOf(route) ?? '']))
  for (const [key, file] of Object.entries({ 1: 'index.html', 2: 'about/index.html', 3: 'blog/index.html' })) {
    const { page } = recorder.record(() => {
      if (key !== '3') recorder.ask('timeZone')
      if (key !== '3') recorder.ask('fact', 'pl', 'brand')
      return recorder.ask('document', 'pl', 'pages', key)
    })
    pages.set(file, {
      ...{
        file,
        locale: 'pl',
        slug: '/',
        href: `/${dirname(file)}`,
        contentKey: contentKeys.get(file) ?? '',
        asked: idsOf(pack(page.reads)),
        placeholders: '[]',
        sha256: file,
        bytes: 1,
      },
      ...{ findings: [], reasons: [], build: 1 },
    })
  }
  const { questions } = questionIds.allOf(pages.values())
  const build = { questions, pages, steps: new Map(), documents: new Map(), facts: {} }
  store.save(build)
  return build
}

type Judging = {
  /** A file of the export that differs from the published file. */
  touched?: string
  force?: string
  zone?: string
  brand?: string
  contentCode?: string
  withoutBodies?: boolean
  sent?: Content
}

function judged(content: Content, judging: Judging = {}) {
  const { force, zone, brand, withoutBodies, touched } = judging
  using opened = openPageStore(undefined, 'tools')
  const store: PageStore = { ...opened, previous: saveBuild(opened) }
  const { site, routes } = siteOf(content, judging)
  if (zone) site.settings.timeZone = zone
  if (brand) site.settings.brand.name = brand
  const sumOf = (path: string): string => (path === touched ? 'touched' : path)
  const writer = { ...openMemoryWriter(), published: (path: string) => ({ path, sha256: sumOf(path), bytes: 1 }) }
  const own = routes.filter(({ source }) => source.kind === 'document' && source.collection === 'pages')
  const bodyOf = withoutBodies ? () => undefined : bodiesOf(smallSite())
  const judgement = judgePages({ site, store, routes: own, writer, bodyOf, job: { force } })
  return judgement
}

const judge = (content: Content, judging: Judging = {}) => Object.fromEntries(judged(content, judging).rebuild)

function withPage(key: string, more: Record<string, unknown>): Content {
  const content = smallSite()
  return { ...content, pages: { ...content.pages, [key]: { ...content.pages?.[key], ...more } } }
}

test('Pages whose questions have the same answers as before are reused', () => {
  const { rebuild, stillTrue } = judged(smallSite())
  expect([...rebuild]).toEqual([])
  expect([...stillTrue.values()]).toContainEqual(
    expect.objectContaining({ question: '["timeZone"]', answer: digestOf('"Europe/Warsaw"') }),
  )
})

test('A page is rebuilt when a field of its document changed, and the reason names the field', () => {
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

test('A document that was only sent differently rebuilds no page, and the new form is noted', () => {
  const { id, title, ...more } = smallSite().pages?.[2] ?? {}
  const sent = withPage('2', {})
  Object.assign(sent.pages ?? {}, { 2: { ...more, title, id, updatedAt: '2026-01-01', unheardOf: true } })
  const { rebuild, stillTrue } = judged(sent)
  expect(rebuild.size).toBe(0)
  const [known] = [...stillTrue.values()].filter(({ question }) => question.includes('"2"'))
  expect(known?.answer).toBe(`${digestOf(JSON.stringify(sent.pages?.[2]))} code`)
})

test('A document whose earlier bytes are missing counts as changed', () => {
  const content = withPage('2', { updatedAt: '2026-01-01' })
  const changed = [{ kind: 'answer', question: '["document","pl","pages","2"]', changes: [{ path: '' }] }]
  expect(judge(content, { withoutBodies: true })).toEqual({ 'about/index.html': changed })
  expect(judge(content)).toEqual({})
})

test('A document that was sent unchanged is not read, unless other code parses it, which is reported instead of a change', () => {
  const parsedOtherwise = withPage('2', { title: 'Other' })
  expect(judge(parsedOtherwise, { sent: smallSite() })).toEqual({})
  const why = 'Its content is now parsed by different code, in the tool or in the schema of a block.'
  expect(Object.values(judge(smallSite(), { contentCode: 'other' }))).toEqual(Array(3).fill([{ kind: 'all', why }]))
  expect(judge(withPage('2', { title: 'Other' }), { contentCode: 'other' })['about/index.html']).toMatchObject([
    { kind: 'answer', changes: [{ path: '' }] },
  ])
})

test('Every page that asked a question is rebuilt when its answer differs', () => {
  expect(Object.keys(judge(smallSite(), { zone: 'Europe/London' }))).toEqual(['index.html', 'about/index.html'])
  expect(judge(smallSite(), { brand: 'Other' })['index.html']).toMatchObject([{ changes: [{ path: '' }] }])
})

test('A page is rebuilt when its file in the export was edited, which is reported beside other changes', () => {
  const touched = 'about/index.html'
  expect(judge(smallSite(), { touched })).toEqual({ [touched]: [{ kind: 'file' }] })
  expect(judge(withPage('2', { title: 'Other' }), { touched })).toMatchObject({
    [touched]: [{ kind: 'file' }, { kind: 'answer', changes: [{ path: 'title' }] }],
  })
})

test('A page with a question that is no longer known is rebuilt, and no other', () => {
  using opened = openPageStore(undefined, 'tools')
  const build = saveBuild(opened)
  const [first = 0] = build.questions.keys()
  const questions = new Map([...build.questions].filter(([id]) => id !== first))
  const store: PageStore = { ...opened, previous: { ...build, questions } }
  const { site, routes } = siteOf(smallSite())
  const writer = { ...openMemoryWriter(), published: (path: string) => ({ path, sha256: path, bytes: 1 }) }
  const { rebuild } = judgePages({ site, store, routes: routes.slice(0, 3), writer, job: {} })
  const asking = [...build.pages.values()].filter(({ asked }) => asked.includes(first)).map(({ file }) => file)
  const why = 'What was known of it was damaged.'
  expect([...rebuild]).toEqual(asking.map((file) => [file, [{ kind: 'all', why }]]))
  expect(asking.length).toBeLessThan(3)
})

test.each([
  ['is not told as new', true],
  ['is told as new where none was published at its file', false],
])('A page that is unknown because the page store is damaged %s', (_, isPublished) => {
  using opened = openPageStore(undefined, 'tools')
  const { pages, ...build } = saveBuild(opened)
  const others = new Map([...pages].filter(([file]) => file !== 'index.html'))
  const notice = 'Some pages are made anew, because 1 entry is damaged.'
  const store: PageStore = { ...opened, notice, previous: { ...build, pages: others } }
  const { site, routes } = siteOf(smallSite())
  const published = (path: string) =>
    path !== 'index.html' || isPublished ? { path, sha256: path, bytes: 1 } : undefined
  const writer = { ...openMemoryWriter(), published }
  const { rebuild } = judgePages({ site, store, routes: routes.slice(0, 3), writer, job: {} })
  expect(rebuild.get('index.html')).toEqual([isPublished ? { kind: 'all', why: notice } : { kind: 'new' }])
})

test('A page that read from a locale which is no longer built is rebuilt, because its source is gone', () => {
  using opened = openPageStore(undefined, 'tools')
  const build = saveBuild(opened)
  const [first = 0] = build.questions.keys()
  const [question, answer] = ['["list","de","posts"]', '["1"]']
  const questions = new Map([...build.questions, [first, { id: first, question, answer: digestOf(answer) }] as const])
  const store: PageStore = { ...opened, previous: { ...build, questions }, answer: () => answer }
  const { site, routes } = siteOf(smallSite())
  const writer = { ...openMemoryWriter(), published: (path: string) => ({ path, sha256: path, bytes: 1 }) }
  const { rebuild } = judgePages({ site, store, routes: routes.slice(0, 3), writer, job: {} })
  expect(rebuild.get('index.html')).toContainEqual({ kind: 'answer', question, changes: [{ path: '', was: answer }] })
})

test('A changed answer is reported with the one before, if that was kept', () => {
  using opened = openPageStore(undefined, 'tools')
  const build = saveBuild(opened)
  const [[first, known] = []] = [...build.questions].filter(([, { question }]) => question === '["timeZone"]')
  if (first === undefined || !known) throw new Error('The pages asked for the time zone.')
  const was = '"Asia/Tokyo"'
  const questions = new Map([...build.questions, [first, { ...known, answer: digestOf(was) }] as const])
  const answer = (digest: string) => (digest === digestOf(was) ? was : undefined)
  const { site, routes } = siteOf(smallSite())
  const writer = { ...openMemoryWriter(), published: (path: string) => ({ path, sha256: path, bytes: 1 }) }
  const store: PageStore = { ...opened, previous: { ...build, questions }, answer }
  const { rebuild, stillTrue } = judgePages({ site, store, routes: routes.slice(0, 2), writer, job: {} })
  const changes = [{ path: '', was, is: '"Europe/Warsaw"' }]
  expect(rebuild.get('index.html')).toEqual([{ kind: 'answer', question: '["timeZone"]', changes }])
  expect(stillTrue.has(first)).toBe(false)
})

test('Another address of a page that keeps its address is new, and names none', () => {
  const nodes = [...(smallSite().nodes ?? []), { ...smallSite().nodes?.[1], slug: '/about-us' }]
  expect(judge({ ...smallSite(), nodes })).toEqual({ 'about-us/index.html': [{ kind: 'new' }] })
})

test('A page that moved names its former address', () => {
  const nodes = (smallSite().nodes ?? []).map((node) => (node.slug === '/about' ? { ...node, slug: '/moved' } : node))
  expect(judge({ ...smallSite(), nodes })).toMatchObject({ 'moved/index.html': [{ kind: 'new', from: '/about' }] })
})

test('A further page of a list is just new, although the list has left the address of another', () => {
  using store = openPageStore(undefined, 'tools')
  const build = saveBuild(store)
  const content = smallSite({ posts: 2, perPage: 1 })
  const nodes = content.nodes?.map((node) => (node.slug === '/blog' ? { ...node, slug: '/news' } : node)) ?? []
  const { site, routes } = siteOf({ ...content, nodes })
  const writer = { ...openMemoryWriter(), published: (path: string) => ({ path, sha256: path, bytes: 1 }) }
  const { rebuild } = judgePages({ site, store: { ...store, previous: build }, routes, writer, job: {} })
  expect(rebuild.get('news/page/2/index.html')).toEqual([{ kind: 'new' }])
})

test('A new error page names no other one that is gone', () => {
  using store = openPageStore(undefined, 'tools')
  const { pages, ...build } = saveBuild(store)
  const { contentKey: _, ...lost } = pages.get('index.html') as KnownPage
  const gone = { ...lost, file: 'de/404.html', href: '/de/404.html' }
  const previous = { ...build, pages: new Map([...pages, [gone.file, gone]]) }
  const { site, routes } = siteOf(smallSite())
  const writer = { ...openMemoryWriter(), published: (path: string) => ({ path, sha256: path, bytes: 1 }) }
  const { rebuild } = judgePages({ site, store: { ...store, previous }, routes, writer, job: {} })
  expect(rebuild.get('404.html')).toEqual([{ kind: 'new' }])
})

test('An unknown page is new, and a sentence can make all pages be rendered', () => {
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
