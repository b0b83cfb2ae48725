import { describe, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { readCollection } from './read-collection.ts'

const origin = 'http://service.test'
const first = '/api/posts?page=1&locale=de'

/** Reads a collection whose pages are given by path. Returns its members and the pages that were requested. */
async function read(
  pages: Record<string, unknown> | ((path: string) => unknown),
  options: { path?: string; maxPages?: number } = {},
) {
  const findings = new Findings()
  const asked: string[] = []
  const path = options.path ?? first
  const isPaged = path.includes('page=')
  const members = await readCollection({
    call: { path: '/posts', locale: 'de', ...(isPaged && { query: { page: '1' } }) },
    first: new URL(path, origin),
    fetchPage: async (url) => {
      const wanted = `${url.pathname}${url.search}`
      asked.push(wanted)
      return typeof pages === 'function' ? pages(wanted) : pages[wanted]
    },
    maxPages: options.maxPages ?? 10_000,
    findings,
  })
  return { members, asked, warnings: findings.warnings }
}

const second = '/api/posts?page=2&locale=de'
const third = '/api/posts?page=3&locale=de'

describe.each(['', 'hydra:'])('a collection with "%smember"', (prefix) => {
  const page = (members: unknown, next?: unknown, totalItems: unknown = 3) => ({
    [`${prefix}member`]: members,
    [`${prefix}totalItems`]: totalItems,
    [`${prefix}view`]: next === undefined ? null : { [`${prefix}next`]: next, '@id': 'x' },
  })

  it.each([
    ['a path', second, third],
    ['an absolute address', origin + second, origin + third],
    ['a query alone', '?page=2&locale=de', '?page=3&locale=de'],
  ])('is read to its last page when "next" is %s', async (_, toSecond, toThird) => {
    const pages = { [first]: page([1], toSecond), [second]: page([2], toThird), [third]: page([3]) }
    expect(await read(pages)).toEqual({ members: [1, 2, 3], asked: [first, second, third], warnings: [] })
  })

  it.each([undefined, null, ''])('is complete when "next" is %j', async (next) => {
    expect(await read({ [first]: page([1, 2, 3], next) })).toMatchObject({ members: [1, 2, 3], asked: [first] })
  })

  it('is complete without a view and without a total', async () => {
    expect(await read({ [first]: { [`${prefix}member`]: [1] } })).toMatchObject({ members: [1], warnings: [] })
  })

  it.each(['slug', 'path'])('returns a member once whose id and %s came twice because the list grew', async (name) => {
    const member = (id: number | string) => ({ id, [name]: `s${id}` })
    const pages = { [first]: page([member(1), member(2)], second), [second]: page([member('2'), member(3)]) }
    const { members, warnings } = await read(pages)
    expect(members).toEqual([1, 2, 3].map(member))
    expect(warnings).toMatchObject([
      {
        code: 'collection-count',
        message: 'GET /posts (de) returned 1 member twice ("s2"); each is built once.',
        hint: expect.stringContaining('try again'),
      },
    ])
    const twins = [member(1), { ...member(1), slug: 'other' }]
    expect(await read({ [first]: page(twins, undefined, 2) })).toMatchObject({ members: twins, warnings: [] })
  })

  it('is read once more if it changed between its pages, and is then complete', async () => {
    const member = (id: number) => ({ id, slug: `s${id}` })
    const asked: string[] = []
    // The first member was withdrawn after its page was read. The third then moved to the
    // first page, and was on no page that was read.
    const shifting = (path: string) => {
      asked.push(path)
      const all = [1, 2, 3, 4].map(member).slice(asked.length > 1 ? 1 : 0)
      return path === first ? page(all.slice(0, 2), second, all.length) : page(all.slice(2), undefined, all.length)
    }
    expect(await read(shifting)).toEqual({
      members: [2, 3, 4].map(member),
      asked: [first, second, first, second],
      warnings: [],
    })
  })

  it('continues after an empty page that names a next one', async () => {
    const pages = { [first]: page([], second), [second]: page([1, 2, 3]) }
    expect((await read(pages)).members).toEqual([1, 2, 3])
  })

  it.each([
    ['itself', first],
    ['itself with a fragment', `${first}#again`],
    ['an earlier page', second],
  ])('is an error when "next" points to %s', async (_, next) => {
    const pages = { [first]: page([1], second), [second]: page([2], third), [third]: page([3], next) }
    await expect(read(pages)).rejects.toMatchObject({
      message: `GET /posts (de) links to the page "${next.replace('#again', '')}" twice.`,
      finding: { code: 'collection-paging', where: { locale: 'de', url: '/posts' } },
    })
  })

  it.each([
    ['http://elsewhere.test/api/posts?page=2', 'which is not on the origin of the service'],
    ['//elsewhere.test/api/posts?page=2', 'which is not on the origin of the service'],
    ['https://service.test/api/posts?page=2', 'which is not on the origin of the service'],
    ['file:///etc/passwd', 'which is not on the origin of the service'],
    ['http://[', 'which is not an address'],
    [2, 'which is not an address'],
    [{ '@id': second }, 'which is not an address'],
  ])('is an error when "next" is %j', async (next, reason) => {
    await expect(read({ [first]: page([1], next) })).rejects.toMatchObject({
      message: `GET /posts (de) links to the next page ${JSON.stringify(next)}, ${reason}.`,
      finding: { code: 'collection-paging' },
    })
  })

  it.each([
    [0, '0 members'],
    [1, '1 member'],
    [4, '4 members'],
  ])('is a warning when its total is %i of 3', async (total, reported) => {
    const { members, warnings } = await read({ [first]: page([1, 2, 3], undefined, total) })
    expect(members).toEqual([1, 2, 3])
    expect(warnings).toMatchObject([
      { code: 'collection-count', message: `GET /posts (de) reports ${reported}, but returned 3.` },
    ])
  })

  it('is an error above the maximum number of pages', async () => {
    const endless = (path: string) => page([1], `/api/posts?page=${path.length}&x=${path}`)
    await expect(read(endless, { maxPages: 3 })).rejects.toThrow('GET /posts (de) has more than 3 pages.')
  })

  it.each([null, 'text', { 0: 1 }])('is an error when its members are %j', async (members) => {
    await expect(read({ [first]: page(members) })).rejects.toMatchObject({ finding: { code: 'field-invalid' } })
  })
})

describe('a collection that is a bare list', () => {
  const none: unknown[] = []

  it('is complete when no page is requested', async () => {
    const path = '/api/posts?locale=de'
    expect(await read({ [path]: [1, 2] }, { path })).toEqual({ members: [1, 2], asked: [path], warnings: [] })
  })

  it('is read until a page is empty', async () => {
    expect(await read({ [first]: [1, 2], [second]: [3], [third]: none })).toMatchObject({
      members: [1, 2, 3],
      asked: [first, second, third],
    })
  })

  it('is read until a page repeats, as from a service without pages', async () => {
    expect(await read(() => [1, 2])).toMatchObject({ members: [1, 2], asked: [first, second] })
  })

  it('is read until an earlier page repeats', async () => {
    expect(await read({ [first]: [1], [second]: [2], [third]: [1] })).toMatchObject({ members: [1, 2] })
  })

  it('is an error above the maximum number of pages', async () => {
    await expect(read((path) => [path], { maxPages: 3 })).rejects.toThrow('GET /posts (de) has more than 3 pages.')
  })

  it('may hold hundreds of thousands of members', async () => {
    const path = '/api/posts?locale=de'
    expect((await read({ [path]: Array(300_000).fill(1) }, { path })).members).toHaveLength(300_000)
  })

  it('may hold lists, which stay members', async () => {
    const path = '/api/posts?locale=de'
    expect((await read({ [path]: [[1], null] }, { path })).members).toEqual([[1], null])
  })
})

it.each([
  [null, 'null'],
  ['list', '"list"'],
  [{ items: [] }, '{"items":[]}'],
])('reports that %j is not a collection', async (body, came) => {
  await expect(read({ [first]: body })).rejects.toThrow(
    `GET /posts (de): expected a collection (a list, or an object with "member" or "hydra:member"), got ${came}.`,
  )
})
