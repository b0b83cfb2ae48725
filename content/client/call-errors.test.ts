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
