import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import sharp from 'sharp'
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
  it('of menus, contact people and categories are lists', async () => {
    expect(await read('menus?locale=en')).toEqual([{ id: 700, name: 'Services', url: '/en/services', group: 'main' }])
    expect(await read('contact_people?locale=en')).toHaveLength(1)
    expect(await read('product_categories?locale=en')).toMatchObject([{ id: 501 }, { id: 502, parentBranch: [501] }])
  })

  it('of services and job offers have the hydra form, with summaries', async () => {
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

  it('of nodes have the member form, with complete nodes', async () => {
    const nodes = (await read('sitemap_nodes?locale=en')) as { member: unknown[]; totalItems: number }
    expect(nodes.member).toHaveLength(nodes.totalItems)
    expect(nodes).not.toHaveProperty('view')
  })

  it('of posts come in pages, newest first, which name the path of the next page', async () => {
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

  it('of posts keep the order of the first page if a post is edited, until the first page is requested again', async () => {
    const service = await startTestService(smallContent)
    const posts = join(service.folder, 'content/en/posts')
    utimesSync(posts, 1000, 1000) // no file was just added or removed
    const slugs = async (page: number): Promise<string[]> => {
      const { member } = (await service.ask(`/api/posts?page=${page}&locale=en`)).json() as {
        member: { slug: string }[]
      }
      return member.map(({ slug }) => slug)
    }
    const first = await slugs(1)
    const text = readFileSync(join(posts, 'post-14.yaml'), 'utf8')
    writeFileSync(join(posts, 'post-14.yaml'), text.replace('2026-', '1999-'))
    const rest = await slugs(2)
    const after = [await slugs(1), await slugs(2)]
    await service.close()
    expect([first[0], rest]).toEqual(['post-14', ['post-2', 'post-1']])
    expect(after.flat()).toEqual([...first.slice(1), 'post-2', 'post-1', 'post-14'])
  })

  it.each(['0', '-1', 'abc', '1.5'])('refuse the page "%s"', async (page) => {
    expect(await read(`posts?page=${page}&locale=en`)).toMatchObject({ code: 400 })
  })

  it('are empty in a locale without members', async () => {
    expect(await read('posts?locale=pl')).toEqual({ member: [], totalItems: 0 })
    expect(await read('menus?locale=pl')).toEqual([])
  })
})

describe('documents', () => {
  it.each(['pages/1', 'posts/post-3', 'services/trucks', 'job_offers/fitter'])(
    'at %s have blocks and no "code"',
    async (path) => {
      const answer = await service.ask(`/api/${path}?locale=en`)
      expect(answer.status).toBe(200)
      expect(answer.json()).toHaveProperty('blocks')
      expect(answer.json()).not.toHaveProperty('code')
    },
  )

  it('are in the locale of the query rather than in "Accept-Locale", and are 404 in an unknown locale', async () => {
    expect(await read('pages/1', { 'accept-locale': 'en' })).toMatchObject({ title: 'Home' })
    expect(await read('pages/1?locale=en', { 'accept-locale': 'pl' })).toMatchObject({ title: 'Home' })
    expect(await read('pages/1?locale=pl', { 'accept-locale': 'en' })).toMatchObject({ code: 404 })
    expect(await read('menus?locale=xx')).toEqual({
      code: 404,
      message: 'There is no locale "xx". The locales are en, pl.',
    })
    expect(await read('menus')).toMatchObject({ code: 400 })
  })

  it('are distinguished even if JavaScript would round their ids to the same number', async () => {
    const ids = ['9007199254740992', '9007199254740993']
    const files = ids.map((id) => [`en/pages/${id}.yaml`, `id: ${id}\ntitle: "Of ${id}"\nblocks: []`])
    const service = await startTestService(Object.fromEntries(files))
    const pages = await Promise.all(ids.map(async (id) => (await service.ask(`/api/pages/${id}?locale=en`)).json()))
    await service.close()
    expect(pages).toEqual(ids.map((id) => ({ id, title: `Of ${id}`, blocks: [] })))
  })

  it('of posts are found by slug, and by id only in a preview', async () => {
    expect(await read('posts/1003?locale=en')).toMatchObject({ code: 404 })
    expect(await read('posts/1003?locale=en&preview=true', asDeveloper)).toMatchObject({ slug: 'post-3' })
  })

  it('state the facts of picture files in /media/', async () => {
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

  it('state the facts of a replaced picture, except those that the content states itself', async () => {
    const photo = { url: '/media/Team.PNG', mime: 'image/png' }
    const people = [401, 402].map((id) => ({ id, name: 'Ada', photo: id === 401 ? photo : { ...photo, width: 40 } }))
    const service = await startTestService({ ...smallContent, 'en/contact-people.yaml': people })
    const file = join(service.folder, 'media/Team.PNG')
    const draw = async (width: number, day: string): Promise<void> => {
      await sharp({ create: { width, height: 2, channels: 3, background: 'red' } }).toFile(file)
      utimesSync(file, new Date(day), new Date(day))
    }
    const ask = (headers = {}) => service.ask('/api/contact_people?locale=en', { headers })
    await draw(3, '2040-01-01')
    expect((await ask()).json()).toMatchObject([
      { photo: { width: 3, height: 2 } },
      { photo: { width: 40, height: 2 } },
    ])
    const before = (await ask()).headers.get('last-modified')
    await draw(5, '2040-01-02')
    const after = await ask({ 'if-modified-since': before })
    await service.close()
    expect([before, after.status]).toEqual(['Sun, 01 Jan 2040 00:00:00 GMT', 200])
    expect(after.json()).toMatchObject([{ photo: { width: 5 } }, { photo: { width: 40 } }])
  })

  it('are returned even if a picture file is not a picture, such as one that Git LFS has not fetched', async () => {
    const service = await startTestService({
      ...smallContent,
      'en/contact-people.yaml': [{ id: 401, name: 'Ada', photo: { url: '/media/pointer.jpg' } }],
    })
    writeFileSync(join(service.folder, 'media/pointer.jpg'), 'version https://git-lfs.github.com/spec/v1')
    const people = (await service.ask('/api/contact_people?locale=en')).json()
    await service.close()
    const photo = { url: '/media/pointer.jpg', mime: 'image/jpeg', size: 42, lastModified: expect.any(String) }
    expect(people).toMatchObject([{ id: 401, photo }])
  })
})

describe('previews', () => {
  it('are drafts only if the request has a token and asks for a preview', async () => {
    expect(await read('pages/1?locale=en&preview=true', asDeveloper)).toMatchObject({ title: 'Home, drafted' })
    expect(await read('pages/1?locale=en', asDeveloper)).toMatchObject({ title: 'Home' })
    expect(await read('pages/9?locale=en', asDeveloper)).toMatchObject({ code: 404 })
    expect(await read('pages/9?locale=en&preview=true', asDeveloper)).toMatchObject({ title: 'New' })
  })

  it('show the draft if a published page has the same id, but report two published pages with the same id', async () => {
    const page = (title: string) => ({ id: 1, title, blocks: [] })
    const files = { 'en/pages/a.yaml': page('Old'), 'en/pages/z.draft.yaml': page('Drafted') }
    const service = await startTestService(files)
    const show = async () => (await service.ask('/api/pages/1?locale=en&preview=true', { headers: asDeveloper })).json()
    const drafted = await show()
    rmSync(join(service.folder, 'content/en/pages/z.draft.yaml'))
    service.write('en/pages/copy.yaml', page('Copy'))
    const twice = await show()
    await service.close()
    expect([drafted, twice]).toMatchObject([
      { title: 'Drafted' },
      { '@problem': 'is called "1", but "a.yaml" already has that name' },
    ])
  })

  it('are 401 without a valid token, and are never cached', async () => {
    expect((await service.ask('/api/pages/1?locale=en&preview=true')).status).toBe(401)
    const wrong = await service.ask('/api/pages/1?locale=en&preview=true', {
      headers: { authorization: 'Bearer wrong' },
    })
    expect(wrong.json()).toMatchObject({ code: 401 })
    const drafted = await service.ask('/api/pages/1?locale=en&preview=true', { headers: asDeveloper })
    expect(drafted.headers.get('cache-control')).toBe('private, no-store')
  })
})

describe('requests', () => {
  it.each(['/api/pages/1?locale=en', '/api/menus?locale=en', '/api/search?phrase=&locale=en', '/media/pixel.gif'])(
    'for %s are answered with 304 if nothing changed',
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

  it('for a changed file are answered in full', async () => {
    const before = await service.ask('/api/services/boats?locale=en')
    service.write('en/services/boats.yaml', { id: 99, slug: 'boats', title: 'Boats, renamed', blocks: [] })
    const after = await service.ask('/api/services/boats?locale=en', {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    })
    expect(after.json()).toMatchObject({ title: 'Boats, renamed' })
    service.write('en/services/boats.yaml', smallContent['en/services/boats.yaml'])
  })

  it('with HEAD are answered with the headers only', async () => {
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

  it('ignores case and diacritics, and puts hits in titles first', async () => {
    expect((await search('LODZ')).member.map(({ slug }) => slug)).toEqual(['/services/boats', '/', '/services/trucks'])
    expect((await search('zolta strasse')).member.map(({ slug }) => slug)).toEqual(['/'])
  })

  it('finds documents by their words for search engines, but does not show these words', async () => {
    const boats = { id: 99, slug: 'boats', title: 'Boats', seoTitle: 'GPS of paddlers', blocks: [] }
    service.write('en/services/boats.yaml', boats)
    const { member } = await search('gps paddlers')
    service.write('en/services/boats.yaml', smallContent['en/services/boats.yaml'])
    expect(member).toMatchObject([{ slug: '/services/boats', content: '' }])
  })

  it('requires every word, and finds neither markup nor hidden pages', async () => {
    expect(await search('lodz motorway')).toEqual({ member: [], totalItems: 0 })
    expect((await search('hidden')).totalItems).toBe(0)
    expect((await search('16.90')).totalItems).toBe(0)
  })
})

describe('broken content', () => {
  const marks = (file: string, lines: Record<string, number>) => ({
    '@file': expect.stringContaining(file),
    '@lines': lines,
  })

  it('is returned unchanged in a draft, whatever its shape', async () => {
    const draft = { id: 1, title: 7, blocks: [{ id: 1, type: 'tiles', tiles: 'none' }] }
    service.write('en/pages/home.draft.yaml', draft)
    const count = service.errors.length
    const answer = await service.ask('/api/pages/1?locale=en&preview=true', { headers: asDeveloper })
    expect(answer.json()).toEqual({ ...draft, ...marks('home.draft.yaml', { title: 1, 'blocks[0].tiles': 1 }) })
    expect((await service.ask('/api/search?locale=en&phrase=&preview=true', { headers: asDeveloper })).status).toBe(200)
    expect((await service.ask('/api/pages/1?locale=en')).json()).toMatchObject({ title: 'Home' })
    service.write('en/pages/home.draft.yaml', 'id: [1')
    const broken = await service.ask('/api/pages/1?locale=en&preview=true', { headers: asDeveloper })
    expect(broken.json()).toMatchObject({ '@problem': expect.stringContaining('is not valid YAML: ') })
    expect(service.errors.length).toBe(count)
    service.write('en/pages/home.draft.yaml', smallContent['en/pages/home.draft.yaml'])
  })

  it('is marked with its file and line, does not affect other documents, and is served once it is corrected', async () => {
    service.write('en/services/broken.yaml', 'id: 3\nslug: broken\n\ntitle: 7\nblocks: []\n')
    const { 'hydra:member': members } = (await read('services?locale=en')) as { 'hydra:member': unknown[] }
    const marked = { id: 3, slug: 'broken', title: 7, ...marks('broken.yaml', { title: 4 }) }
    expect(members).toEqual([marked, expect.objectContaining({ id: 99 }), expect.objectContaining({ id: 201 })])
    expect(await read('services/broken?locale=en')).toEqual({ ...marked, blocks: [] })
    expect(JSON.stringify(await read('search?locale=en&phrase='))).not.toContain('/services/broken')
    service.write('en/services/broken.yaml', { id: 3, slug: 'broken', title: 'Mended', blocks: [] })
    expect(await read('services/broken?locale=en')).toEqual({ id: 3, slug: 'broken', title: 'Mended', blocks: [] })
    unlinkSync(join(service.folder, 'content/en/services/broken.yaml'))
  })

  it('is marked with its file and line if it has a block of an unknown type', async () => {
    const page = { id: 60, blocks: [{ id: 1, type: 'carousel' }] }
    service.write('en/pages/broken.yaml', page)
    expect(await read('pages/60?locale=en')).toEqual({ ...page, ...marks('broken.yaml', { 'blocks[0]': 1 }) })
    unlinkSync(join(service.folder, 'content/en/pages/broken.yaml'))
  })

  const put = (content: string | Buffer) => (path: string) => writeFileSync(path, content)
  const repeated = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)
  const nothingToRead = 'is not valid YAML: expected a document, but the input is empty'
  it.each<[string, (path: string) => void, string]>([
    [
      'is not valid YAML',
      put('id: 60\nblocks: [1'),
      'is not valid YAML: unexpected end of the stream within a flow collection, at line 2, column 11',
    ],
    [
      'is not in UTF-8',
      put(Buffer.from('id: 60\ntitle: caf\xe9\nblocks: []', 'latin1')),
      'is not valid UTF-8, at line 2',
    ],
    ['is empty', put(''), nothingToRead],
    ['has only comments', put('# To come\n'), nothingToRead],
    ['is an empty list', put('[]'), 'is empty'],
    ['is plain text', put('To come'), 'has no fields, such as "id: 1"'],
    [
      'is nested too deeply',
      put(`id: 60\na: ${'['.repeat(101)}`),
      'nests lists and objects 100 levels deep, or deeper, at line 2, column 103',
    ],
    ['contains itself', put('id: 60\nblocks: &all [*all]'), 'contains itself'],
    [
      'expands to more than fits into memory',
      put(['id: 60', 'a0: &a0 [x]', ...repeated].join('\n')),
      'contains itself, or more than two million values',
    ],
    ['is on a failing disk', (path) => symlinkSync('/proc/self/mem', path), 'cannot be read: its disk fails'],
    ['is a folder', mkdirSync, 'is a folder, but a file is expected'],
    ['is a pipe', (path) => execFileSync('mkfifo', [path]), 'is a pipe or device, but a file is expected'],
  ])('is reported if the file of a page %s, and does not affect other pages', async (_, write, problem) => {
    const path = join(service.folder, 'content/en/pages/broken.yaml')
    write(path)
    const reported = await read('pages/60?locale=en')
    expect(reported).toMatchObject({ '@file': relative('.', path), '@problem': expect.stringContaining(problem) })
    expect(await read('pages/1?locale=en')).toMatchObject({ title: 'Home' })
    rmSync(path, { recursive: true })
    expect(await read('pages/60?locale=en')).toMatchObject({ code: 404 })
  })

  it('is marked with the line of each invalid member of a long list, whose file is read once', async () => {
    const path = join(service.folder, 'content/de/product-categories.yaml')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      Array.from({ length: 10_000 }, (_, at) => `- id: ${at}\n  name: [x]\n  path: x${at}\n`).join(''),
    )
    const members = (await read('product_categories?locale=de')) as object[]
    expect(members.length).toBe(10_000)
    expect(members.at(-1)).toMatchObject({ '@lines': { name: 29_999 } })
    unlinkSync(path)
  })

  it('is reported if the name of a file does not end in ".yaml"', async () => {
    service.write('en/pages/broken.yml', { id: 60, title: 'Never read', blocks: [] })
    expect(await read('pages/60?locale=en')).toMatchObject({
      '@file': expect.stringContaining('broken.yml'),
      '@problem': 'is not read: its name must end in ".yaml"',
    })
    unlinkSync(join(service.folder, 'content/en/pages/broken.yml'))
    service.write('pl/menus.yml', [])
    expect(await read('menus?locale=pl')).toMatchObject({ '@file': expect.stringContaining('pl/menus.yml') })
    unlinkSync(join(service.folder, 'content/pl/menus.yml'))
  })

  it('is reported if two files have the same id, instead of one being chosen', async () => {
    const [first, second] = ['en/pages/twice-1.yaml', 'en/pages/twice-2.yaml']
    for (const file of [first, second]) service.write(file, { id: 63, title: file, blocks: [] })
    expect(await read('pages/63?locale=en')).toEqual({
      '@file': expect.stringContaining(second),
      '@problem': 'is called "63", but "twice-1.yaml" already has that name',
    })
    unlinkSync(join(service.folder, 'content', second))
    expect(await read('pages/63?locale=en')).toMatchObject({ title: first })
    unlinkSync(join(service.folder, 'content', first))
  })

  it('is reported with the file of the requested document, found by the line that states its id', async () => {
    for (const id of [61, 62]) service.write(`en/pages/broken-${id}.yaml`, `<<<<<<< HEAD\nid: ${id}\n`)
    for (const id of [61, 62])
      expect(await read(`pages/${id}?locale=en`)).toMatchObject({
        '@file': expect.stringContaining(`broken-${id}.yaml`),
      })
    for (const id of [61, 62]) unlinkSync(join(service.folder, `content/en/pages/broken-${id}.yaml`))
  })

  it('is reported instead of a list or folder that cannot be read', async () => {
    service.write('pl/menus.yaml', '- id: [1')
    expect(await read('menus?locale=pl')).toMatchObject({ '@problem': expect.stringContaining('is not valid YAML') })
    service.write('pl/services', 'no folder')
    const reported = {
      '@file': expect.stringContaining('pl/services'),
      '@problem': 'is a file, but a folder is expected',
    }
    expect(await read('services?locale=pl')).toEqual(reported)
    expect(await read('services/boats?locale=pl')).toEqual(reported)
    for (const name of ['menus.yaml', 'services']) unlinkSync(join(service.folder, 'content/pl', name))
  })
})
