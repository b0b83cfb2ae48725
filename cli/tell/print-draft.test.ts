import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { hintOf } from '#content/finding.ts'
import type { Question } from '#preview/messages.ts'
import { captureOutput } from '#tests/fixtures/own-site.ts'
import { exportDraft, printDraftFailure } from './print-draft.ts'

const target = { nodeType: 'article', id: '21', locale: 'pl' }

/** A preview that answers every question in this way, and keeps the questions. */
function previewWith(status: number, answer: object) {
  const questions: Question[] = []
  const body = Buffer.from(JSON.stringify(answer))
  const ask = async (question: Question) => {
    questions.push(question)
    return { status, body, headers: {} }
  }
  return { questions, origin: 'http://preview', ask, async close() {} }
}
const failure = { title: 'No', causes: ['It has no title.', 'Mark \u202e.'] }
const printed = async (status: number, answer: object) =>
  (await captureOutput(() => printDraftFailure(previewWith(status, answer), target))).stderr
const exported = (status: number, answer: object) =>
  captureOutput(() => exportDraft(previewWith(status, answer), target, 'draft'))

it('prints why a page cannot be shown, and where all pages are listed if there is no such page', async () => {
  expect(await printed(200, {})).toBe('')
  expect(await printed(500, { ...failure, hint: 'Give it one.' })).toBe(
    'The page "21" of the type "article" in "pl" cannot be shown: It has no title. Mark \\u202e.\nGive it one.\n',
  )
  expect(await printed(404, failure)).toBe(
    'There is no page "21" of the type "article" in "pl": It has no title. Mark \\u202e.\nPass the id of the page, not its address. All pages are listed at http://preview/admin/\n',
  )
})

it('prints nothing if the preview has ended', async () => {
  const ended = { ...previewWith(200, {}), ask: () => Promise.reject(new Error('It has ended.')) }
  expect((await captureOutput(() => printDraftFailure(ended, target))).stderr).toBe('')
})

it('prints how many files a draft was written as, and what it lacks', async () => {
  const preview = previewWith(200, { files: 7, page: 'draft/index.html', missing: [], problems: [] })
  const { stderr } = await captureOutput(() => exportDraft(preview, target, 'draft'))
  expect(stderr).toBe('The draft was written as 7 files; open draft/index.html\n')
  expect(preview.questions).toEqual([{ kind: 'export', target, directory: resolve('draft') }])
  const lacking = { files: 7, page: 'draft/index.html', missing: ['/a.png', '/b.png'], problems: ['No title.'] }
  expect((await exported(200, lacking)).stderr.split('\n').slice(1)).toEqual([
    'The draft is incomplete: No title.',
    'The draft refers to files that the site does not have: /a.png, /b.png',
    '',
  ])
})

it.each([
  [404, {}, 'UsageError', 'There is no page "21" of the type "article" in "pl": It is gone.'],
  [500, { isUsage: true }, 'UsageError', 'It is gone.'],
  [500, {}, 'SiteError', 'The page "21" of the type "article" in "pl" cannot be exported: It is gone.'],
])('ends with an error when the answer is %i %j', async (status, more, name, message) => {
  const answer = { title: 'No', causes: ['It', 'is gone.'], hint: 'Look.', ...more }
  const error = await exported(status, answer).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name, message })
  expect(hintOf(error)).toBe('Look.')
})
