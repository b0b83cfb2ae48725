import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  asDeveloper,
  pixel,
  smallContent,
  startTestService,
  type TestService,
} from '#tests/fixtures/demo-test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(smallContent)
})
afterAll(() => service.close())

const read = async (path: string, headers: Record<string, string> = {}) =>
  (await service.ask(`/api/${path}`, { headers })).json()

describe('collections', () => {
  it('answers menus, contact people and categories as lists', async () => {
    expect(await read('menus?locale=en')).toEqual([{ id: 700, name: 'Services', url: '/en/services', group: 'main' }])
    expect(await read('contact_people?locale=en')).toHaveLength(1)
    expect(await read('product_categories?locale=en')).toMatchObject([{ id: 501 }, { id: 502, parentBranch: [501] }])
  })

  it('answers services and job offers in the hydra form, as summaries', async () => {
    const services = (await read('services?locale=en')) as {
      'hydra:member': Record<string, unknown>[]
      'hydra:totalItems': number
    }
    expect(services['hydra:totalItems']).toBe(2)
    expect(services['hydra:member'].map(({ id }) => id)).toEqual([99, 201])
    expect(services['hydra:member'][0]).not.toHaveProperty('blocks')
    expect(await read('job_offers?locale=en')).toMatchObject({
      'hydra:member': [{ slug: 'fitter', publicationDate: '2026-01-01' }],
    })
  })

  it('answers nodes in the member form, whole', async () => {
    const nodes = (await read('sitemap_nodes?locale=en')) as { member: unknown[]; totalItems: number }
    expect(nodes.member).toHaveLength(nodes.totalItems)
    expect(nodes).not.toHaveProperty('view')
  })

  it('pages the posts, newest first, and names the next page by its path', async () => {
    const first = (await read('posts?page=1&locale=en')) as { member: { slug: string }[]; view: { next: string } }
    expect(first).toMatchObject({ totalItems: 14, view: { next: '/api/posts?page=2&locale=en' } })
    expect(first.member.map(({ slug }) => slug).slice(0, 2)).toEqual(['post-14', 'post-13'])
    expect(first.member).toHaveLength(12)
    expect(first.member[0]).not.toHaveProperty('author')
    const second = (await service.ask(first.view.next)).json()
    expect(second).toMatchObject({ totalItems: 14, member: [{ slug: 'post-2' }, { slug: 'post-1' }] })
    expect(second).not.toHaveProperty('view')
    expect(await read('posts?page=3&locale=en')).toEqual({ member: [], totalItems: 14 })
  })

  it.each(['0', '-1', 'abc', '1.5'])('refuses the page "%s"', async (page) => {
    expect(await read(`posts?page=${page}&locale=en`)).toMatchObject({ code: 400 })
  })

  it('answers an empty collection for a locale that has none of a kind', async () => {
    expect(await read('posts?locale=pl')).toEqual({ member: [], totalItems: 0 })
    expect(await read('menus?locale=pl')).toEqual([])
  })
})

describe('documents', () => {
  it.each(['pages/1', 'posts/post-3', 'services/trucks', 'job_offers/fitter'])(
    'answers %s with its blocks and without "code"',
    async (path) => {
      const answer = await service.ask(`/api/${path}?locale=en`)
      expect(answer.status).toBe(200)
      expect(answer.json()).toHaveProperty('blocks')
      expect(answer.json()).not.toHaveProperty('code')
    },
  )

  it('takes the locale of the query before "Accept-Locale", and 404 for one it does not have', async () => {
    expect(await read('pages/1', { 'accept-locale': 'en' })).toMatchObject({ title: 'Home' })
    expect(await read('pages/1?locale=en', { 'accept-locale': 'pl' })).toMatchObject({ title: 'Home' })
    expect(await read('pages/1?locale=pl', { 'accept-locale': 'en' })).toMatchObject({ code: 404 })
    expect(await read('menus?locale=xx')).toEqual({
      code: 404,
      message: 'There is no locale "xx". The locales are en, pl.',
    })
    expect(await read('menus')).toMatchObject({ code: 400 })
  })

  it('finds posts by slug; by id only in a preview', async () => {
    expect(await read('posts/1003?locale=en')).toMatchObject({ code: 404 })
    expect(await read('posts/1003?locale=en&preview=true', asDeveloper)).toMatchObject({ slug: 'post-3' })
  })

  it('completes pictures under /media/ with what the file says', async () => {
    const people = (await read('contact_people?locale=en')) as { photo: Record<string, unknown> }[]
    expect(people[0]?.photo).toEqual({
      url: '/media/pixel.gif',
      alt: 'Ada',
      mime: 'image/gif',
      size: pixel.byteLength,
      width: 1,
      height: 1,
      lastModified: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })
})

describe('previews', () => {
  it('answers drafts with a token, published documents without preview', async () => {
    expect(await read('pages/1?locale=en&preview=true', asDeveloper)).toMatchObject({ title: 'Home, drafted' })
    expect(await read('pages/1?locale=en', asDeveloper)).toMatchObject({ title: 'Home' })
    expect(await read('pages/9?locale=en', asDeveloper)).toMatchObject({ code: 404 })
    expect(await read('pages/9?locale=en&preview=true', asDeveloper)).toMatchObject({ title: 'New' })
  })

  it('is 401 without a valid token and never cached', async () => {
    expect((await service.ask('/api/pages/1?locale=en&preview=true')).status).toBe(401)
    const wrong = await service.ask('/api/pages/1?locale=en&preview=true', {
      headers: { authorization: 'Bearer wrong' },
    })
    expect(wrong.json()).toMatchObject({ code: 401 })
    const drafted = await service.ask('/api/pages/1?locale=en&preview=true', { headers: asDeveloper })
    expect(drafted.headers.get('cache-control')).toBe('private, no-store')
  })
})

describe('unchanged answers', () => {
  it.each(['/api/pages/1?locale=en', '/api/menus?locale=en', '/api/search?phrase=&locale=en', '/media/pixel.gif'])(
    '%s is 304 when unchanged',
    async (path) => {
      const { headers } = await service.ask(path)
      const tag = headers.get('etag') ?? ''
      const date = headers.get('last-modified') ?? ''
      const byTag = await service.ask(path, { headers: { 'if-none-match': tag } })
      expect(byTag).toMatchObject({ status: 304, text: '' })
      expect(byTag.headers.get('etag')).toBe(tag)
      expect(byTag.headers.get('access-control-allow-origin')).toBe('*')
      expect((await service.ask(path, { headers: { 'if-modified-since': date } })).status).toBe(304)
      expect(
        (await service.ask(path, { headers: { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' } })).status,
      ).toBe(200)
      expect(
        (await service.ask(path, { headers: { 'if-none-match': '"other"', 'if-modified-since': date } })).status,
      ).toBe(200)
    },
  )

  it('answers a changed file anew', async () => {
    const before = await service.ask('/api/services/boats?locale=en')
    service.write('en/services/boats.yaml', { id: 99, slug: 'boats', title: 'Boats, renamed', blocks: [] })
    const after = await service.ask('/api/services/boats?locale=en', {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    })
    expect(after.json()).toMatchObject({ title: 'Boats, renamed' })
    service.write('en/services/boats.yaml', smallContent['en/services/boats.yaml'])
  })

  it('answers HEAD with the headers only', async () => {
    const head = await service.ask('/api/pages/1?locale=en', { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers.get('etag')).toBeTruthy()
  })
})

describe('search', () => {
  type Found = { member: { title: string; slug: string; content: string; updatedAt?: string }[]; totalItems: number }
  const search = async (phrase: string): Promise<Found> =>
    (await read(`search?pagination=false&locale=en&phrase=${encodeURIComponent(phrase)}`)) as Found

  it('lists every indexable document for an empty phrase', async () => {
    const { member, totalItems } = await search('')
    const slugs = member.map(({ slug }) => slug)
    expect(totalItems).toBe(1 + 14 + 2 + 2)
    expect(slugs).toEqual(
      expect.arrayContaining(['/', '/blog/post-1', '/services/boats', '/products/trackers/vehicles']),
    )
    expect(slugs.filter((slug) => /secret|search|zone/.test(slug))).toEqual([])
    expect(member[0]).toMatchObject({
      title: 'Home',
      content: 'Żółta łódź & Straße',
      updatedAt: '2026-01-01T00:00:00Z',
    })
  })

  it('ignores case and diacritics and puts hits in the title first', async () => {
    expect((await search('LODZ')).member.map(({ slug }) => slug)).toEqual(['/services/boats', '/', '/services/trucks'])
    expect((await search('zolta strasse')).member.map(({ slug }) => slug)).toEqual(['/'])
  })

  it('finds by the words for search engines, and does not show them', async () => {
    const boats = { id: 99, slug: 'boats', title: 'Boats', seoTitle: 'GPS of paddlers', blocks: [] }
    service.write('en/services/boats.yaml', boats)
    const { member } = await search('gps paddlers')
    service.write('en/services/boats.yaml', smallContent['en/services/boats.yaml'])
    expect(member).toMatchObject([{ slug: '/services/boats', content: '' }])
  })

  it('wants every word, and finds neither markup nor hidden pages', async () => {
    expect(await search('lodz motorway')).toEqual({ member: [], totalItems: 0 })
    expect((await search('hidden')).totalItems).toBe(0)
    expect((await search('16.90')).totalItems).toBe(0)
  })
})

describe('broken content', () => {
  it('answers a draft as it is, whatever its shape', async () => {
    const draft = { id: 1, title: 7, blocks: [{ id: 1, type: 'tiles', tiles: 'none' }] }
    service.write('en/pages/home.draft.yaml', draft)
    const count = service.errors.length
    const answer = await service.ask('/api/pages/1?locale=en&preview=true', { headers: asDeveloper })
    expect(answer.json()).toEqual(draft)
    expect((await service.ask('/api/search?locale=en&phrase=&preview=true', { headers: asDeveloper })).status).toBe(200)
    expect((await service.ask('/api/pages/1?locale=en')).json()).toMatchObject({ title: 'Home' })
    service.write('en/pages/home.draft.yaml', 'id: [1')
    const broken = await service.ask('/api/pages/1?locale=en&preview=true', { headers: asDeveloper })
    expect(broken.json()).toMatchObject({ code: 500, message: expect.stringContaining('home.draft.yaml') })
    expect(service.errors.length).toBe(count + 1)
    service.write('en/pages/home.draft.yaml', smallContent['en/pages/home.draft.yaml'])
  })

  it('names file and field in a 500, and heals when the file is corrected', async () => {
    service.write('en/services/broken.yaml', { id: 1, slug: 'broken', title: 7, blocks: [] })
    const answer = await service.ask('/api/services?locale=en')
    expect(answer.status).toBe(500)
    expect(answer.json()).toMatchObject({
      code: 500,
      message: expect.stringMatching(/broken\.yaml" is not right: field "title": .*expected string/),
    })
    expect(service.errors.at(-1)?.message).toContain('broken.yaml')
    service.write('en/services/broken.yaml', 'id: [1')
    expect(await read('services?locale=en')).toMatchObject({
      code: 500,
      message: expect.stringMatching(
        /^The content file ".*broken\.yaml" is not right: .*, at line 1, column \d+\. Correct it/,
      ),
    })
    service.write('en/services/broken.yaml', { id: 3, slug: 'mended', title: 'Mended', blocks: [] })
    expect((await service.ask('/api/services/mended?locale=en')).status).toBe(200)
  })
})
