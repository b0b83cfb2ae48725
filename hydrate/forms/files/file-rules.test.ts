import { expect, it } from 'vitest'
import { acceptAttribute, checkFacts } from './file-rules.ts'

it('limits the format and size of files', () => {
  const limits = { accept: ['pdf', 'jpg'], maxBytes: 100, maxCount: 1 }
  const file = (name: string, size = 100) => ({ name, size })
  expect(checkFacts(file('CV.PDF'), limits)).toBeUndefined()
  expect(checkFacts(file('me.jpeg'), limits)).toBeUndefined()
  expect(checkFacts(file('a.pdf.exe'), limits)).toBe('validation.fileFormat')
  expect(checkFacts(file('pdf'), limits)).toBe('validation.fileFormat')
  expect(checkFacts(file('a.pdf', 101), limits)).toBe('validation.fileSize')
  expect(acceptAttribute(limits.accept)).toBe('.pdf,.jpg,.jpeg')
})
