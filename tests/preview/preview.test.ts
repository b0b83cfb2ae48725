import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evenSample } from '#content/even-sample.ts'
import { adminHref, draftHref } from '#preview/admin-href.ts'
import type { PageRow, PanelData, ReachData } from '#preview/panel-data.ts'
import { page, post, smallSite } from '#tests/fixtures/content.ts'
import { sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { runSite } from '#tests/run-site.ts'
import { startTestPreview, type TestPreview } from './start-test-preview.ts'

let preview: TestPreview
beforeAll(async () => {
  preview = await startTestPreview()
})
afterAll(() => preview.close())

type Fields = Record<string, unknown>
const read = (file: string): Fields => load(readFileSync(join(preview.content, file), 'utf8')) as Fields
const panelOf = (nodeType: string, id: string, locale: string) =>
  preview.json<PanelData>(`/admin/api/panel?nodeType=${nodeType}&id=${id}&locale=${locale}`)
const reachOf = async (nodeType: string, id: string, locale: string): Promise<ReachData> =>
  expect
    .poll(() => preview.json<ReachData>(`/admin/api/reach?nodeType=${nodeType}&id=${id}&locale=${locale}`))
    .toMatchObject({ state: 'done' })
    .then(() => preview.json<ReachData>(`/admin/api/reach?nodeType=${nodeType}&id=${id}&locale=${locale}`))

type Named = { nodeType: string; id: string; locale: string }

/** Listens to the changes of a page until one of this kind comes. */
async function isReported(what: string, page: Named): Promise<boolean> {
  return (await hearUntil((reported) => reported.includes(what), page)).includes(what)
}

/** Collects the kinds of changes of a page until they are enough. */
async function hearUntil(isEnough: (reported: string[]) => boolean, page: Named, from = preview): Promise<string[]> {
  const stop = new AbortController()
  const { body } = await fetch(`${from.origin}/admin/events?${new URLSearchParams(page)}`, { signal: stop.signal })
  let text = ''
  let reported: string[] = []
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    reported = [...text.matchAll(/"what":"(\w+)"/g)].map(([, what = '']) => what)
    if (isEnough(reported)) break
  }
  stop.abort()
  return reported
}

describe('the site around', () => {
  it('answers pages of the demo with the bytes of a build in which drafts are published', async () => {
    for (const file of readdirSync(preview.content, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.draft.yaml')) continue
      preview.write(file.replace('.draft', ''), readFileSync(join(preview.content, file), 'utf8'))
    }
    const out = join(preview.cache, 'out')
    const args = [
      'build',
      '--locale',
      'all',
      '--api',
      preview.api,
      '--out',
      out,
      '--cache',
      preview.cache,
      '--no-ledger',
    ]
    const { code, stderr } = await runSite(args)
    expect(stderr).not.toContain('error')
    expect(code).toBe(0)
    const files = readdirSync(join(out, 'site'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    )
    expect(files.length).toBeGreaterThan(300)
    const differing: string[] = []
    // `EDITS=all` compares every page.
    for (const file of process.env.EDITS === 'all' ? files : evenSample(files.sort(), 10)) {
      const path = `/${file.replace(/(^|\/)index\.html$/, '')}`
      const { status, text } = await preview.get(path.split('/').map(encodeURIComponent).join('/'))
      if (status !== 200 || text !== readFileSync(join(out, 'site', file), 'utf8')) differing.push(path)
    }
    expect(differing).toEqual([])
  })

  it('answers its styles, scripts, fonts, pictures, icons and listings', async () => {
    const { text } = await preview.get('/')
    const addresses = [
      ...text.matchAll(/(?:src|href)="(\/assets\/[^"]+|\/icon[^"]+|\/[^"]*webmanifest|\/feed\.xml)"/g),
    ].map(([, one = '']) => one)
    expect(addresses.length).toBeGreaterThan(8)
    for (const address of [...new Set([...addresses, '/sitemap.xml', '/robots.txt', '/sw.js'])]) {
      expect([address, (await preview.get(address)).status]).toEqual([address, 200])
    }
  })

  it('redirects old addresses in one hop, and shows the 404 page of the nearest language', async () => {
    const { status, headers } = await preview.get('/o-nas')
    expect([status, headers.get('location')]).toEqual([301, '/firma/o-nas'])
    const lost = await preview.get('/de/gibt-es-nicht')
    expect(lost.status).toBe(404)
    expect(lost.text).toContain('<html lang="de"')
    expect((await preview.get('/de/kontakt/')).headers.get('location')).toBe('/de/kontakt')
  })

  it('passes requests of pages to the content service', async () => {
    const answer = await preview.json<{ member: unknown[] }>('/api/search?phrase=fleet&pagination=false&locale=en')
    expect(answer.member.length).toBeGreaterThan(0)
    expect((await preview.get('/api/token/check')).status).toBe(401)
  })
})

describe('a draft', () => {
  it('is read at every request, and shown at its public address', async () => {
    const document = read('en/pages/help.yaml')
    preview.write('en/pages/help.draft.yaml', { ...document, theme: { title: 'Drafted one' } })
    expect((await preview.get('/en/help')).text).toContain('Drafted one')
    preview.write('en/pages/help.draft.yaml', { ...document, theme: { title: 'Drafted, the second' } })
    expect((await preview.get('/en/help')).text).toContain('Drafted, the second')
    expect((await preview.get('/admin/before/en/help')).text).not.toContain('Drafted')
    const data = await panelOf('article', String(document.id), 'en')
    expect(data).toMatchObject({ state: 'changed', href: '/en/help', record: `en/pages/${document.id}` })
    expect(data.words).toContainEqual(expect.objectContaining({ path: 'theme.title' }))
    preview.remove('en/pages/help.draft.yaml')
    expect((await preview.get('/en/help')).text).not.toContain('Drafted')
  })

  it('that moves a page is shown at its new address, with the changes that follow', async () => {
    const file = 'en/posts/range-in-winter'
    const post = read(`${file}.yaml`)
    preview.write(`${file}.draft.yaml`, { ...post, slug: 'moved-for-the-preview', title: 'Moved' })
    const data = await panelOf('article', String(post.id), 'en')
    expect(data).toMatchObject({ href: '/en/blog/moved-for-the-preview', movedFrom: `/en/blog/${post.slug}` })
    const hint = expect.stringContaining(`redirects add /en/blog/${post.slug} /en/blog/moved-for-the-preview`)
    expect(data.remarks).toContainEqual(expect.objectContaining({ code: 'address-moved', hint }))
    expect((await preview.get(data.href)).text).toContain('Moved')
    expect((await preview.get(`${data.href}/`)).headers.get('location')).toBe(data.href)
    const { rows } = await reachOf('article', String(post.id), 'en')
    expect(rows).toContainEqual(expect.objectContaining({ path: '/en/blog/moved-for-the-preview', change: 'new' }))
    expect(rows).toContainEqual(expect.objectContaining({ path: `/en/blog/${post.slug}`, change: 'removed' }))
    expect(rows.some(({ path, change }) => path.startsWith('/en/blog/page/') && change === 'changed')).toBe(true)
    for (const { before, after } of rows) {
      for (const address of [before, after]) if (address) expect((await preview.get(address)).status).toBe(200)
    }
    preview.remove(`${file}.draft.yaml`)
  })

  it('of a list has every page that it links to, also at a new address', async () => {
    const blog = read('en/pages/blog.yaml') as { id: number; blocks: Fields[] }
    const blocks = blog.blocks.map((block) => (block.type === 'blog_list' ? { ...block, perPage: 3 } : block))
    preview.write('en/pages/blog.draft.yaml', { ...blog, blocks })
    expect((await preview.get('/en/blog')).text).toContain('"/en/blog/page/8"')
    expect((await preview.get('/en/blog/page/8')).status).toBe(200)
    const nodes = (read('en/nodes.yaml') as unknown as Fields[]).filter(
      ({ nodeReference }) => nodeReference === blog.id,
    )
    const move = (slug: string) =>
      preview.write(
        'en/nodes.draft.yaml',
        nodes.map((node) => ({ ...node, slug })),
      )
    move('/news')
    expect((await preview.get('/en/blog/page/2')).headers.get('location')).toBe('/en/news/page/2')
    expect((await preview.get('/en/news/page/8')).text).toContain('"/en/news/page/7"')
    move('/no//address')
    expect((await preview.get('/en/blog')).text).toContain('"/en/draft-of-pages/page/8"')
    preview.remove('en/nodes.draft.yaml')
    preview.remove('en/pages/blog.draft.yaml')
  })

  it.each(['990001', 'a/b?#\\%'])('without an address is shown below /admin/draft, with any id: %s', async (id) => {
    preview.write('en/pages/unborn.draft.yaml', {
      id,
      title: 'Unborn',
      blocks: [{ id: 1, type: 'text', html: '<p>Not yet <a href="/nowhere">there</a></p>' }],
    })
    const data = await panelOf('article', encodeURIComponent(id), 'en')
    expect(JSON.stringify(data)).not.toContain('draft-of') // the address used for rendering is made up
    const message = 'The page "Unborn" links to "/nowhere", but no page has that address.'
    expect(data.remarks).toContainEqual(expect.objectContaining({ code: 'link-dead', message }))
    expect(data).toMatchObject({
      state: 'new',
      hasAddress: false,
      href: draftHref({ nodeType: 'article', id, locale: 'en' }),
    })
    expect((await preview.get(data.href)).text).toContain('Not yet')
    expect((await reachOf('article', encodeURIComponent(id), 'en')).rows).toEqual([])
    preview.remove('en/pages/unborn.draft.yaml')
  })

  it('has a preview for every node type', async () => {
    const rows = await preview.json<PageRow[]>('/admin/api/pages')
    const types = new Map(rows.map((row) => [row.nodeType, row]))
    expect(types.size).toBeGreaterThan(7)
    for (const { nodeType, id, locale } of types.values()) {
      expect([nodeType, (await preview.get(`/admin/${nodeType}/${id}?locale=${locale}`)).status]).toEqual([
        nodeType,
        200,
      ])
    }
  })
})

describe('a page and a post with the same id and node type', () => {
  it.runIf(isSoak)('have separate previews, to which all links point', async () => {
    const site = smallSite()
    const nodes = site.nodes?.map((one) => (one.slug === '/blog' ? { ...one, nodeType: 'article' } : one)) ?? []
    const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, { ...site, nodes }]))
    const service = await startFixtureService({
      locales,
      intercept({ url = '' }, response) {
        if (!url.startsWith('/api/posts/3?')) return false
        sendJson(response, 200, post(3, { title: 'Drafted' }))
        return true
      },
    })
    const other = await startTestPreview({ api: service.api })
    const rows = await other.json<PageRow[]>('/admin/api/pages')
    const [blog, third] = ['/en/blog', '/en/blog/post-3'].map((path) => rows.find(({ href }) => href === path))
    if (!blog || !third) throw new Error('The index lacks a page.')
    expect([blog, third].map(adminHref)).toEqual(['/admin/article/3?locale=en', '/admin/article/3?locale=en&of=posts'])
    const shownAt = async (row: PageRow) => /data-href="([^"]*)"/.exec((await other.get(adminHref(row))).text)?.[1]
    expect(await Promise.all([blog, third].map(shownAt))).toEqual(['/en/blog', '/en/blog/post-3'])
    expect(await other.json('/admin/api/where?path=/en/blog/post-3')).toEqual({
      ...{ nodeType: 'article', id: '3', locale: 'en', of: 'posts' },
    })
    const ofThird = 'nodeType=article&id=3&locale=en&of=posts'
    const { title, record, locales: rowsOfLocales } = await other.json<PanelData>(`/admin/api/panel?${ofThird}`)
    expect([title, record]).toEqual(['Drafted', 'en/posts/3'])
    expect(rowsOfLocales.map(({ target }) => target?.of)).toEqual(Array(5).fill('posts'))
    const reach = () => other.json<ReachData>(`/admin/api/reach?${ofThird}`)
    await expect.poll(reach).toMatchObject({ state: 'done' })
    const list = (await reach()).rows.find(({ path }) => path === '/en/blog')
    expect((await other.get(list?.after ?? '')).text).toContain('Drafted')
    const unknown = await other.get('/admin/article/3?locale=en&of=post')
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('one of: posts, services')])
    await other.close()
    await service.close()
  })
})

describe('an address without a locale', () => {
  it('uses the default locale', async () => {
    const { url, status } = await fetch(`${preview.origin}/admin/article/21`)
    expect([url, status]).toEqual([`${preview.origin}/admin/article/21?locale=pl`, 200])
    const ofLocale = async (suffix: string) => (await preview.get(`/admin/draft/article/21${suffix}`)).text
    expect(await ofLocale('')).toBe(await ofLocale('?locale=pl'))
    expect(await preview.json('/admin/api/find?nodeType=article&id=21')).toMatchObject({
      href: (await panelOf('article', '21', 'pl')).href,
    })
  })
})

describe('a failure', () => {
  it('is "pageData not found" with status 404 for an unknown id', async () => {
    const { status, text } = await preview.get('/admin/article/123456?locale=pl')
    expect(status).toBe(404)
    expect(text).toContain('pageData not found')
    expect((await preview.get('/admin/article/1?locale=xx')).status).toBe(404)
    const unknown = await preview.get('/admin/artcle/1?locale=pl')
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('pageData not found')])
    expect(unknown.text).toContain('There is no node type &quot;artcle&quot;.')
    const ofOtherType = await preview.get('/admin/article/204?locale=en')
    expect(ofOtherType.status).toBe(404)
    expect(ofOtherType.text).toContain('A document of the type &quot;product&quot; has this id: pass --type product')
    const others = ['/admin/artcle/1', '/admin/api/panel?nodeType=artcle&id=1&locale=pl', '/admin/article/123456']
    for (const path of others) {
      expect([path, (await fetch(`${preview.origin}${path}`, { redirect: 'manual' })).status]).toEqual([path, 404])
    }
  })

  it('is shown at the address of a page whose document is missing, and of a locale without pages', async () => {
    const [page, nodes] = ['es/pages/faq.yaml', 'fr/nodes.yaml'].map((file) => [file, read(file)] as const)
    const refresh = () => fetch(`${preview.origin}/admin/api/refresh`, { method: 'POST' })
    if (!page || !nodes) return
    preview.remove(page[0])
    preview.write(nodes[0], '[]')
    await refresh()
    const [lost, french] = await Promise.all(['/es/preguntas-frecuentes', '/fr/aide'].map((path) => preview.get(path)))
    for (const [file, fields] of [page, nodes]) preview.write(file, fields)
    await refresh()
    expect([lost?.status, french?.status]).toEqual([404, 404])
    expect(lost?.text).toMatch(/GET \/pages\/\d+ \(es\) answered 404: /)
    expect(french?.text).toContain('The locale &quot;fr&quot; has no sitemap nodes, so it gets no pages')
    expect((await preview.get('/fr/aide')).status).toBe(200)
  })

  it.runIf(isSoak)('disappears once the service has the content', async () => {
    const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
    let isDown = true
    const service = await startFixtureService({
      locales,
      intercept({ url = '' }, response) {
        const isFailing = isDown && url.startsWith('/api/posts')
        if (isFailing) sendJson(response, 503, { code: '503', message: 'Down' })
        return isFailing
      },
    })
    const other = await startTestPreview({ api: service.api })
    const hrefs = async () => (await other.json<PageRow[]>('/admin/api/pages')).map(({ href }) => href)
    expect(await hrefs()).not.toContain('/en/blog/post-3')
    expect((await other.get('/en/blog/post-3')).status).toBe(404)
    isDown = false
    expect((await other.get('/en/blog/post-3')).status).toBe(200)
    expect(await hrefs()).toContain('/en/blog/post-3')
    await other.close()
    await service.close()
  })

  it.runIf(isSoak)('while content is read again removes nothing that was read before', async () => {
    const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
    let isDown = false
    const service = await startFixtureService({
      locales,
      intercept({ url = '' }, response) {
        const isFailing = isDown && (url.startsWith('/api/posts') || url.startsWith('/api/menus'))
        if (isFailing) sendJson(response, 500, { code: '500', message: 'Down' })
        return isFailing
      },
    })
    const other = await startTestPreview({ api: service.api })
    const before = (await other.get('/en')).text
    const hrefs = async () => (await other.json<PageRow[]>('/admin/api/pages')).map(({ href }) => href)
    const all = await hrefs()
    isDown = true
    expect((await fetch(`${other.origin}/admin/api/refresh`, { method: 'POST' })).status).toBe(200)
    expect(await hrefs()).toEqual(all)
    expect((await other.get('/en')).text).toBe(before)
    await other.close()
    await service.close()
  })

  it.runIf(isSoak)('is reported once, even if the service changes its words', async () => {
    const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
    let isDown = false
    let asked = 0
    const service = await startFixtureService({
      locales,
      intercept({ url = '' }, response) {
        const isFailing = isDown && url.startsWith('/api/pages/2?') && url.includes('preview')
        if (isFailing) sendJson(response, 500, { code: '500', message: `Request ${++asked} failed.` })
        return isFailing
      },
    })
    const other = await startTestPreview({ api: service.api })
    const about = { nodeType: 'article_with_crumbs', id: '2', locale: 'en' }
    const reported = hearUntil(() => asked > 8, about, other)
    await hearUntil((those) => those.includes('checked'), about, other)
    isDown = true
    await expect.poll(() => asked).toBeGreaterThan(8)
    isDown = false // the listener is notified and ends
    expect((await reported).filter((what) => what === 'draft').length).toBeLessThanOrEqual(2)
    await other.close()
    await service.close()
  })

  it('on a page that no longer exists does not block others', async () => {
    const page = { nodeType: 'article_with_crumbs', id: '31', locale: 'en' }
    const gone = hearUntil((reported) => reported.length > 0, { ...page, locale: 'xx' })
    expect(await isReported('checked', page)).toBe(true)
    const isMissed = (reported: string[]) => reported.filter((what) => what === 'checked').length > 5
    const reported = hearUntil((those) => those.includes('content') || isMissed(those), page)
    const before = readFileSync(join(preview.content, 'en/pages/help.yaml'), 'utf8')
    preview.write('en/pages/help.yaml', { ...read('en/pages/help.yaml'), title: 'Published anew' })
    expect(await reported).toContain('content')
    preview.write('en/pages/help.yaml', before)
    await fetch(`${preview.origin}/admin/api/refresh`, { method: 'POST' })
    await gone
  })

  it('is shown at the address of a page whose draft is invalid YAML', async () => {
    preview.write('en/pages/help.draft.yaml', 'id: 31\ntitle: "Help" or not')
    const { status, text } = await preview.get('/en/help')
    expect(status).toBe(500)
    expect(text).toMatch(/help\.draft\.yaml&quot; is not valid YAML: .*, at line 2/)
    preview.remove('en/pages/help.draft.yaml')
    expect((await preview.get('/en/help')).status).toBe(200)
  })

  it('is "pageData error" with the cause for everything else', async () => {
    const refused = await startTestPreview({ token: 'wrong' })
    const { status, text } = await refused.get('/admin/root/1?locale=pl')
    expect(status).toBe(500)
    expect(text).toContain('pageData error')
    expect(text).toContain('answered 401')
    expect((await refused.get('/')).status).toBe(200)
    await refused.close()
  })
})

describe('a block of the wrong shape', () => {
  it('is replaced by a note with the wrong field, and the rest of the page is shown', async () => {
    const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
    const blocks = [
      { id: 'd', type: 'carousel' },
      { id: 'a', type: 'text', html: '<p>Stands before</p>' },
      { id: 'b', type: 'tiles', headline: 'Broken', tiles: [{ title: 7 }] },
      { id: 'c', type: 'text', html: '<p>Stands after</p>' },
    ]
    const service = await startFixtureService({
      locales,
      intercept({ url = '' }, response) {
        if (!url.includes('preview=true') || !url.startsWith('/api/pages/2')) return false
        sendJson(response, 200, { id: 2, title: 'About', blocks })
        return true
      },
    })
    const other = await startTestPreview({ api: service.api })
    const { status, text } = await other.get('/en/about')
    expect(status).toBe(200)
    expect(text).toMatch(/Stands before[\s\S]*This block cannot be shown[\s\S]*tiles\[0\]\.title[\s\S]*Stands after/)
    const { remarks, blocks: shown } = await other.json<PanelData>(
      '/admin/api/panel?nodeType=article_with_crumbs&id=2&locale=en',
    )
    expect(shown.map(({ isBroken }) => isBroken)).toEqual([false, true, false])
    expect(remarks).toContainEqual(expect.objectContaining({ code: 'field-invalid', path: 'blocks[1].tiles[0].title' }))
    expect(remarks).toContainEqual(
      expect.objectContaining({ code: 'block-unknown', message: expect.stringMatching(/^At its beginning, /) }),
    )
    await other.close()
    await service.close()
  })
})

describe('the token', () => {
  it('is in no page, address, header or file', async () => {
    const secret = 'token-that-nobody-may-see'
    const asked: string[] = []
    const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
    const service = await startFixtureService({
      locales,
      intercept({ url = '', headers }) {
        expect(url).not.toContain(secret)
        asked.push(`${headers.authorization}`)
        return false
      },
    })
    const other = await startTestPreview({ api: service.api, token: secret })
    const paths = [
      '/en/about',
      '/admin/',
      '/admin/article/2?locale=en',
      '/admin/article/99?locale=en',
      '/admin/api/pages',
    ]
    for (const path of [
      ...paths,
      '/admin/api/panel?nodeType=article&id=2&locale=en',
      '/admin/assets/panel.js',
      '/api/pages/2?locale=en',
    ]) {
      const { text, headers } = await other.get(path)
      expect([path, `${text} ${JSON.stringify([...headers])}`.includes(secret)]).toEqual([path, false])
    }
    expect(asked).toContain(`Bearer ${secret}`)
    expect(asked.at(-1)).toBe('undefined') // requests of a page are passed on without it
    for (const file of readdirSync(other.cache, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(secret)).toBe(false)
    }
    await other.close()
    await service.close()
  })
})

describe('an exported draft', () => {
  it('is a self-contained folder', async () => {
    const folder = join(preview.cache, 'draft')
    const args = ['preview', '31', '--locale', 'en', '--api', preview.api, '--token', 'demo-token', '--images', 'off']
    const { code, stderr, stdout } = await runSite([...args, '--cache', preview.cache, '--export', folder])
    expect(code, stderr).toBe(0)
    expect(stderr + stdout).not.toContain('demo-token')
    const html = readFileSync(join(folder, 'index.html'), 'utf8')
    const named = [...html.matchAll(/(?:src|srcset|href)="(assets\/[^" ]+|icon[^" ]*)/g)].map(([, one = '']) => one)
    expect(named.length).toBeGreaterThan(2)
    for (const file of named) expect([file, existsSync(join(folder, file))]).toEqual([file, true])
    expect(html).not.toMatch(/(?:src|href)="\//)
    const styles = named.find((file) => file.endsWith('.css')) ?? ''
    const fonts = [...readFileSync(join(folder, styles), 'utf8').matchAll(/url\("?([^")]+\.woff2)/g)].map(
      ([, one = '']) => one,
    )
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts) expect(existsSync(join(folder, dirname(styles), font))).toBe(true)
  })
})

describe('a request', () => {
  const ask = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((done, failed) => {
      const { hostname, port } = new URL(preview.origin)
      request({ hostname, port, path: '/', headers }, (response) => {
        response.resume()
        done(response.statusCode)
      })
        .on('error', failed)
        .end()
    })

  it('with a foreign Host is refused', async () => {
    const { port } = new URL(preview.origin)
    expect(await ask({ host: `evil.example:${port}` })).toBe(421)
    expect(await ask({ host: '127.0.0.1' })).toBe(421)
    expect(await ask({ host: `localhost:${port}` })).toBe(200)
  })

  it.each([
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
  ])('from another site is refused: %s %s', async (name, value) => {
    expect(await ask({ host: new URL(preview.origin).host, [name]: value })).toBe(403)
  })
})

describe('content that is read again', () => {
  const locales = () => Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
  const refresh = async ({ origin }: TestPreview) =>
    (await fetch(`${origin}/admin/api/refresh`, { method: 'POST' })).json()

  it.runIf(isSoak)('is the same in any order of answers', async () => {
    let late = ''
    const service = await startFixtureService({
      locales: locales(),
      async intercept({ url }) {
        if (late && url?.startsWith(late)) await sleep(500)
        return false
      },
    })
    const other = await startTestPreview({ api: service.api })
    for (const id of ['1', '2', '1']) {
      late = `/api/pages/${id}?`
      expect(await refresh(other)).toEqual({ isChanged: false })
    }
    await other.close()
    await service.close()
  })

  it.runIf(isSoak)('is the last answer of the service', async () => {
    const content = locales()
    const held = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    let isFirst = false
    const service = await startFixtureService({
      locales: content,
      async intercept({ url }, response) {
        if (!isFirst || !url?.startsWith('/api/pages/2?locale=en')) return false
        isFirst = false
        isHeld.resolve()
        await held.promise
        sendJson(response, 200, page(2, 'About', { blocks: [{ id: 1, type: 'text', html: '<p>Old words.</p>' }] }))
        return true
      },
    })
    const other = await startTestPreview({ api: service.api })
    await refresh(other)
    isFirst = true
    const first = refresh(other)
    await isHeld.promise
    Object.assign(content.en?.pages ?? {}, { 2: page(2, 'About anew') })
    const second = refresh(other)
    await Promise.race([second, sleep(3000)])
    held.resolve()
    await Promise.all([first, second])
    expect((await other.get('/admin/before/en/about')).text).toContain('Text of About anew.')
    await other.close()
    await service.close()
  })
})

describe('a viewer of a page', () => {
  it('is notified when drafts are watched, because they may have changed since the page was sent', async () => {
    const contact = { nodeType: 'contact', id: '40', locale: 'en' }
    expect(await isReported('watched', contact)).toBe(true)
    expect(await Promise.all([isReported('watched', contact), isReported('watched', contact)])).toEqual([true, true])
  })

  it('is notified of the changes that publishing makes, whatever others view meanwhile', async () => {
    const pages = [
      { nodeType: 'contact', id: '40', locale: 'en' },
      { nodeType: 'article_with_crumbs', id: '31', locale: 'en' },
    ]
    for (const file of ['contact', 'help'])
      preview.write(`en/pages/${file}.draft.yaml`, { ...read(`en/pages/${file}.yaml`), title: 'Another title' })
    const reported = pages.map((page) => isReported('reach', page))
    await Promise.all(pages.map((page) => isReported('watched', page)))
    const rows = () =>
      Promise.all(pages.map((page) => preview.json<ReachData>(`/admin/api/reach?${new URLSearchParams(page)}`)))
    await rows()
    expect(await Promise.all(reported)).toEqual([true, true])
    expect((await rows()).map(({ state }) => state)).toEqual(['done', 'done'])
    for (const file of ['contact', 'help']) preview.remove(`en/pages/${file}.draft.yaml`)
  })
})
