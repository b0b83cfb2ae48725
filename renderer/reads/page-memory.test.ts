import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type KnownPage, openPageMemory, type Remembered } from './page-memory.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-memory-'))
  file = join(folder, 'pages.sqlite')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const page = (name: string, more: Partial<KnownPage> = {}): KnownPage => ({
  ...{
    file: name,
    locale: 'pl',
    slug: '/',
    href: '/' as KnownPage['href'],
    asked: Uint32Array.of(1, 2),
    stamps: [[3, 'address', 'main.js']],
  },
  ...{
    findings: [],
    sha256: 'a'.repeat(64),
    bytes: 5,
    reasons: [{ kind: 'new' }],
    build: 1,
  },
  ...more,
})
const remembered = (): Remembered => ({
  questions: new Map([
    [1, { id: 1, question: '["text","pl","a"]', unread: [], digest: 'x' }],
    [2, { id: 2, question: '["document"]', unread: ['a.b', 'c[0]'], digest: 'y', source: 's', lacking: 'l' }],
  ]),
  pages: new Map([
    ['index.html', page('index.html')],
    ['a.html', page('a.html', { asked: Uint32Array.of(2 ** 31 + 5) })],
  ]),
  steps: new Map([['bundle', { inputs: 'i', sources: { 'a.ts': '1' }, files: { 'main.js': '2' }, result: [1] }]]),
  facts: { names: { assets: [] } },
})

function save(next = remembered()): void {
  using memory = openPageMemory(file, 'tools')
  memory.save(next, new Map([[2, { json: '{"a":1}', lacking: ['b', 'c.*'] }]]))
}

function open(identity = 'tools') {
  using memory = openPageMemory(file, identity)
  const { notice, build, last } = memory
  return { notice, build, last, answer: memory.answerOf(2), unknown: memory.answerOf(99) }
}

test('What a build saves is what the next one finds', () => {
  save()
  const { notice, build, last, answer, unknown } = open()
  expect(notice).toBeUndefined()
  expect(build).toBe(2)
  expect(last).toMatchObject(remembered())
  expect(answer).toEqual({ json: '{"a":1}', lacking: ['b', 'c.*'] })
  expect(unknown).toEqual({ json: '', lacking: [] })
})

test('Only what differs is written, and what is gone is forgotten', () => {
  save()
  {
    using memory = openPageMemory(file, 'tools')
    const { questions, pages, facts } = memory.last
    const [one, two] = [...questions.values()]
    const kept = new Map([...questions].filter(([id]) => id === 2))
    if (two) kept.set(2, { ...two, source: 'other', unread: ['a.b', 'c[0]', 'new'] })
    expect(one?.id).toBe(1)
    memory.save({ questions: kept, pages: new Map([...pages].slice(0, 1)), steps: new Map(), facts }, new Map())
  }
  const { last, notice, answer } = open()
  expect(notice).toBeUndefined()
  expect([...last.questions.values()]).toMatchObject([{ id: 2, source: 'other', unread: ['a.b', 'c[0]', 'new'] }])
  expect(last.pages.size).toBe(1)
  expect(last.steps.size).toBe(0)
  expect(answer.json).toBe('{"a":1}')
})

test('A file of other tools, of another format, damaged or foreign is forgotten, and the notice says so', async () => {
  const spoils: (() => unknown)[] = [
    () => writeFile(file, 'x'),
    () => writeFile(file, 'no database, but rather long: '.repeat(100)),
    () => change('UPDATE about SET value = 99 WHERE name = ?', 'format'),
    () => change('UPDATE page SET known = replace(known, ?, 6)', '5'),
    () => change('UPDATE question SET unread = ? WHERE id = 2', 'a.b'),
    () => change('UPDATE question SET lacking = ? WHERE id = 2', 'other'),
    () => change('DELETE FROM page WHERE file = ?', 'a.html'),
    async () => {
      await rm(file)
      change('CREATE TABLE songs AS SELECT ? AS title', 'One')
    },
  ]
  for (const spoil of spoils) {
    save()
    await spoil()
    const { notice, build, last } = open()
    expect(notice, String(spoil)).toMatch(
      /^Every page is rendered anew, because what earlier builds left in ".*" cannot be used: .+\.$/,
    )
    expect([build, last.pages.size, last.questions.size]).toEqual([1, 0, 0])
    expect(open().notice).toBeUndefined()
  }
  save()
  expect(open('other tools').notice).toContain('other versions of the tools')
})

test('A file that is only looked at is never changed', async () => {
  save()
  const before = await readFile(file)
  {
    using memory = openPageMemory(file)
    expect(memory.last.pages.size).toBe(2)
  }
  await writeFile(file, 'spoilt')
  {
    using memory = openPageMemory(file)
    expect(memory.notice).toContain('Nothing can be told')
  }
  expect(await readFile(file, 'utf8')).toBe('spoilt')
  await writeFile(file, before)
  expect(open().last.pages.size).toBe(2)
})

test('A file that cannot be written is removed, and the notice says that the next build begins anew', () => {
  save()
  using memory = openPageMemory(file, 'tools')
  const other = new DatabaseSync(file)
  other.exec('DROP TABLE step; DROP TABLE question')
  other.close()
  expect(memory.answerOf(2)).toEqual({ json: '', lacking: [] })
  memory.save({ ...remembered(), steps: new Map() }, new Map())
  expect(memory.notice).toMatch(/^The next build renders every page anew, because .* cannot be kept in ".+": .+\.$/)
  expect(existsSync(file)).toBe(false)
})

function change(sql: string, value: string): void {
  const db = new DatabaseSync(file)
  db.prepare(sql).run(value)
  db.close()
}

test('A file that is there and empty is told of, and one that is not there is not', async () => {
  {
    using memory = openPageMemory(file, 'tools')
    expect(memory.notice).toBeUndefined()
  }
  await writeFile(file, '')
  using memory = openPageMemory(file, 'tools')
  expect(memory.notice).toBe(`Every page is rendered anew, because what earlier builds left in "${file}" is empty.`)
})
