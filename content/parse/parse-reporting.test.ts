import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { pageSchema } from '#content/schema.ts'
import { parseReporting } from './parse-reporting.ts'

const call = { path: '/pages/2', locale: 'en' }
const file = 'content/en/pages/about.yaml'

function reported(value: unknown, index?: number) {
  const findings = new Findings()
  return { document: parseReporting(value, pageSchema, { call, findings, index }), errors: findings.errors }
}

it.each<[string, unknown, number | undefined, string, string | undefined]>([
  ['the call of a document', { id: 2, title: 7, blocks: [] }, undefined, 'GET /pages/2 (en), field "title"', undefined],
  [
    'the member of a list',
    { id: 2, title: 7, blocks: [] },
    3,
    'GET /pages/2 (en), field "[3].title" of the member with id 2 and title 7',
    undefined,
  ],
  ['its file', { id: 2, title: 7, blocks: [], '@file': file }, 3, `"${file}", field "title"`, file],
  [
    'its line',
    { id: 2, title: 7, blocks: [], '@file': file, '@lines': { title: 4 } },
    undefined,
    `"${file}", line 4, field "title"`,
    file,
  ],
  [
    'no marks that are none',
    { id: 2, title: 7, blocks: [], '@file': 7 },
    undefined,
    'GET /pages/2 (en), field "title"',
    undefined,
  ],
])('names %s when a field is invalid', (_, value, index, place, named) => {
  const { document, errors } = reported(value, index)
  expect(document).toBeUndefined()
  expect(errors).toMatchObject([
    { code: 'field-invalid', message: expect.stringMatching(/: expected a text, got .*\.$/) },
  ])
  expect(errors[0]?.message.startsWith(`${place}: `)).toBe(true)
  expect(errors[0]?.where?.file).toBe(named)
})

it('says how many invalid fields it does not name', () => {
  const pageOf = (blocks: number) => ({ id: 2, title: 'a', blocks: Array(blocks).fill(null) })
  const counts = (blocks: number) =>
    reported(pageOf(blocks)).errors.filter(({ message }) => message.includes('not listed'))
  expect(counts(20)).toEqual([])
  expect(counts(62)).toMatchObject([
    { message: expect.stringMatching(/\. Further invalid fields that are not listed: 42\.$/) },
  ])
})

it('reports what is wrong with the file itself, and nothing about fields', () => {
  const value = { '@file': file, '@problem': 'is not valid YAML: it ends, at line 3, column 1' }
  expect(reported(value)).toEqual({
    document: undefined,
    errors: [
      {
        code: 'file-invalid',
        message: `"${file}" is not valid YAML: it ends, at line 3, column 1.`,
        where: { locale: 'en', url: '/pages/2', file },
        hint: 'Fix the file, or remove it if nothing needs it.',
      },
    ],
  })
})

it('returns a valid document without the marks', () => {
  expect(reported({ id: 2, blocks: [], '@file': file }).document).toEqual({ id: '2', blocks: [] })
})
