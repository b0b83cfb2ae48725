import { expect, it } from 'vitest'
import { nameFiles } from './name-files.ts'

it('leads to the files of the content, and leaves words that only look alike', () => {
  expect(nameFiles('Correct it at the service. Check that the service runs, and what the service says.')).toBe(
    'Correct it in the files of the content. Check that the service runs, and what the service says.',
  )
})
