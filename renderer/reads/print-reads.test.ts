import { expect, test } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { digestOf } from './known-build.ts'
import { questionOf } from './look-ups.ts'
import { createReadPrinter } from './print-reads.ts'
import type { Read } from './recorder.ts'

const { site } = testSite({ locales: { pl: smallSite() } })
const read = (question: string, answer: unknown): Read => ({ question, answer })
const menu = read('menu', ['About'])
const link = read('link', { href: '/about' })
const nothing = read('nothing', undefined)

test('What several pages ask is printed once, and named by its place from then on', () => {
  const print = createReadPrinter(site)
  const first = print([menu, link])
  expect([...first.asked]).toEqual([0, 1])
  expect(first.fresh).toEqual([
    { question: 'menu', answer: digestOf('["About"]'), json: '["About"]' },
    { question: 'link', answer: digestOf('{"href":"/about"}'), json: '{"href":"/about"}' },
  ])
  const second = print([link, nothing, menu])
  expect([...second.asked]).toEqual([1, 2, 0])
  expect(second.fresh).toEqual([{ question: 'nothing', answer: digestOf(''), json: '' }])
})

test('Equal questions that are not the same read stay two, as their answers may differ', () => {
  const print = createReadPrinter(site)
  const { asked, fresh } = print([read('menu', 1), read('menu', 2)])
  expect([...asked]).toEqual([0, 1])
  expect(fresh.map(({ json }) => json)).toEqual(['1', '2'])
})

test('Of a document that the service sent the checksum is printed, and no answer is kept', () => {
  const documents = { ...site.documents, digestOf: () => 'checksum' }
  const print = createReadPrinter({ documents, code: undefined })
  const document = read(questionOf('document', ['pl', 'pages', '1']), { title: 'Home' })
  expect(print([document]).fresh).toEqual([{ question: document.question, answer: 'checksum ' }])
})

test('Each printer counts its own', () => {
  createReadPrinter(site)([menu, link])
  expect([...createReadPrinter(site)([link]).asked]).toEqual([0])
})
