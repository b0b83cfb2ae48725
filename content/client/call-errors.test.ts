import { expect, it } from 'vitest'
import { failedCall } from './call-errors.ts'

it.each([
  ['/pages/7', undefined, 'the id "7"', 'the node in "en/nodes.yaml"'],
  ['/posts/news', undefined, 'the slug "news"', 'the node in "en/nodes.yaml"'],
  ['/posts/7', { preview: 'true' }, 'the id "7"', 'the address'],
])('names the key that identifies the file for %s with the query %j', (path, query, key, namer) => {
  const call = { path, locale: 'en', ...(query && { query }) }
  const url = new URL(`http://127.0.0.1/api${path}`)
  const { finding } = failedCall(call, url, { status: 404, body: Buffer.of(), isOfFiles: true })
  expect(finding.message).toContain(`of the content has ${key}.`)
  expect(finding.hint).toContain(`or correct ${namer} that refers to it.`)
})

it('names the file that could not be read, and no service', () => {
  const call = { path: '/pages/7', locale: 'en' }
  const body = Buffer.from(JSON.stringify({ code: 500, message: '"content/en/pages/7.yaml" cannot be read (EBUSY).' }))
  const url = new URL('http://127.0.0.1/api/pages/7')
  const { message, hint } = failedCall(call, url, { status: 500, body, isOfFiles: true }).finding
  expect(message).toContain('The content could not be read: "')
  expect(message).toContain('content/en/pages/7.yaml')
  expect(`${message} ${hint}`).not.toContain('service')
})
