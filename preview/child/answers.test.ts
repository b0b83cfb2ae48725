import { expect, it } from 'vitest'
import { fileAnswer, jsonAnswer, redirectAnswer } from './answers.ts'

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
