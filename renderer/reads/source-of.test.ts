import { expect, test } from 'vitest'
import type { Site } from '#renderer/site/site.ts'
import { questionOf } from './look-ups.ts'
import { contentCodeOf, sourceOf } from './source-of.ts'

const digests: Record<string, string> = { 'pl posts a/b': 'checksum' }
const documents = {
  digestOf: (locale: string, kind: string, key: string) => digests[`${locale} ${kind} ${key}`],
} as Site['documents'] // nothing else of documents is asked for
const code = { contentDigest: 'parsed-by' } as NonNullable<Site['code']> // nor of code

test('A document is told from another by what the service sent and what parses it', () => {
  expect(sourceOf(questionOf('document', ['pl', 'posts', 'a/b']), { documents, code })).toBe('checksum parsed-by')
  const other = { ...code, contentDigest: 'other' }
  expect(sourceOf(questionOf('document', ['pl', 'posts', 'a/b']), { documents, code: other })).toBe('checksum other')
})

test.each([
  questionOf('document', ['en', 'posts', 'a/b']),
  questionOf('document', ['pl', 'pages', 'a/b']),
  questionOf('member', ['pl', 'posts', 'a/b']),
])('%s is told by its answer', (question) => {
  expect(sourceOf(question, { documents, code })).toBeFalsy()
})

test('Without code nothing is known of what parses', () => {
  expect(contentCodeOf({ code })).toBe('parsed-by')
  expect(contentCodeOf({ code: undefined })).toBe('')
})
