import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createDatabase } from '#content/open-database.ts'
import type { KnownBuild, SitePieces } from './known-build.ts'
import { readBuild, readFacts, readSitePiece, storeFormat, writeBuild, writeSite } from './store-rows.ts'

const nothing: KnownBuild = {
  questions: new Map(),
  pages: new Map(),
  steps: new Map(),
  documents: new Map(),
  facts: {},
}
const question = (id: number) => ({ id, question: `["${id}"]`, answer: `of ${id},` })
const build: KnownBuild = {
  ...nothing,
  documents: new Map([['pages/abc', { facts: { title: 'A' }, pictures: '[]' }]]),
  questions: new Map([1, 2].map((id) => [id, question(id)])),
  facts: { build: 1, locales: ['pl'] },
}

function countChanges(database: DatabaseSync, write: () => unknown): number {
  const count = () => Number(database.prepare('SELECT total_changes() AS n').get()?.n)
  const before = count()
  write()
  return count() - before
}

function changesOf(database: DatabaseSync, last: KnownBuild, next: KnownBuild): number {
  return countChanges(database, () => writeBuild(database, { last, next }))
}

test('Only changed rows are written', () => {
  using database = createDatabase('', storeFormat, (database) => database)
  expect(changesOf(database, nothing, build)).toBe(5)
  const { known, damaged } = readBuild(database)
  expect([known, damaged]).toEqual([build, 0])
  expect(changesOf(database, build, build)).toBe(0)
  expect(
    changesOf(database, build, {
      ...build,
      questions: new Map([
        [1, question(1)],
        [2, build.questions.get(2)],
      ]) as KnownBuild['questions'],
    }),
  ).toBe(1)
  expect(changesOf(database, build, nothing)).toBe(5)
  expect(readBuild(database).known).toEqual(nothing)
})

test('Only changed pieces of the site are written', () => {
  using database = createDatabase('', storeFormat, (database) => database)
  const written = (pieces: SitePieces) => countChanges(database, () => writeSite(database, pieces))
  const [site, pl] = [Uint8Array.of(1, 2), Uint8Array.of(3)]
  expect(written(new Map(Object.entries({ site, pl })))).toBe(2)
  expect(written(new Map(Object.entries({ site, pl })))).toBe(0)
  expect(written(new Map(Object.entries({ site: pl, pl })))).toBeGreaterThan(0)
  expect(readSitePiece(database, 'site')).toEqual(pl)
})

test('A row is valid only as it was written, in every column', () => {
  for (const sql of [
    'UPDATE question SET answer = 0',
    'UPDATE question SET question = 1',
    `UPDATE question SET question = '["2"],of 2', answer = ''`,
    "UPDATE question SET sum = ''",
  ]) {
    using database = createDatabase('', storeFormat, (database) => database)
    writeBuild(database, { last: nothing, next: build })
    database.exec(`${sql} WHERE id = 2`)
    const { known, damaged } = readBuild(database)
    expect([[...known.questions.keys()], damaged]).toEqual([[1], 1])
  }
})

test('The facts of a build are accepted as a whole, or not at all', () => {
  using database = createDatabase('', storeFormat, (database) => database)
  writeBuild(database, { last: nothing, next: build })
  expect(readFacts(database)).toEqual(build.facts)
  database.exec(`UPDATE about SET value = '2' WHERE name = 'build'`)
  expect(() => readFacts(database)).toThrow('is damaged')
})
