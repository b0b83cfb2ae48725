import { expect, test } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import type { Judgement } from './judge-pages.ts'
import { digestOf, type KnownBuild, type KnownPage } from './known-build.ts'
import { createReadPacker } from './pack-reads.ts'
import { openPageStore, type PageStore } from './page-store.ts'
import { assignQuestionIds, type QuestionIds } from './question-ids.ts'
import type { Read } from './recorder.ts'

const { site, contents } = testSite({ locales: { pl: smallSite() } })
for (const content of contents.values()) content.digests = new Map([['pages/2', 'as-sent']])
site.code = { core: [], modules: new Map(), digests: new Map(), contentDigest: 'parser' }
const nothing: KnownBuild = {
  questions: new Map(),
  pages: new Map(),
  steps: new Map(),
  documents: new Map(),
  facts: {},
}
const judgement = (more: Partial<Judgement> = {}): Judgement => ({
  ...{ rebuild: new Map(), stillTrue: new Map() },
  ...more,
})
function storeOf(previous: KnownBuild, kept = new Set<string>()): PageStore {
  const keepAnswer = (_: string, json: string) => void kept.add(json)
  return { ...openPageStore(undefined, 'tools'), previous, keepAnswer }
}
/** Returns the ids of the questions of pages that one renderer rendered one after the other. */
function idsOf(questionIds: QuestionIds, ...pages: Read[][]): number[][] {
  const [pack, ids] = [createReadPacker(site), questionIds.ofRenderer()]
  return pages.map((reads) => [...ids(pack(reads))])
}
const asking = (asked: number[]) => [{ asked: Uint32Array.from(asked) } as KnownPage] // the only field that is used

const zone: Read = { question: '["timeZone"]', answer: 'Europe/Warsaw' }
const files = (locale: string): Read => ({ question: `["fact","${locale}","files"]`, answer: { a: 1 } })

test('Each question has one id', () => {
  const kept = new Set<string>()
  const questionIds = assignQuestionIds(storeOf(nothing, kept), judgement())
  const polish = files('pl')
  const [first = [], second = []] = idsOf(questionIds, [zone, polish], [polish, zone, files('en')])
  expect(first).toEqual([1, 2])
  expect(second).toEqual([2, 1, 3])
  const { questions, lastQuestion } = questionIds.allOf(asking(second))
  expect([...questions.values()]).toEqual([...[2, 1, 3].map((id) => expect.objectContaining({ id }))])
  expect(questions.get(2)).toEqual({ id: 2, question: '["fact","pl","files"]', answer: digestOf('{"a":1}') })
  expect([...kept]).toEqual(['"Europe/Warsaw"', '{"a":1}'])
  expect(lastQuestion).toBe(3)
  expect(first.map(questionIds.questionOf)).toEqual(['["timeZone"]', '["fact","pl","files"]'])
})

test('Only the checksum of a document, and the code that parses it, are noted', () => {
  const kept = new Set<string>()
  const questionIds = assignQuestionIds(storeOf(nothing, kept), judgement())
  const question = '["document","pl","pages","2"]'
  const [ids = []] = idsOf(questionIds, [{ question, answer: { title: 'A' } }])
  const { questions } = questionIds.allOf(asking(ids))
  expect(questions.get(1)).toEqual({ id: 1, question, answer: 'as-sent parser' })
  expect(kept.size).toBe(0)
})

test('Ids of the last build are used again if the answer is the same, and never for another question', () => {
  const known = { id: 5, question: zone.question, answer: digestOf('"Europe/Warsaw"') }
  const previous = { ...nothing, questions: new Map([[5, known]]), facts: { lastQuestion: 9 } }
  const stillTrue = assignQuestionIds(storeOf(previous), judgement({ stillTrue: new Map([[5, known]]) }))
  expect(idsOf(stillTrue, [zone])).toEqual([[5]])
  expect(idsOf(assignQuestionIds(storeOf(previous), judgement()), [zone])).toEqual([[5]])
  const changed = assignQuestionIds(storeOf(previous), judgement())
  expect(idsOf(changed, [{ ...zone, answer: 'Europe/Paris' }])).toEqual([[10]])
  expect(changed.allOf(asking([10])).lastQuestion).toBe(10)
})

test('A document that was sent differently but has the same content keeps the id of its question', () => {
  const question = '["document","pl","pages","2"]'
  const before = { id: 5, question, answer: 'sent-before parser' }
  const previous = { ...nothing, questions: new Map([[5, before]]), facts: { lastQuestion: 5 } }
  const stillTrue = new Map([[5, { ...before, answer: 'as-sent parser' }]])
  const questionIds = assignQuestionIds(storeOf(previous), judgement({ stillTrue }))
  expect(idsOf(questionIds, [{ question, answer: {} }])).toEqual([[5]])
  expect(questionIds.allOf(asking([5])).questions).toEqual(stillTrue)
})

test('A question that several renderers ask has one id, whichever packs it', () => {
  const questionIds = assignQuestionIds(storeOf(nothing), judgement())
  const renderers = [zone, files('pl')].map((own) => {
    const [pack, ids] = [createReadPacker(site), questionIds.ofRenderer()]
    return { first: ids(pack([own])), both: () => ids(pack([zone, files('pl')])) }
  })
  expect(renderers.map(({ first }) => [...first])).toEqual([[1], [2]])
  expect(renderers.map(({ both }) => [...both()])).toEqual([
    [1, 2],
    [1, 2],
  ])
})
