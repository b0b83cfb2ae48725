import { describe, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import type { Routing } from '#publish/routing.ts'
import { emitHosts } from './emit-hosts.ts'
import { chooseHosts, type HostName } from './host-names.ts'

const routing: Routing = {
  redirects: [
    { from: '/', to: '/new' },
    { from: '/a@b', to: '/new' },
    { from: '/x.html', to: '/new?a=1&b=2' },
    { from: '/x.html/y', to: '/new' },
  ],
  gone: ['/gone'],
  notFound: [
    { prefix: '/en/', file: 'en/404.html' },
    { prefix: '/', file: '404.html' },
  ],
  serverErrors: [],
  shells: [
    { prefix: '/en/', suffix: '', file: 'en/index.html' },
    { prefix: '/strefa (ż)/', suffix: '/x+y', file: 'strefa (ż)/index.html' },
  ],
  pageFiles: 'directory',
  apiBase: '/api',
  origin: 'https://www.example.com',
  pages: ['/', '/new', '/strefa (ż)', '/strefa (ż)/a/x+y'],
  headers: [
    { name: 'X-Test', value: 'yes', assets: 'asset' },
    { name: 'X-Other', value: 'also' },
  ],
}

function emit(host: HostName, more: Partial<Routing> = {}) {
  const findings = new Findings()
  const files = emitHosts({ routing: { ...routing, ...more }, hosts: chooseHosts(host), findings })
  const text = (file: string): string => files.get(`${host}/${file}`) ?? ''
  return { files, text, errors: findings.errors.map(({ message }) => message.replace(/^.*? incomplete\. /, '')) }
}

const source = '/strefa%20(%C5%BC)'
const target = '/strefa%20%28%C5%BC%29'

describe('restricted pages', () => {
  it.each<[HostName, string]>([
    ['cloudflare', 'Cloudflare'],
    ['azure', 'Azure Static Web Apps'],
  ])('directly below a home page have no rule on %s, where the rule would win over files', (host, name) => {
    const { files, errors } = emit(host)
    expect(errors).toEqual([
      `On ${name} a rule for the restricted pages at "/en/:slug" would hide files and other pages.`,
    ])
    expect([...files.values()].join('')).not.toMatch(/\/en\/(:page|\*)/)
  })

  it('on Cloudflare come after the pages among them', () => {
    const shells = `${source}/:page/x+y ${target}/ 200\n${source}/:page/x+y/ ${target}/ 200\n`
    const page = [`${source}/a/x+y`, `${target}/a/x%2By`]
    const rules = (more?: Partial<Routing>) => emit('cloudflare', { ...more, redirects: [] }).text('_redirects')
    expect(rules()).toBe(`${page[0]} ${page[1]}/ 308\n${page[0]}/ ${page[1]}/? 200\n${shells}`)
    expect(rules({ pageFiles: 'file' })).toBe(`${page[0]} ${page[1]}? 200\n${page[0]}/ ${page[1]} 308\n${shells}`)
  })

  it('on GitLab Pages have a rule unless their address contains a space', () => {
    const { text, errors } = emit('gitlab', { redirects: [] })
    expect(text('_redirects')).toBe('/en/:page /en/index.html 200\n')
    expect(errors).toEqual([expect.stringContaining('cannot match the restricted pages at "/strefa (ż)/:slug/x+y"')])
  })

  it('on Vercel and Firebase match their encoded address', () => {
    expect(JSON.parse(emit('vercel').text('vercel.json')).rewrites.slice(1)).toEqual([
      { source: '/en/([^/]+){/}?', destination: '/en/index.html' },
      { source: '/strefa%20\\(%C5%BC\\)/([^/]+)/x\\+y{/}?', destination: `${target}/index.html` },
      { source: '/en/(.*)', destination: '/en/404.html', statusCode: 404 },
    ])
    expect(JSON.parse(emit('firebase').text('firebase.json')).hosting.rewrites).toEqual([
      { regex: '^\\/en\\/[^/]+/?$', destination: '/en/index.html' },
      { regex: '^\\/strefa \\(ż\\)\\/[^/]+\\/x\\+y/?$', destination: '/strefa (ż)/index.html' },
      { regex: '^\\/strefa%20\\(%C5%BC\\)\\/[^/]+\\/x\\+y/?$', destination: '/strefa (ż)/index.html' },
    ])
  })

  it('on Azure and Netlify do not affect the pages among them', () => {
    const { routes } = JSON.parse(emit('azure', { redirects: [] }).text('staticwebapp.config.json'))
    expect(routes.slice(1)).toEqual([
      { route: `${source}/a/x+y`, redirect: `${target}/a/x%2By/`, statusCode: 301 },
      { route: `${source}/a/x+y/`, rewrite: `${target}/a/x%2By/index.html` },
      { route: `${source}/*`, rewrite: `${target}/index.html` },
    ])
    expect(emit('netlify', { redirects: [] }).text('_redirects')).toBe(
      `/en/:page /en/index.html 200\n${source}/:page/x+y ${target}/index.html 200\n`,
    )
  })
})

it('headers of assets replace those of all files, and no others', () => {
  const all = '/*\n  X-Test: yes\n  X-Other: also\n/assets/*\n'
  expect(emit('cloudflare').text('_headers')).toBe(`${all}  ! X-Test\n  X-Test: asset\n`)
  expect(emit('netlify').text('_headers')).toBe(`${all}  X-Test: asset\n`)
  const assets = [{ key: 'X-Test', value: 'asset' }]
  expect(JSON.parse(emit('vercel').text('vercel.json')).headers[1]).toEqual({ source: '/assets/(.*)', headers: assets })
  const { hosting } = JSON.parse(emit('firebase').text('firebase.json'))
  expect(hosting.headers[1]).toEqual({ source: '/assets/**', headers: assets })
})

it('Vercel and Firebase drop the ending of a page only when pages are files of that form', () => {
  const clean = (more: Partial<Routing>) => [
    JSON.parse(emit('vercel', more).text('vercel.json')).cleanUrls,
    JSON.parse(emit('firebase', more).text('firebase.json')).hosting.cleanUrls,
  ]
  expect([clean({}), clean({ pageFiles: 'file' })]).toEqual([
    [undefined, undefined],
    [true, true],
  ])
})

it('Firebase gets a regular expression for a source with glob characters', () => {
  expect(JSON.parse(emit('firebase').text('firebase.json')).hosting.redirects.slice(0, 2)).toEqual([
    { source: '/', destination: '/new', type: 301 },
    { regex: '^\\/a@b/?$', destination: '/new', type: 301 },
  ])
})

it('plain: a page forwards from the root, and from an address with others below it', () => {
  const { files, text } = emit('plain')
  expect([...files.keys()]).toEqual([
    'plain/.nojekyll',
    ...['plain/index.html', 'plain/a@b/index.html', 'plain/x.html/index.html', 'plain/x.html/y/index.html'],
  ])
  expect(text('x.html/index.html')).toContain('<link rel="canonical" href="https://www.example.com/new?a=1&amp;b=2">')
  const toRoot = emit('plain', { redirects: [{ from: '/a', to: '/' }] }).text('a/index.html')
  expect(toRoot).toContain('<link rel="canonical" href="https://www.example.com/">')
})

it('plain: an address that fits no file name is reported', () => {
  const [longest, longer] = ['ა'.repeat(85), 'ა'.repeat(86)]
  const deep = 'x/'.repeat(400)
  const redirects = [longest, longer, deep].map((name) => ({ from: `/old/${name}`, to: '/new' }))
  const { files, errors } = emit('plain', { redirects })
  expect([...files.keys()]).toEqual(['plain/.nojekyll', `plain/old/${longest}/index.html`])
  expect(errors).toEqual([
    `The name of a file or folder has at most 255 bytes, and its path at most 800; 2 redirects are left out: "/old/${longer}", "/old/${deep.slice(0, -1)}".`,
  ])
})

it('nginx gets no address that would prevent its start', () => {
  const [longest, longer] = [3980, 4000].map((count) => `/${'x'.repeat(count)}`)
  const { text, errors } = emit('nginx', {
    gone: [`${longer}`],
    redirects: [
      { from: `${longest}`, to: '/new' },
      { from: '/y', to: `/new?q=${longer}` },
    ],
  })
  expect(text('site.conf').match(/^location .* (?:301|410)/gm)).toEqual([
    `location ~ "^\\\\/${longest?.slice(1)}$" { return 301`,
    `location ~ "^\\\\/${longest?.slice(1)}\\\\/$" { return 301`,
  ])
  expect(errors).toEqual([
    `nginx does not start if its files contain an address of more than about 4000 bytes; 2 redirects are left out: "/y", "${longer}".`,
  ])
})

it('Caddy gets the braces of an address in a form in which they name no variable', () => {
  const { text } = emit('caddy', { redirects: [{ from: '/{$HOME}', to: '/new' }] })
  expect(text('Caddyfile')).toContain(String.raw`"~^\/\x7b\x24HOME\x7d$" "/new" `)
  expect(text('Caddyfile')).not.toContain('{$HOME}')
})

it('Cloudflare gets no more static lines than it reads, including those of pages among restricted ones', () => {
  const redirects = Array.from({ length: 600 }, (_, at) => ({ from: `/ż${at}`, to: '/new' }))
  const lines = emit('cloudflare', { redirects }).text('_redirects').trim().split('\n')
  expect(lines.filter((line) => !line.includes('/:page'))).toHaveLength(2000)
})

it('a stray "%" in a query or fragment is encoded, because GitLab Pages could not read it', () => {
  const redirects = [{ from: '/old', to: '/new?q=50%&r=%C5%BC#100%' }]
  expect(emit('gitlab', { shells: [], redirects }).text('_redirects')).toBe('/old /new/?q=50%25&r=%C5%BC#100%25 301\n')
})

it('Firebase gets decoded queries, which it encodes, except where that changes the meaning', () => {
  const redirects = [{ from: '/old', to: '/new?at=$1&to=https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c#50%' }]
  const { hosting } = JSON.parse(emit('firebase', { redirects }).text('firebase.json'))
  expect(hosting.redirects[0].destination).toBe('/new?at=$1&to=https://example.com/?a=b%26c#50%')
})

it('Vercel gets no query for which it would refuse the whole deployment', () => {
  const queries = ['?at=10:30', '?at=10%3A30', '?q=(x)', '?at=10:', '?to=https://example.com']
  const { text, errors } = emit('vercel', {
    redirects: queries.map((query) => ({ from: `/${query.length}`, to: `/new${query}` })),
  })
  expect(JSON.parse(text('vercel.json')).redirects).toHaveLength(2)
  expect(errors).toEqual([expect.stringMatching(/^Vercel rejects a target .* 3 redirects are left out: /)])
})

it('Azure has one encoded route per source in a long list', () => {
  const old = Array.from({ length: 300 }, (_, at) => ({ from: `/old ${at}`, to: '/new' }))
  const { routes } = JSON.parse(
    emit('azure', { redirects: [{ from: '/', to: '/new' }, ...old] }).text('staticwebapp.config.json'),
  )
  expect(routes.slice(0, 2)).toEqual([
    { route: '/', redirect: '/new/', statusCode: 301 },
    { route: '/old%200/index.html', redirect: '/new/', statusCode: 301 },
  ])
})

it('GitLab Pages reads at most 64 KB, Cloudflare at most 1000 characters per rule, and Vercel 2048 rewrites', () => {
  const long = Array.from({ length: 400 }, (_, at) => ({ from: `/${'x'.repeat(200)}-${at}`, to: '/new' }))
  const { text, errors } = emit('gitlab', { redirects: long })
  expect(Buffer.byteLength(text('_redirects'))).toBeLessThanOrEqual(65_536)
  expect(Buffer.byteLength(text('_redirects'))).toBeGreaterThan(65_000)
  expect(errors.join()).toMatch(/64 KB of _redirects; \d+ redirects are left out: /)
  const ofLength = (length: number) => ({ from: `/${'y'.repeat(length - '//new/ / 301'.length)}`, to: '/new' })
  expect(emit('cloudflare', { shells: [], redirects: [ofLength(1000)] }).errors).toEqual([])
  expect(emit('cloudflare', { shells: [], redirects: [ofLength(1001)] }).errors).toHaveLength(1)
  const gone = Array.from({ length: 3000 }, (_, at) => `/gone-${at}`)
  const api = { target: 'https://cms.example.com', maxBytes: 1 }
  const ofVercel = emit('vercel', { gone, api })
  expect(JSON.parse(ofVercel.text('vercel.json')).rewrites).toHaveLength(2048)
  expect(ofVercel.errors.join()).toMatch(
    / 2048 rewrites .*; 956 redirects are left out: "\/gone-2044", .*, "\/gone-2063" and 936 more\./,
  )
})
