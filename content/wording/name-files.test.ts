import { expect, it } from 'vitest'
import { nameFiles } from './name-files.ts'

it('directs advice to the files of the content, and keeps text that only looks similar', () => {
  expect(nameFiles('Correct it at the service. Check that the service runs, and what the service says.')).toBe(
    'Correct it in the files of the content. Check that the service runs, and what the service says.',
  )
})
