import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'
import { type Lack, profiles } from './profiles.ts'

describe.each(profiles)('$name', (profile) => {
  const { name, hop, always, missing, missingAsset } = profile
  const can = (what: Lack): boolean => !profile.lacks.includes(what)
  const isServed = (path: string): boolean => can('encodedFiles') || !path.includes('%')
  const isWritable = (from = ''): boolean =>
    (can('encodedSources') || !/%2[05]/.test(from)) && (can('case') || from !== '/Old')
  let host: Deployed
  beforeAll(async () => {
    host = await deploy(profile, makeFixture)
  })
  afterAll(() => host?.close())

  it.each(
    [
      ['/', 'index.html'],
      ['/about', 'about/index.html'],
      ['/%C5%BC%C3%B3%C5%82w', 'żółw/index.html'],
      ['/a%20b', 'a b/index.html'],
      ['/100%25', '100%/index.html'],
      ['/v1.2', 'v1.2/index.html'],
      ['/en', 'en/index.html'],
      ['/en/about', 'en/about/index.html'],
      ['/area', 'area/index.html'],
    ].filter(([path = '']) => isServed(path)),
  )('answers the page %s without a hop', async (path, file) => {
    expect(await host.visit(host.page(path))).toMatchObject({ status: 200, body: `file ${file}` })
    expect(await host.visit(`${host.page(path)}?q=1`)).toMatchObject({ status: 200, body: `file ${file}` })
  })

  it.each(['/about', '/en', '/%C5%BC%C3%B3%C5%82w', '/100%25', ...(can('shellHop') ? ['/area'] : [])].filter(isServed))(
    'redirects the other spelling of %s to it, and keeps the query',
    async (path) => {
      if (hop === 200) {
        expect((await host.visit(host.other(path))).status).toBe(200)
        return
      }
      expect(await host.visit(host.other(path))).toMatchObject({ status: hop, to: host.page(path) })
      if (can('redirectQuery'))
        expect(await host.visit(`${host.other(path)}?q=%C5%BC`)).toMatchObject({
          status: hop,
          to: `${host.page(path)}?q=%C5%BC`,
        })
    },
  )

  it.each(
    [
      ['/old', '/about'],
      ['/Old', '/en/about'],
      ['/stary%20%C5%BC%C3%B3%C5%82w', '/%C5%BC%C3%B3%C5%82w'],
      ['/d%C5%82ugi', '/about'],
      ['/oferta.html', '/en'],
      ['/wp/polityka.pdf', '/about'],
      ['/d%c5%82ugi', '/about'],
      ['/stary%20%c5%bc%c3%b3%c5%82w', '/%C5%BC%C3%B3%C5%82w'],
      ['/50%25%20taniej%20(teraz)+$1', '/100%25'],
      ['/koniec', '/'],
      ['/en/old', '/en/about'],
      ['/old/deeper', '/a%20b'],
      ['/assets/old.css', '/about'],
    ].filter(([from]) => isWritable(from)),
  )('redirects %s, with and without final slash, to the page in one hop', async (from, to) => {
    for (const source of [from, `${from}/`]) {
      expect(await host.visit(source)).toMatchObject({ status: 301, to: host.page(to) })
      if (can('redirectQuery'))
        expect(await host.visit(`${source}?q=%C5%BC&r`)).toMatchObject({
          status: 301,
          to: expect.stringMatching(/\?q=%C5%BC&r=?$/),
        })
    }
    if (isServed(to)) expect((await host.visit(host.page(to))).status).toBe(200)
  })

  it('redirects to a file, to a fragment, and to an address with its own query', async () => {
    expect(await host.visit('/cennik')).toMatchObject({ status: 301, to: '/files/price.pdf' })
    expect(await host.visit('/part')).toMatchObject({ status: 301, to: `${host.page('/about')}#cz%C4%99%C5%9B%C4%87` })
    expect(await host.visit('/fixed')).toMatchObject({
      status: 301,
      to: expect.stringMatching(/^\/about\/?\?from=old&?$/),
    })
  })

  it.each([
    ['/index.html', '/'],
    ['/about/index.html', '/about'],
    ['/en/about/index.html', '/about'],
  ])('redirects the file name %s, unless the host shows its page', async (from, to) => {
    const answer = await host.visit(from)
    if (can('pageFileSources')) expect(answer).toMatchObject({ status: 301, to: host.page(to) })
    else if (answer.status !== 200) expect(answer.to).toBe(host.page(from.replace('/index.html', '') || '/'))
    expect(await host.visit('/')).toMatchObject({ status: 200, body: 'file index.html' })
  })

  it.runIf(['nginx', 'apache', 'apache-vhost', 'caddy', 'aws'].includes(name))(
    'requires revalidation of a redirect below /assets/, and caches the files there for a year',
    async () => {
      expect((await host.visit('/assets/old.css')).headers.get('cache-control')).toBe('no-cache')
      const { headers } = await host.visit('/assets/main-B2.js')
      const asked: Record<string, string>[] = [
        {},
        { range: 'bytes=0-1' },
        { 'if-none-match': headers.get('etag') ?? '' },
      ]
      for (const asking of asked)
        expect((await host.visit('/assets/main-B2.js', asking)).headers.get('cache-control')).toContain('immutable')
    },
  )

  it.runIf(['nginx', 'apache', 'apache-vhost', 'caddy'].includes(name))(
    'sends the whole 404 page to caches that hold it, and to requests for a part of it',
    async () => {
      const { headers } = await host.visit('/missing')
      const asked: Record<string, string>[] = [
        { range: 'bytes=0-1' },
        { 'if-none-match': headers.get('etag') ?? '*' },
        { 'if-modified-since': new Date().toUTCString() },
      ]
      for (const asking of asked)
        expect(await host.visit('/missing', asking)).toMatchObject({ status: 404, body: 'file 404.html' })
    },
  )

  it
    .runIf(['nginx', 'apache', 'apache-vhost', 'caddy'].includes(name))
    .each(['/about%2F', '/about%2f?q=1', '/area/member%2F', '/sitemap.xml/'])(
    'answers %s with 404, because only a page has a spelling with a final slash',
    async (path) => {
      expect((await host.visit(path)).status).toBe(404)
    },
  )

  it('redirects to another domain family, and keeps the query', async () => {
    const aide = await host.visit(`/siostra${can('redirectQuery') ? '?q=1' : ''}`)
    expect(aide.status).toBe(301)
    expect(aide.to).toMatch(can('redirectQuery') ? /^https:\/\/www\.example\.fr\/aide\/?\?q=1$/ : /fr\/aide\/?$/)
    const { to } = await host.visit('/siostra/cz%C4%99%C5%9B%C4%87/')
    expect(to).toMatch(/^https:\/\/www\.example\.fr\/%C3%A0%20propos\/?\?a=1&?#b&?$/)
  })

  it('returns a query as it was sent, even if it has a meaning in a configuration', async () => {
    const { status, to } = await host.visit('/old?{env.PATH}$PATH%24{path}')
    expect(status).toBe(301)
    expect(decodeURIComponent(to ?? '').replace(/=$/, '')).toBe(
      can('redirectQuery')
        ? `${host.page('/about')}?{env.PATH}$PATH${name === 'firebase' ? '%24' : '$'}{path}`
        : host.page('/about'),
    )
  })

  it.each(['/old/other', '/older', '/prefix/old', ...(can('case') ? ['/OLD'] : [])])(
    'does not redirect %s',
    async (path) => {
      expect((await host.visit(path)).status).toBe(404)
    },
  )

  it.each([
    ['/missing', '404.html'],
    ['/english', '404.html'],
    ['/en/missing', 'en/404.html'],
    ['/en/deep/er', 'en/404.html'],
    ['/assets', '404.html'],
    ['/assets/', '404.html'],
    ['/assets/missing.js', '404.html'],
    ['/.htaccess', '404.html'],
    ['/hosts/nginx/site.conf', '404.html'],
    ['/areas', '404.html'],
    ['/areas/member', '404.html'],
    ...(can('depth') ? [['/area/member/deep', '404.html']] : []),
  ])('answers %s with 404 and the page of the locale', async (path = '', file = '') => {
    const asked = await host.visit(path)
    if (path.startsWith('/assets') && asked.status === hop && !can('emptyFolders')) return // redirected to its other spelling, which is answered with 404
    const shown = can('local404') ? file : '404.html'
    expect(asked).toMatchObject({ status: 404, body: `file ${shown}` })
  })

  it.each([
    ['/znikn%C4%99%C5%82a', '404.html'],
    ['/en/gone', 'en/404.html'],
  ])('answers that %s is gone', async (path, file) => {
    const { status, body } = await host.visit(path)
    if (!can('gone')) expect(status).toBe(404)
    else if (name !== 'aws') expect({ status, body }).toEqual({ status: 410, body: `file ${file}` })
    else expect({ status, leads: body.includes(`url=/${file}"`) }).toEqual({ status: 410, leads: true })
  })

  it.each(['/area/member', '/area/%C5%BC', '/area/v1.2'])('answers %s with the shell', async (path) => {
    expect(await host.visit(path)).toMatchObject({ status: 200, body: 'file area/index.html' })
    const other = await host.visit(`${path}/?q=1`)
    if (other.status === 200) expect(other.body).toBe('file area/index.html')
    else expect(other).toMatchObject({ status: 301, to: `${path}?q=1` })
  })

  it('answers a public page among restricted ones like any page', async () => {
    const path = host.page('/area/open')
    expect(await host.visit(path)).toMatchObject({ status: 200, body: 'file area/open/index.html' })
    if (hop === 200) expect((await host.visit(host.other('/area/open'))).status).toBe(200)
    else expect(await host.visit(host.other('/area/open'))).toMatchObject({ status: hop, to: path })
  })

  it.each(
    [
      ['/about', 'text/html'],
      ['/assets/site-A1.css', 'text/css'],
      ['/assets/main-B2.js', 'javascript'],
      ['/assets/a%20b.svg', 'image/svg+xml'],
      ['/assets/p.avif', 'image/avif'],
      ['/sw.js', 'javascript'],
      ['/site.webmanifest', 'application/manifest+json'],
      ['/sitemap.xml', 'xml'],
      ['/robots.txt', 'text/plain'],
      ['/files/price.pdf', 'application/pdf'],
      ['/.well-known/security.txt', 'text/plain'],
    ].filter(([path = '']) => isServed(path)),
  )('sends the content type of %s', async (path, type) => {
    const { status, headers } = await host.visit(path.startsWith('/about') ? host.page(path) : path)
    if (path.endsWith('.avif') && !can('avifType')) return
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
  })

  it.each([
    ...['/', '/about', '/assets/main-B2.js', '/sw.js', '/missing', '/assets/missing.js', '/area/member'],
    ...['/old', '/en/gone'],
  ])('sends every header with %s', async (path) => {
    const { headers, status } = await host.visit(path === '/about' ? host.page(path) : path)
    if (!can('headers')) return
    if ([301, 308].includes(status) && !can('redirectHeaders')) return
    if ((status >= 400 || path.startsWith('/area/')) && !can('ruleHeaders')) return
    const isAsset = path === '/assets/main-B2.js'
    const instead = { ...always, ...(status === 404 && missing), ...(path === '/assets/missing.js' && missingAsset) }
    const values = fixtureRouting.headers.map(({ name: header, value, assets }) => [
      header,
      header in instead ? instead[header] : (isAsset && assets) || value,
    ])
    expect(values.map(([header]) => [header, headers.get(header ?? '')])).toEqual(values)
  })
})
