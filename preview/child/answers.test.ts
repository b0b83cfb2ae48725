import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { fileAnswer, jsonAnswer, redirectAnswer } from './answers.ts'
import { errorJson } from './error-answer.ts'

it('Browsers keep pictures and other assets for an hour, and nothing that may change at any time', () => {
  const cacheOf = ({ headers }: { headers: Record<string, string> }) => headers['cache-control']
  const body = Buffer.from('')
  expect(cacheOf(fileAnswer('assets/a.avif', body))).toBe('private, max-age=3600')
  const others = [fileAnswer('index.html', body), fileAnswer('sw.js', body), jsonAnswer({}), redirectAnswer('/', 301)]
  expect(others.map(cacheOf)).toEqual(Array(4).fill('no-store'))
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 301])
})

it.each(Object.getOwnPropertyNames(Object.prototype))(
  'A file with the extension "%s" has an unknown type',
  (ending) => {
    const { headers } = fileAnswer(`media/picture.${ending}`, Buffer.from('bytes'))
    expect(headers['content-type']).toBe('application/octet-stream')
  },
)

it('A page that a full disk prevents says so in words, and what to do', async () => {
  const error = await writeFile('/dev/full', 'text').catch((caught) => caught)
  expect(JSON.parse(`${errorJson(error).body}`)).toMatchObject({
    causes: expect.arrayContaining([
      'A file of the site cannot be read or written: there is no space left on its disk.',
    ]),
    hint: 'Free some space there, or choose another folder with --cache.',
  })
})
