import { expect, it } from 'vitest'
import { textStream } from '#tests/text-stream.ts'
import { printRows } from './print-rows.ts'
import type { Remark, Row } from './remark.ts'

const remark = (code: Remark['code'], message: string, isError = false): Remark => ({
  ...{ code, message, isError, hint: `Mend ${message}` },
})
function printed(rows: Row[]): string {
  const { stream, text } = textStream()
  printRows(rows, stream)
  return text()
}

it('prints a row per endpoint and locale in columns, with differences and advice below it', () => {
  const rows: Row[] = [
    { endpoint: '/sitemap_nodes', locale: 'pl', found: '3 in 1 page', remarks: [remark('slow', 'one')] },
    { endpoint: '/menus', locale: '', found: 'nothing', remarks: [remark('json-cut', 'two', true)] },
  ]
  expect(printed(rows).split('\n')).toEqual([
    'endpoint        locale  found',
    '/sitemap_nodes  pl      3 in 1 page',
    '  remark  one [slow]',
    '          Mend one',
    '/menus                  nothing',
    '  error   two [json-cut]',
    '          Mend two',
    '',
  ])
})

it('leaves out the column of locales if there are none, as for a machine', () => {
  expect(printed([{ endpoint: 'Node', locale: '', found: '24.1.0', remarks: [] }])).toBe(
    'checked  found\nNode     24.1.0\n',
  )
})

it('prints three remarks of a kind, and the number of the others', () => {
  const remarks = [1, 2, 3, 4, 5].map((at) => remark('slow', `slow ${at}`))
  const text = printed([{ endpoint: '/a', locale: 'pl', found: 'x', remarks: [...remarks, remark('json-cut', 'cut')] }])
  expect(text).toContain('slow 3 [slow]')
  expect(text).not.toContain('slow 4 [slow]')
  expect(text).toContain('  … and 2 more [slow], see --json\n')
  expect(text).toContain('cut [json-cut]')
})

it('prints equal advice for consecutive remarks once', () => {
  const remarks = [1, 2, 3].map((at) => ({ ...remark('slow', `slow ${at}`), hint: at < 3 ? 'Mend both.' : 'Mend it.' }))
  expect(
    printed([{ endpoint: '/a', locale: 'pl', found: 'x', remarks }])
      .split('\n')
      .slice(2, -1),
  ).toEqual([
    '  remark  slow 1 [slow]',
    '  remark  slow 2 [slow]',
    '          Mend both.',
    '  remark  slow 3 [slow]',
    '          Mend it.',
  ])
})

it('prints no passwords or control characters', () => {
  const bad = 'http://me:secret@x.example \u001b[2J'
  const text = printed([{ endpoint: '/a', locale: 'pl', found: bad, remarks: [remark('slow', bad)] }])
  for (const none of ['secret', '\u001b']) expect(text).not.toContain(none)
})
