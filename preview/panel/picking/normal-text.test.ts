import { expect, it } from 'vitest'
import { shownText } from './normal-text.ts'

it('shows words that look like tags unchanged, because pages do the same', () => {
  const read = { record: 'en/pages/1', path: 'title', value: 'Write <b> and&nbsp;&amp;\n in HTML' }
  expect(shownText(read)).toBe('Write <b> and&nbsp;&amp; in HTML')
})
