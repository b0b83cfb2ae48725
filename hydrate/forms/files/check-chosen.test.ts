import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkChosen } from './check-chosen.ts'

const limits = { accept: ['pdf', 'docx', 'odt', 'jpg', 'png', 'rtf', 'doc', 'csv'], maxBytes: 100, maxCount: 1 }
const file = (name: string, bytes: string | Uint8Array<ArrayBuffer>) => new File([bytes], name)
const zip = 'PK\u0003\u0004'

it.each<[string, File[], string | undefined]>([
  ['a PDF', [file('a.PDF', '%PDF-1.7')], undefined],
  ['a PDF after other bytes, as viewers accept it', [file('a.pdf', '\n\n%PDF-1.7')], undefined],
  ['a text named as a PDF', [file('a.pdf', 'text')], 'validation.fileFormat'],
  ['an empty file', [file('a.pdf', '')], 'validation.fileEmpty'],
  ['a picture', [file('a.jpeg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))], undefined],
  ['a text named as a JPEG', [file('a.jpeg', 'text')], 'validation.fileFormat'],
  ['a document', [file('a.docx', zip)], undefined],
  ['a format without a signature', [file('a.csv', 'a;b')], undefined],
  ['an archive named as an ODT', [file('a.odt', zip)], 'validation.fileFormat'],
  ['another extension', [file('a.exe', 'MZ')], 'validation.fileFormat'],
  ['a file that is too large', [file('a.pdf', `%PDF-${' '.repeat(100)}`)], 'validation.fileSize'],
  ['two files where one is allowed', [file('a.pdf', '%PDF-'), file('b.pdf', '%PDF-')], 'validation.fileCount'],
])('checks %s', async (_, chosen, key) => {
  expect((await checkChosen(chosen, limits))?.key).toBe(key)
})

it('checks the bytes of each file, and returns the wrong one', async () => {
  const chosen = [file('a.pdf', '%PDF-1.7'), file('b.pdf', 'text')]
  const problem = await checkChosen(chosen, { ...limits, maxCount: 2 })
  expect(problem?.key).toBe('validation.fileFormat')
  expect(problem?.file).toBe(chosen[1])
})

it('refuses a PDF that was changed after it was chosen', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chosen-'))
  const path = join(folder, 'cv.pdf')
  await writeFile(path, '%PDF-1.7')
  const chosen = [new File([await openAsBlob(path)], 'cv.pdf')]
  expect(await checkChosen(chosen, limits)).toBeUndefined()
  await writeFile(path, '%PDF-1.7, without a slip')
  expect((await checkChosen(chosen, limits))?.key).toBe('validation.fileUnread')
  await rm(folder, { recursive: true })
})

it.each(['%PDF-1.7, without a slip', '%PDF-'])(
  'refuses a PDF that was changed to "%s" where such a file can be read, as in Firefox',
  async (changed) => {
    const chosen = Object.assign(file('cv.pdf', '%PDF-1.7'), { arrayBuffer: () => new Blob([changed]).arrayBuffer() })
    expect((await checkChosen([chosen], limits))?.key).toBe('validation.fileUnread')
  },
)
