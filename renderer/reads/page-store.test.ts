import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestOf, type KnownBuild, type KnownPage } from './known-build.ts'
import { openNamedPages, openPageStore, readBuildFacts, readPageStore } from './page-store.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-store-'))
  file = join(folder, 'pages.sqlite')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const page = (name: string, more: Partial<KnownPage> = {}): KnownPage => ({
  ...{
    file: name,
    locale: 'pl',
    slug: '/',
    href: '/',
    asked: Uint32Array.of(1, 2),
    placeholders: '[[3,"address","main.js"]]',
  },
  ...{ findings: [], sha256: 'a'.repeat(64), bytes: 5, reasons: [{ kind: 'new' }], build: 1 },
  ...more,
})
const json = '{"a":1}'
const known = (): KnownBuild => ({
  questions: new Map([
    [1, { id: 1, question: '["text","pl","a"]', answer: digestOf(json) }],
    [2, { id: 2, question: '["document"]', answer: 'y' }],
  ]),
  pages: new Map([
    ['index.html', page('index.html')],
    ['a.html', page('a.html', { asked: Uint32Array.of(2 ** 31 + 5) })],
  ]),
  steps: new Map([['bundle', { inputs: 'i', sources: { 'a.ts': '1' }, files: { 'main.js': '2' }, result: [1] }]]),
  documents: new Map([['posts/abc', { facts: { title: 'A' }, pictures: '[]' }]]),
  facts: { names: { assets: [], integrity: [] }, out: '/out' },
})

const empty: KnownBuild = {
  ...{ questions: new Map(), pages: new Map(), steps: new Map(), documents: new Map() },
  facts: { out: '/out' },
}

function save(next = known()): void {
  using store = openPageStore(file, 'tools')
  store.keepAnswer(digestOf(json), json)
  store.keepAnswer(digestOf(json), json) // two questions may have the same answer
  store.save(next)
}

function open(identity = 'tools') {
  using store = openPageStore(file, identity)
  const { notice, build, previous } = store
  return { notice, build, previous, answer: store.answer(digestOf(json)), unknown: store.answer('none') }
}

test('A build is kept once a reader of the file is gone, such as "site explain" during the save', async () => {
  save()
  const code = `const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(file)})
    database.exec('BEGIN')
    database.prepare('SELECT * FROM page').all()
    process.stdout.write('looking')
    setTimeout(() => database.close(), 300)`
  const child = spawn(process.execPath, ['-e', code])
  await once(child.stdout, 'data')
  using store = openPageStore(file, 'tools')
  store.save({ ...store.previous, pages: new Map([['b.html', page('b.html')]]) })
  expect(store.notice).toBeUndefined()
  await once(child, 'close')
  expect([...open().previous.pages.keys()]).toEqual(['b.html'])
})

test('What a build saves is what the next build finds', () => {
  save()
  const { notice, build, previous, answer, unknown } = open()
  expect(notice).toBeUndefined()
  expect(build).toBe(2)
  expect(previous).toMatchObject(known())
  expect(answer).toBe(json)
  expect(unknown).toBeUndefined()
  expect(readBuildFacts(file)).toMatchObject({ out: '/out', build: 1, identity: 'tools' })
  expect(readBuildFacts(join(folder, 'none'))).toEqual({})
  expect(readBuildFacts(undefined)).toEqual({})
  expect(existsSync(join(folder, 'none'))).toBe(false)
})

test('A fact that a build leaves undefined is not kept', () => {
  save({ ...known(), facts: { out: '/out', notedBy: undefined } }) // the types allow it
  const { notice, previous } = open()
  expect([notice, previous.facts]).toEqual([undefined, { out: '/out', build: 1, identity: 'tools' }])
})

test('Only changes are written, and pages and answers that are gone are forgotten', () => {
  save()
  {
    using store = openPageStore(file, 'tools')
    const { questions, pages, facts } = store.previous
    const [, two] = [...questions.values()]
    const kept = new Map(two && [[2, { ...two, answer: 'z' }]])
    const pagesKept = new Map([...pages].slice(0, 1))
    store.save({ questions: kept, pages: pagesKept, steps: new Map(), documents: new Map(), facts })
  }
  const { previous, notice, answer } = open()
  expect(notice).toBeUndefined()
  expect([...previous.questions.values()]).toEqual([{ id: 2, question: '["document"]', answer: 'z' }])
  expect([...previous.pages.keys()]).toEqual(['a.html'])
  expect(previous.steps.size).toBe(0)
  expect(answer).toBeUndefined()
})

test('An answer is removed with the last question that had it', () => {
  save()
  {
    using store = openPageStore(file, 'tools')
    store.save({ ...store.previous, questions: new Map([...store.previous.questions].filter(([id]) => id !== 1)) })
  }
  expect(open().answer).toBeUndefined()
})

test('Answers of a build that is not saved are removed', () => {
  save()
  const other = '"other"'
  {
    using store = openPageStore(file, 'tools')
    store.keepAnswer(digestOf(other), other)
  }
  using store = openPageStore(file, 'tools')
  store.save(store.previous)
  expect([store.answer(digestOf(other)), store.answer(digestOf(json))]).toEqual([undefined, json])
})

test('An answer of several questions is kept once', () => {
  const { questions, ...others } = known()
  const alike = { id: 3, question: '["text","pl","b"]', answer: digestOf(json) }
  save({ ...others, questions: new Map([...questions, [3, alike]]) })
  const db = new DatabaseSync(file)
  expect(db.prepare('SELECT count(*) AS n FROM answer').get()?.n).toBe(1)
  db.close()
})

test('A file of other tools or another format, or a damaged or foreign one, is replaced, with a notice', async () => {
  const spoils: (() => unknown)[] = [
    () => writeFile(file, 'x'),
    () => writeFile(file, ''),
    () => writeFile(file, 'no database, but rather long: '.repeat(100)),
    () => change('PRAGMA user_version = 99'),
    () => change("UPDATE about SET value = 99 WHERE name = 'build'"),
    async () => {
      await rm(file)
      change("CREATE TABLE songs AS SELECT 'One' AS title")
    },
  ]
  for (const spoil of spoils) {
    save()
    await spoil()
    const { notice, build, previous } = open()
    expect(notice, String(spoil)).toMatch(
      /^Everything is made again, because the results kept in ".*" cannot be used: .+\.$/,
    )
    expect([build, previous.pages.size, previous.questions.size]).toEqual([1, 0, 0])
    expect(open().notice).toBeUndefined()
  }
  save()
  expect(open('other tools').notice).toContain('the file was made with other versions of the tools')
})

test.each<[string, string, (previous: KnownBuild) => unknown, unknown]>([
  ['page', "UPDATE page SET known = replace(known, '5', '6')", ({ pages }) => pages.size, 0],
  ['questions of a page', 'UPDATE page SET asked = zeroblob(length(asked))', ({ pages }) => pages.size, 0],
  ['page in another place', "UPDATE page SET file = 'b.html' WHERE file = 'a.html'", ({ pages }) => pages.size, 1],
  ['question', 'UPDATE question SET answer = question WHERE id = 2', ({ questions }) => [...questions.keys()], [1]],
  ['id', 'UPDATE question SET id = 9 WHERE id = 2', ({ questions }) => [...questions.keys()], [1]],
  ['step', "UPDATE step SET known = '{}'", ({ steps }) => steps.size, 0],
  ['document', "UPDATE document SET notes = '{}'", ({ documents }) => documents.size, 0],
])('A damaged row is ignored with a notice, and the next build writes everything again: %s', (_, sql, look, left) => {
  save()
  change(sql)
  const { notice, previous, build } = open()
  expect(build).toBe(2)
  expect(look(previous)).toEqual(left)
  expect(notice).toMatch(
    /^Some pages, notes of documents, styles or lists are made again, because (1 entry is|\d entries are) damaged in ".*"\.$/,
  )
  save()
  expect(open().notice).toBeUndefined()
  expect(open().previous).toMatchObject(known())
  change(sql)
  save(empty)
  expect(open().notice).toBeUndefined()
})

test('A damaged answer is ignored', () => {
  save()
  change("UPDATE answer SET json = '{}'")
  expect(open().answer).toBeUndefined()
})

test('A file that is only looked at is never changed', async () => {
  save()
  const before = await readFile(file)
  {
    using store = readPageStore(file)
    expect(store.previous.pages.size).toBe(2)
  }
  await writeFile(file, 'spoilt')
  {
    using store = readPageStore(file)
    expect(store.notice).toContain('Nothing can be explained, because the results kept in')
    expect(readBuildFacts(file)).toEqual({})
  }
  expect(await readFile(file, 'utf8')).toBe('spoilt')
  await writeFile(file, before)
  expect(open().previous.pages.size).toBe(2)
})

test('A file that cannot be written is removed, with a notice that the next build starts from scratch', () => {
  save()
  using store = openPageStore(file, 'tools')
  change('DROP TABLE step; DROP TABLE answer')
  expect(store.answer(digestOf(json))).toBeUndefined()
  store.save({ ...known(), steps: new Map() })
  expect(store.notice).toBe(
    `The next build makes everything again, because the results of this one cannot be kept in "${file}": no such table: step.`,
  )
  expect(existsSync(file)).toBe(false)
})

test('An answer that could not be kept is reported when the build is saved', () => {
  using store = openPageStore(file, 'tools')
  store.keepAnswer('digest', null as unknown as string) // SQLite refuses it, like every answer on a full disk
  store.save(known())
  expect(store.notice).toMatch(
    /^The next build makes everything again, because the results of this one cannot be kept in /,
  )
  expect(existsSync(file)).toBe(false)
})

test('A build continues without a file where none can be created, with a notice and advice', () => {
  writeFileSync(join(folder, 'taken'), '')
  using store = openPageStore(join(folder, 'taken/pages.sqlite'), 'tools')
  expect(store.notice).toMatch(
    /^The next build makes everything again, because the results of this one cannot be kept in ".*taken\/pages\.sqlite": .+ .*--cache/,
  )
  expect([store.build, store.previous.pages.size]).toEqual([1, 0])
  store.save(known())
  expect(store.answer('none')).toBeUndefined()
})

test('A closed store returns no answers', () => {
  save()
  const store = openPageStore(file, 'tools')
  expect(store.answer(digestOf(json))).toBe(json)
  for (const _ of [1, 2]) store[Symbol.dispose]()
  expect(store.answer(digestOf(json))).toBeUndefined()
})

test('A file that was opened and never saved is not reported as lost, and neither is a missing one', () => {
  expect(open().notice).toBeUndefined()
  expect(open('other tools').notice).toBeUndefined()
})

function change(sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

const site = new Map([
  ['site', Uint8Array.of(1, 2)],
  ['pl', Uint8Array.of(3)],
])

function saveWithSite(parts = site): void {
  using store = openPageStore(file, 'tools')
  store.keepAnswer(digestOf(json), json)
  store.save(known(), parts)
}

test('The parts of a site are those of the last build, or none if that saved none', () => {
  saveWithSite()
  {
    using named = openNamedPages(file, 'tools')
    expect([named.sitePiece('site'), named.sitePiece('pl')]).toEqual([...site.values()])
    expect(named.facts.out).toBe('/out')
  }
  saveWithSite(new Map([['site', Uint8Array.of(9)]]))
  {
    using named = openNamedPages(file, 'tools')
    expect(named.sitePiece('site')).toEqual(Uint8Array.of(9))
    expect(() => named.sitePiece('pl')).toThrow('has no record of a build without errors')
  }
  save()
  using named = openNamedPages(file, 'tools')
  expect(() => named.sitePiece('site')).toThrow('has no record of a build without errors')
})

test('A damaged piece of a site, or one of other tools, is not used', () => {
  saveWithSite()
  expect(() => openNamedPages(file, 'others')).toThrow('other versions of the tools')
  const database = new DatabaseSync(file)
  database.exec("UPDATE site SET data = x'00' WHERE piece = 'pl'")
  database.close()
  using named = openNamedPages(file, 'tools')
  expect(() => named.sitePiece('pl')).toThrow('is damaged')
})

test('For named pages only their rows and questions are read, and saving leaves the others unchanged', () => {
  saveWithSite()
  {
    using named = openNamedPages(file, 'tools')
    using store = named.open(['index.html'])
    const { previous } = store
    expect([[...previous.pages.keys()], [...previous.questions.keys()]]).toEqual([['index.html'], [1, 2]])
    const pages = new Map([['index.html', page('index.html', { asked: Uint32Array.of(1, 3), build: 2 })]])
    const questions = new Map([...previous.questions, [3, { id: 3, question: '["timeZone"]', answer: 'z' }]])
    store.save({ ...previous, pages, questions, facts: { ...previous.facts, lastQuestion: 3 } })
    expect(named.sitePiece('pl')).toEqual(Uint8Array.of(3))
  }
  {
    using named = openNamedPages(file, 'tools')
    using store = named.open(['index.html'])
    store.save(store.previous) // no question is new
    expect(named.sitePiece('pl')).toEqual(Uint8Array.of(3))
  }
  {
    using named = openNamedPages(file, 'tools')
    using store = named.open(['a.html'])
    expect([[...store.previous.pages.keys()], store.previous.questions.size]).toEqual([['a.html'], 0])
  }
  const { previous, build } = open()
  expect(previous.pages.get('index.html')?.asked).toEqual(Uint32Array.of(1, 3))
  expect(previous.pages.get('a.html')).toEqual(known().pages.get('a.html'))
  expect([[...previous.questions.keys()], [...previous.steps.keys()], build]).toEqual([[1, 2, 3], ['bundle'], 4])
})

test('Named pages with a damaged row are not used', () => {
  saveWithSite()
  const database = new DatabaseSync(file)
  database.exec("UPDATE question SET answer = 'x' WHERE id = 2")
  database.close()
  using named = openNamedPages(file, 'tools')
  expect(() => named.open(['index.html'])).toThrow('is damaged')
})
