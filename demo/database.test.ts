import { expect, it } from 'vitest'
import { type NewEntry, openDatabase } from './database.ts'

it('stores an entry completely or not at all, and then accepts the next one', () => {
  const database = openDatabase(':memory:')
  const entry: NewEntry = { form: 'contact', locale: 'en', body: {}, files: [], idempotencyKey: 'one' }
  const file = { field: 'cv', name: null as unknown as string, type: 'application/pdf', bytes: Buffer.from('%PDF') }
  expect(() => database.addEntry({ ...entry, files: [file] })).toThrow('NOT NULL')
  expect(database.addEntry(entry)).toBe(1)
  database.close()
})
