import { expect, it } from 'vitest'
import type { Explanation } from '#renderer/reads/explain-page.ts'
import { textStream } from '#tests/text-stream.ts'
import { printExplanation } from './print-explanation.ts'

const explanation: Explanation = {
  href: '/blog',
  locale: 'pl',
  file: 'blog/index.html',
  renderedIn: 2,
  lastBuild: 3,
  why: ['The title of "7" changed.'],
  causes: [],
  reads: [
    { kind: 'document', group: 'Content', record: 'page "7"' },
    { kind: 'member', group: 'Content', record: 'post 4', title: 'Snow' },
    { kind: 'text', group: 'Interface texts', record: 'text "menu.open"' },
  ],
}

function printed(change: Partial<Explanation>): string {
  const { stream, text } = textStream()
  printExplanation([{ ...explanation, ...change }], stream)
  return text()
}

it('prints why a page was rendered, and what it read, in groups', () => {
  expect(printed({})).toBe(`/blog (pl), blog/index.html
Not rendered in the last build (number 3): nothing that the page reads had changed, or only other pages were wanted. Rendered in build 2:
  The title of "7" changed.

The page is rendered again when any of the following changes, or when its file is touched:
  Content
    page "7"
    post 4, "Snow"
  Interface texts
    text "menu.open"

`)
})

it('says that the last build rendered it', () => {
  expect(printed({ renderedIn: 3 })).toContain('Rendered in the last build (number 3):\n')
})

it('shows control characters and marks of writing direction', () => {
  const reported = printed({ href: '/\u202eblog', why: ['It was "\u009b2J".'], reads: [] })
  expect(reported).toContain('/\\u202eblog')
  expect(reported).toContain('It was "\\u009b2J".')
})
