import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createDatabase,
  type DatabaseFormat,
  isInUse,
  openDatabase,
  openOrReplace,
  readDatabase,
  UnusableFile,
} from './open-database.ts'

const format: DatabaseFormat = { applicationId: 7, version: 2, tables: ['CREATE TABLE word (text TEXT) STRICT'] }

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'))
  file = join(folder, 'cache', 'words.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const wordsOf = (database: DatabaseSync): unknown[] =>
  database
    .prepare('SELECT text FROM word')
    .all()
    .map(({ text }) => text)

/** Opens the file and adds a word. Returns the words that were there before, and what was lost. */
function add(word: string, given = format): { before: unknown[] | undefined; loss: unknown } {
  const { used, loss } = openOrReplace(file, given, (database) => ({ database, before: wordsOf(database) }))
  used?.database.prepare('INSERT INTO word VALUES (?)').run(word)
  used?.database.close()
  return { before: used?.before, loss }
}

it('makes a file with its folder, and finds it again', () => {
  expect(add('one')).toEqual({ before: [], loss: undefined })
  expect(add('two')).toEqual({ before: ['one'], loss: undefined })
  expect(readDatabase(file, format, wordsOf)).toEqual(['one', 'two'])
  expect(readdirSync(join(folder, 'cache'))).toEqual(['words.sqlite'])
})

it.each([
  ['of another version', { ...format, version: 3 }, 'has version 2 instead of version 3'],
  ['of another kind', { ...format, applicationId: 8 }, 'holds data of another kind'],
  [
    'with other tables',
    { ...format, tables: ['CREATE TABLE word (text TEXT, page INT) STRICT'] },
    'has unexpected tables',
  ],
])('replaces a file %s, with a reason', (_, other, message) => {
  add('one')
  expect(() => readDatabase(file, other, wordsOf)).toThrow(new UnusableFile(message))
  const { used, loss } = openOrReplace(file, other, wordsOf)
  expect([used, loss]).toEqual([[], new UnusableFile(message)])
})

it.each(['no database at all'.repeat(200), ''])('replaces a file that is damaged or empty', (bytes) => {
  add('one')
  writeFileSync(file, bytes)
  expect(add('two')).toMatchObject({ before: [], loss: expect.any(Error) })
  expect(add('three')).toEqual({ before: ['two'], loss: undefined })
})

it('replaces a file whose contents its user refuses', () => {
  add('one')
  const refuse = (database: DatabaseSync): string => {
    if (wordsOf(database).length > 0) throw new Error('a word too many')
    return 'empty'
  }
  expect(openOrReplace(file, format, refuse)).toEqual({ used: 'empty', loss: new Error('a word too many') })
})

it('leaves a file that another process is writing unchanged', () => {
  add('one')
  const writing = openDatabase(file, format, (database) => database)
  writing.exec('BEGIN IMMEDIATE')
  const begin = (database: DatabaseSync): unknown[] => {
    database.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE')
    return wordsOf(database)
  }
  const { used, loss } = openOrReplace(file, format, begin)
  expect([used, isInUse(loss)]).toEqual([[], true])
  writing.close()
  expect(readDatabase(file, format, wordsOf)).toEqual(['one'])
})

it('returns nothing when no file can be written', () => {
  writeFileSync(join(folder, 'cache'), 'a file in place of the folder')
  expect(add('one')).toEqual({ before: undefined, loss: expect.any(Error) })
  expect(existsSync(file)).toBe(false)
})

it('closes a database whose first use fails, so that any system can remove the file', () => {
  let seen: DatabaseSync | undefined
  const fail = (database: DatabaseSync): never => {
    seen = database
    throw new Error('refused')
  }
  expect(() => createDatabase('', format, fail)).toThrow('refused')
  expect(seen?.isOpen).toBe(false)
})

it('replaces a named pipe, at which SQLite would wait forever', () => {
  mkdirSync(join(folder, 'cache'))
  execFileSync('mkfifo', [file])
  const loss = new UnusableFile('is a named pipe, not a file')
  expect(() => readDatabase(file, format, wordsOf)).toThrow(loss)
  expect(add('one')).toEqual({ before: [], loss })
  expect(add('two')).toEqual({ before: ['one'], loss: undefined })
})
