import { expect, test } from 'vitest'
import type { FieldChange } from './compare-answers.ts'
import { explainPage } from './explain-page.ts'
import type { KnownPage, KnownQuestion } from './known-build.ts'
import { type LookUp, questionOf } from './look-ups.ts'
import { openPageStore } from './page-store.ts'

type Asked = [LookUp, ...unknown[]]

const textFile = (locale: string, key: string): string => `texts/${locale}-${key.length}.json`

function explain(page: Partial<KnownPage>, questions: KnownQuestion[] = []) {
  const previous = { questions: new Map(questions.map((one) => [one.id, one])), pages: new Map(), steps: new Map() }
  const address = { file: 'en/help.html', locale: 'en', slug: '/help', href: '/en/help' }
  const made = {
    placeholders: '[]',
    findings: [],
    sha256: '',
    bytes: 1,
    reasons: [],
    build: 3,
    asked: new Uint32Array(),
  }
  const store = {
    ...openPageStore(undefined, 'tools'),
    answer: (digest: string) => digest || undefined, // questions in this test have the answer instead of its digest
    previous: { ...previous, documents: new Map(), facts: { build: 4 } },
  }
  return explainPage({ ...address, ...made, ...page }, store, { textFile, nameSource: (source) => `of ${source}` })
}

function why([name, ...args]: Asked, change: FieldChange): string | undefined {
  const question = questionOf(name, args)
  return explain({ reasons: [{ kind: 'answer', question, changes: [change] }] }).why[0]
}

test.each<[Asked, FieldChange, string]>([
  [
    ['document', 'en', 'pages', '4'],
    { path: 'title', was: '"A"', is: '"B"' },
    'The field "title" of document pages 4 (en) was "A" and is "B".',
  ],
  [
    ['document', 'en', 'posts', 'x'],
    { path: 'blocks[1].html', inside: 'y', is: '"B"' },
    'The field "blocks[1].html", in "y", of document posts x (en) is new: "B".',
  ],
  [
    ['member', 'en', 'posts', '4'],
    { path: 'lead', was: '"A"' },
    'The field "lead" of member posts 4 (en) is gone; it was "A".',
  ],
  [
    ['list', 'en', 'posts', 0, null],
    { path: '', item: { name: '4', change: 'added' } },
    'List posts 0 (en): "4" was added.',
  ],
  [
    ['document', 'en', 'pages', '4'],
    { path: 'blocks', item: { name: 'x', change: 'removed' }, was: '{"id":"x"}' },
    'The field "blocks" of document pages 4 (en): "x" was removed: {"id":"x"}.',
  ],
  [
    ['document', 'en', 'pages', '4'],
    { path: 'blocks', item: { name: 'x', change: 'added' }, is: '{"id":"x"}' },
    'The field "blocks" of document pages 4 (en): "x" was added: {"id":"x"}.',
  ],
  [
    ['ownTexts', 'en'],
    { path: 'own.berths', was: '"A"', is: '"B"' },
    'The field "own.berths" of texts/en.json was "A" and is "B".',
  ],
  [
    ['menu', 'en', 'main'],
    { path: '', item: { name: 'blog', change: 'moved' }, was: '2', is: '1' },
    'Menu main (en): "blog" was number 2 and is number 1.',
  ],
  [['link', 'https://me:secret@x.com/'], { path: '' }, 'Link https://***@x.com/ changed.'],
  [
    ['text', 'en', 'nav.main'],
    { path: '', was: '"A"', is: '"B"' },
    'The field "nav.main" of texts/en-8.json was "A" and is "B".',
  ],
  [
    ['fact', 'en', 'phone'],
    { path: '', was: '1', is: '2' },
    'The field "contact.phone.en" of site.config.ts was 1 and is 2.',
  ],
  [
    ['fact', 'en', 'recaptcha'],
    { path: 'siteKey', is: '"k"' },
    'The field "recaptchaSiteKey" of site.config.ts is new: "k".',
  ],
  [
    ['fact', 'en', 'social'],
    { path: '[1].href', was: '"a"', is: '"b"' },
    'The field "social" of site.config.ts was "a" and is "b".',
  ],
  [['code', 'a.ts'], { path: 'b.ts', was: '"1"', is: '"2"' }, 'File "of b.ts" was "1" and is "2".'],
  [
    ['place', 'en/help.html'],
    { path: 'crumbs[0].name', was: '"A"', is: '"B"' },
    'The field "crumbs[0].name" of the sitemap node "/help" (en) was "A" and is "B".',
  ],
  [
    ['place', 'en/help.html'],
    { path: 'languages', item: { name: 'pl', change: 'removed' } },
    'The field "languages" of the pages in other languages: "pl" was removed.',
  ],
  [
    ['place', 'en/help.html'],
    { path: 'marks.main', was: '"[]"', is: '"[[0,true,[]]]"' },
    'Which entries of the menu "main" point to it changed.',
  ],
])('%j is reported in a sentence', (asked, change, sentence) => {
  expect(why(asked, change)).toBe(sentence)
})

test('A change in several answers is reported once', () => {
  const changes = [{ path: 'b.ts', was: '"1"', is: '"2"' }]
  const reasons = ['a.ts', 'c.ts'].map((name) => ({
    kind: 'answer' as const,
    question: questionOf('code', [name]),
    changes,
  }))
  expect(explain({ reasons }).why).toEqual(['File "of b.ts" was "1" and is "2".'])
})

test('Reasons that are not answers are separate sentences, without a cause', () => {
  const { why, causes } = explain({
    reasons: [{ kind: 'new' }, { kind: 'new', from: '/dy%C5%BCur' }, { kind: 'file' }, { kind: 'all', why: 'Wanted.' }],
  })
  expect(why).toEqual([
    'It was not in build 2.',
    'It was at "/dyżur" in build 2.',
    'Its file was not recognised as that of build 2, or a compressed form of it was missing.',
    'Wanted.',
  ])
  expect(causes).toEqual([])
  expect(explain({ reasons: [{ kind: 'new' }], build: 1 }).why).toEqual(['No earlier build is known.'])
})

test('A source that several parts of a page run is reported once', () => {
  const reasons = ['a.ts', 'b.ts'].map((name) => {
    const changes = [{ path: 'schema.ts', is: '"1"' }]
    return { kind: 'answer' as const, question: questionOf('code', [name]), changes }
  })
  const { why, causes } = explain({ reasons })
  expect(why).toEqual(['File "of schema.ts" is new: "1".'])
  expect(causes).toEqual([{ record: 'file "of schema.ts"', is: '"1"' }])
})

test('The explanation lists what a page read by look-up, each once, its own content first', () => {
  const document = questionOf('document', ['en', 'pages', '4'])
  const { reads, renderedIn, lastBuild, ...page } = explain({ asked: Uint32Array.of(1, 9, 2, 3, 4, 5, 6, 7) }, [
    { id: 1, question: questionOf('code', ['a.ts']), answer: '' },
    { id: 2, question: questionOf('fact', ['en', 'brand']), answer: '' },
    { id: 3, question: questionOf('fact', ['en', 'apiBase']), answer: '' },
    { id: 4, question: document, answer: '' },
    { id: 5, question: document, answer: '' },
    { id: 6, question: questionOf('ancestors', ['en', '7']), answer: '' },
    { id: 7, question: questionOf('list', ['en', 'posts']), answer: '' },
  ])
  expect(reads.map(({ group, record }) => [group, record])).toEqual([
    ['Content', 'document pages 4 (en)'],
    ['Content', 'list posts (en)'],
    ['Content', 'ancestors 7 (en)'],
    ['Settings', 'site.config.ts: apiBase'],
    ['Settings', 'site.config.ts: brand.name'],
    ['Code', 'file "of a.ts" and its imports'],
  ])
  expect([renderedIn, lastBuild]).toEqual([3, 4])
  expect(page).toMatchObject({ href: '/en/help', locale: 'en', file: 'en/help.html' })
})

test('The order of what a page read does not depend on the language of the machine', () => {
  const questions = ['/z', '/ä', '/B', '/a'].map((one, id) => ({ id, question: questionOf('link', [one]), answer: '' }))
  const { reads } = explain({ asked: Uint32Array.from(questions, ({ id }) => id) }, questions)
  expect(reads.map(({ record }) => record)).toEqual(['link /B', 'link /a', 'link /z', 'link /ä'])
})

test('A question is named by the title or name of the record that answered it', () => {
  const answers = ['{"id":"4","title":"Snow"}', '{"name":"Cars","title":7}', '"Snow"', 'null', '[{"title":"Snow"}]', '']
  const questions = answers.map((answer, id) => ({ id, question: questionOf('member', ['en', 'posts', id]), answer }))
  const { reads } = explain({ asked: Uint32Array.from(questions, ({ id }) => id) }, questions)
  expect(reads.map(({ title }) => title)).toEqual(['Snow', 'Cars', undefined, undefined, undefined, undefined])
})
