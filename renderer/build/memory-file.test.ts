import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openAnswers } from './memory-file.ts'

it('an answer to another token is the last good answer, but not an answer to this token', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-memory-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const job = { out: join(folder, 'out'), cache: join(folder, 'cache'), api: 'http://a.test/api' }
  const body = Buffer.from('[]')
  const answer = { address: 'api:/posts', status: 200, hash: createHash('sha256').update(body).digest('hex') }
  {
    using first = openAnswers({ ...job, token: 'a' })
    first.keep('posts', answer, body)
    first.commit()
  }
  using second = openAnswers({ ...job, token: 'b' })
  expect([second.find('posts'), second.lastGood('posts')?.answer]).toEqual([undefined, answer])
})
