import { expect, it } from 'vitest'
import { acceptAttribute, checkFiles } from './file-rules.ts'

it('limits the number, format and size of files', () => {
  const limits = { accept: ['pdf', 'jpg'], maxBytes: 100, maxCount: 2 }
  const file = (name: string, size = 100) => ({ name, size })
  expect(checkFiles([], limits)).toBeUndefined()
  expect(checkFiles([file('CV.PDF'), file('me.jpeg')], limits)).toBeUndefined()
  expect(checkFiles([file('a.pdf'), file('b.pdf'), file('c.pdf')], limits)).toBe('validation.fileCount')
  expect(checkFiles([file('a.pdf.exe')], limits)).toBe('validation.fileFormat')
  expect(checkFiles([file('pdf')], limits)).toBe('validation.fileFormat')
  expect(checkFiles([file('a.pdf', 101)], limits)).toBe('validation.fileSize')
  expect(acceptAttribute(limits.accept)).toBe('.pdf,.jpg,.jpeg')
})
