import { expect, it } from 'vitest'
import type { Finding } from '#content/finding.ts'
import { groupFailures } from './group-failures.ts'

const failed = (id: number, kind: string, { attempts = 4, url = `/pages/${id}` } = {}): Finding => ({
  code: 'service-error',
  message: `GET ${url} (de) answered ${kind}.`,
  where: { locale: 'de', url },
  hint: 'Build again later.',
  failure: { kind, attempts },
})
const silent: Finding = {
  ...failed(1, 'time-out', { url: '/posts/long' }),
  message: '"http://x" does not answer "/api/posts/long": no complete answer in 30 s.',
}
const other: Finding = { code: 'slug-invalid', message: 'No slug.' }
const reported = { reads: 1812, aside: 0, whole: 'see out/report.json', locales: [] }

it('reports a single failed read unchanged', () => {
  const errors = [failed(1, '503'), other]
  expect(groupFailures(errors, reported)).toEqual(errors)
})

it('reports several as one: their number, by kind, and the first of each', () => {
  const errors = [...Array.from({ length: 30 }, (_, id) => failed(id, '503')), silent, silent, failed(9, '503'), other]
  const [group, ...others] = groupFailures(errors, { ...reported, aside: 12 })
  expect(others).toEqual([other])
  expect(group?.message).toBe('33 of 1,812 requests failed after 4 attempts: 31 × 503 /pages/…, 2 × time-out /posts/….')
  expect(group?.hint?.split('\n').map((line) => line.trim())).toEqual([
    'first: GET /pages/0 (de) answered 503.',
    'first: (de) "http://x" does not answer "/api/posts/long": no complete answer in 30 s.',
    '12 warnings about links to these pages and about lists that name them are left out.',
    'Build again later. For the full list, see out/report.json.',
  ])
})

it('speaks of one omitted warning as of one', () => {
  const [group] = groupFailures([failed(1, '503'), failed(2, '503')], { ...reported, aside: 1 })
  expect(group?.hint).toContain(
    '\n        A warning about a link to these pages, or about a list that names them, is left out.\n',
  )
})

it('has the code of the first', () => {
  const missing = [1, 2].map((id): Finding => ({ ...failed(id, '404'), code: 'document-missing' }))
  expect(groupFailures(missing, reported).map(({ code }) => code)).toEqual(['document-missing'])
})

it('never reports more failures than requests', () => {
  // Once the service is given up, reads fail without being sent.
  const errors = [failed(1, '503'), failed(2, '503')]
  expect(groupFailures(errors, { ...reported, reads: 1 })[0]?.message).toMatch(/^2 of 2 requests failed/)
})

it('says how often requests were tried at most, and names at most eight kinds', () => {
  const errors = Array.from({ length: 12 }, (_, at) =>
    failed(at, `5${at}`, { attempts: at === 0 ? 4 : 1, url: `/menus` }),
  )
  expect(groupFailures(errors, reported)[0]?.message).toMatch(
    /^12 of 1,812 requests failed after up to 4 attempts: 1 × 50 \/menus, .*1 × 57 \/menus, and 4 other kinds\.$/,
  )
  expect(groupFailures(errors.slice(0, 8), reported)[0]?.message).not.toContain('other kinds')
  expect(
    groupFailures([failed(1, '404', { attempts: 1 }), failed(2, '404', { attempts: 1 })], reported)[0]?.message,
  ).toBe('2 of 1,812 requests failed: 2 × 404 /pages/….')
})

it('names the most frequent kind first, its first read by the order of locales, and keeps its place among errors', () => {
  const of = (locale: string, kind: string): Finding => ({
    ...failed(1, kind),
    ...{ message: `${locale} ${kind}`, where: { locale, url: '/pages/1' }, hint: `Mend ${locale} ${kind}.` },
  })
  const after: Finding = { code: 'redirect-loop', message: 'A circle.' }
  const errors = [other, of('pl', '404'), of('de', '503'), of('pl', '503'), after]
  const [first, group, last] = groupFailures(errors, { ...reported, locales: ['pl', 'de'] })
  expect([first, last]).toEqual([other, after])
  expect(group?.message).toContain('2 × 503 /pages/…, 1 × 404 /pages/…')
  expect(group?.hint).toMatch(/^first: \(pl\) pl 503\n *first: \(pl\) pl 404\n *Mend pl 404\. /)
})
