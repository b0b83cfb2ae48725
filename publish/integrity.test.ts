import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { recordIntegrity } from './integrity.ts'

it('notes the digests of scripts and styles, and writes what it was given', async () => {
  const memory = openMemoryWriter()
  const { writer, integrity } = recordIntegrity(memory)
  await writer.write('assets/a.js', 'script')
  await writer.write('assets/b.css', 'style')
  await writer.write('index.html', 'page')
  await memory.commit()
  expect([...memory.files.keys()]).toEqual(['assets/a.js', 'assets/b.css', 'index.html'])
  expect([...integrity]).toEqual([
    ['/assets/a.js', `sha384-${createHash('sha384').update('script').digest('base64')}`],
    ['/assets/b.css', `sha384-${createHash('sha384').update('style').digest('base64')}`],
  ])
})
