import { expect, test } from 'vitest'
import type { Site } from '#renderer/site/site.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { digestOf } from './known-build.ts'
import { questionOf } from './look-ups.ts'
import { contentCodeOf, createReadPacker, sourceOf } from './pack-reads.ts'
import type { Read } from './recorder.ts'

const { site } = testSite({ locales: { pl: smallSite() } })
const read = (question: string, answer: unknown): Read => ({ question, answer })
const menu = read('menu', ['About'])
const link = read('link', { href: '/about' })
const nothing = read('nothing', undefined)

test('A question of several pages is packed once, and then named by its place', () => {
  const pack = createReadPacker(site)
  const first = pack([menu, link])
  expect([...first.asked]).toEqual([0, 1])
  expect(first.fresh).toEqual([
    { question: 'menu', answer: digestOf('["About"]'), json: '["About"]' },
    { question: 'link', answer: digestOf('{"href":"/about"}'), json: '{"href":"/about"}' },
  ])
  const second = pack([link, nothing, menu])
  expect([...second.asked]).toEqual([1, 2, 0])
  expect(second.fresh).toEqual([{ question: 'nothing', answer: digestOf(''), json: '' }])
})

test('Equal questions from different reads stay separate, because their answers may differ', () => {
  const pack = createReadPacker(site)
  const { asked, fresh } = pack([read('menu', 1), read('menu', 2)])
  expect([...asked]).toEqual([0, 1])
  expect(fresh.map(({ json }) => json)).toEqual(['1', '2'])
})

test('For a document from the service the checksum is packed, and no answer is kept', () => {
  const documents = { ...site.documents, digestOf: () => 'checksum' }
  const pack = createReadPacker({ documents, code: undefined })
  const document = read(questionOf('document', ['pl', 'pages', '1']), { title: 'Home' })
  expect(pack([document]).fresh).toEqual([{ question: document.question, answer: 'checksum ' }])
})

test('Each packer has its own counter', () => {
  createReadPacker(site)([menu, link])
  expect([...createReadPacker(site)([link]).asked]).toEqual([0])
})

const digests: Record<string, string> = { 'pl posts a/b': 'checksum' }
const documents = {
  digestOf: (locale: string, kind: string, key: string) => digests[`${locale} ${kind} ${key}`],
} as Site['documents'] // no other method of documents is used
const code = { contentDigest: 'parsed-by' } as NonNullable<Site['code']> // no other field of the code is used

test('Documents are distinguished by the bytes from the service and the code that parses them', () => {
  expect(sourceOf(questionOf('document', ['pl', 'posts', 'a/b']), { documents, code })).toBe('checksum parsed-by')
  const other = { ...code, contentDigest: 'other' }
  expect(sourceOf(questionOf('document', ['pl', 'posts', 'a/b']), { documents, code: other })).toBe('checksum other')
})

test.each([
  questionOf('document', ['en', 'posts', 'a/b']),
  questionOf('document', ['pl', 'pages', 'a/b']),
  questionOf('member', ['pl', 'posts', 'a/b']),
])('%s is distinguished by its answer', (question) => {
  expect(sourceOf(question, { documents, code })).toBeFalsy()
})

test('Without code nothing is known about parsers', () => {
  expect(contentCodeOf({ code })).toBe('parsed-by')
  expect(contentCodeOf({ code: undefined })).toBe('')
})
