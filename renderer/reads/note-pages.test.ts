import { expect, test } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import type { Judgement } from './judge-pages.ts'
import { digestOf, type KnownBuild, type KnownPage } from './known-build.ts'
import { notePages } from './note-pages.ts'
import { openPageStore, type PageStore } from './page-store.ts'
import type { PageReads, Read } from './recorder.ts'

const { site, contents } = testSite({ locales: { pl: smallSite() } })
for (const content of contents.values()) content.digests = new Map([['pages/2', 'as sent']])
const nothing: KnownBuild = { questions: new Map(), pages: new Map(), steps: new Map(), facts: {} }
const judgement = (more: Partial<Judgement> = {}): Judgement => ({
  ...{ rebuild: new Map(), reuse: [], stillTrue: new Map(), answers: new Map() },
  ...more,
})
const storeOf = (previous: KnownBuild): PageStore => ({ ...openPageStore(undefined, 'tools'), previous })
const pageOf = (...reads: Read[]): PageReads => ({ reads, findings: [] })
const asking = (asked: Uint32Array) => [{ asked } as KnownPage] // the only field that is looked at

const zone: Read = { question: '["timeZone"]', answer: 'Europe/Warsaw', unread: [] }
const facts = (unread: string[]): Read => ({ question: '["facts","pl"]', answer: { a: 1 }, unread, lacking: ['b'] })

test('Each question has one id, and another one where pages read other parts of the answer', () => {
  const notes = notePages(site, storeOf(nothing), judgement())
  const first = notes.idsOf(pageOf(zone, facts(['a'])))
  const second = notes.idsOf(pageOf(facts(['a']), zone, zone, facts([])))
  expect([[...first], [...second]]).toEqual([
    [1, 2],
    [2, 1, 3],
  ])
  const { questions, answers, lastQuestion } = notes.allOf(asking(second))
  expect([...questions.values()]).toEqual([...[2, 1, 3].map((id) => expect.objectContaining({ id }))])
  expect(questions.get(2)).toEqual({
    ...{ id: 2, question: '["facts","pl"]', answer: digestOf('{"a":1}'), parts: '{"unread":["a"],"lacking":["b"]}' },
  })
  expect([...answers.values()]).toEqual(['"Europe/Warsaw"', '{"a":1}'])
  expect(lastQuestion).toBe(3)
  expect(notes.questionsOf(asking(first)[0] as KnownPage)).toEqual(['["timeZone"]', '["facts","pl"]'])
})

test('Of a document the digest is noted, and the checksum of what the service sent', () => {
  const notes = notePages(site, storeOf(nothing), judgement())
  const question = '["document","pl","pages","2"]'
  const ids = notes.idsOf(pageOf({ question, answer: { title: 'A' }, unread: [], lacking: [] }))
  const { questions, answers } = notes.allOf(asking(ids))
  expect(questions.get(1)).toMatchObject({ answer: digestOf('{"title":"A"}'), source: 'as sent' })
  expect(answers.size).toBe(0)
})

test('Ids of the previous build are used again where the answer is the same, and never for another question', () => {
  const known = { id: 5, question: zone.question, answer: digestOf('"Europe/Warsaw"') }
  const previous = { ...nothing, questions: new Map([[5, known]]), facts: { lastQuestion: 9 } }
  const stillTrue = notePages(site, storeOf(previous), judgement({ stillTrue: new Map([[5, known]]) }))
  expect([...stillTrue.idsOf(pageOf(zone))]).toEqual([5])
  expect([...notePages(site, storeOf(previous), judgement()).idsOf(pageOf(zone))]).toEqual([5])
  const changed = notePages(site, storeOf(previous), judgement())
  expect([...changed.idsOf(pageOf({ ...zone, answer: 'Europe/Paris' }))]).toEqual([10])
  expect(changed.allOf(asking(Uint32Array.of(10))).lastQuestion).toBe(10)
})
