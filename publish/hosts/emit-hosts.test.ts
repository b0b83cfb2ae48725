import { describe, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import type { Routing } from '#publish/routing.ts'
import { emitHosts } from './emit-hosts.ts'
import { chooseHosts, type HostName } from './host-names.ts'

const routing: Routing = {
  redirects: [],
  gone: ['/gone'],
  notFound: [
    { prefix: '/en/', file: 'en/404.html' },
    { prefix: '/', file: '404.html' },
  ],
  serverErrors: [{ prefix: '/', file: '500.html' }],
  shells: [{ prefix: '/area/', suffix: '', file: 'area/index.html' }],
  pageFiles: 'directory',
  apiBase: '/api',
  origin: 'https://www.example.com',
  pages: ['/', '/new', '/area'],
  headers: [{ name: 'X-Test', value: 'yes', assets: 'asset' }],
}

const many = (count: number): Routing['redirects'] =>
  Array.from({ length: count }, (_, index) => ({ from: `/old-${index + 1}`, to: '/new' }))

function emit(hosts: string, redirects: Routing['redirects']) {
  const findings = new Findings()
  const files = emitHosts({ routing: { ...routing, redirects }, hosts: chooseHosts(hosts), findings })
  return { files, errors: findings.errors, warnings: findings.warnings }
}

describe('limits', () => {
  it.each<[HostName, number, string]>([
    ['cloudflare', 1000, 'Cloudflare reads at most 2000 static lines of _redirects, two for each redirect'],
    ['gitlab', 999, 'GitLab Pages reads at most 1000 lines and 64 KB of _redirects'],
    ['vercel', 2048, 'Vercel reads at most 2048 redirects in vercel.json'],
  ])('of %s are respected: %i redirects fit, and the next ones are named', (host, most, limit) => {
    expect(emit(host, many(most))).toMatchObject({ errors: [], warnings: [] })
    const { errors, warnings } = emit(host, many(most + 2))
    expect(warnings).toEqual([])
    expect(errors).toEqual([
      {
        code: 'host-limit',
        message: `The files of the host "${host}" are incomplete. ${limit}; 2 redirects are left out: "/old-${most + 1}", "/old-${most + 2}".`,
        where: { path: `/old-${most + 1}` },
        hint: expect.stringMatching(/\.$/),
      },
    ])
  })

  it.each<[HostName, string, number]>([
    ['azure', 'azure/staticwebapp.config.json', 20_000],
    ['aws', 'aws/cloudfront-function.js', 10_240],
  ])('of %s are in bytes, and everything that does not fit is left out', (host, file, bytes) => {
    const { files, errors } = emit(host, many(600))
    const text = files.get(file) ?? ''
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes)
    const kept = many(600).filter(({ from }) => text.includes(`"${from}"`) || text.includes(`"${from}/index.html"`))
    expect(kept.length).toBeGreaterThan(100)
    expect(errors[0]?.message).toContain(`; ${600 - kept.length} redirects are left out: "/old-${kept.length + 1}", `)
    expect(errors[0]?.message).toMatch(/ and \d+ more\.$/)
  })

  it('of aws apply to tombstones too', () => {
    const findings = new Findings()
    const gone = Array.from({ length: 600 }, (_, index) => `/address-that-is-gone-${index + 1}`)
    const files = emitHosts({ routing: { ...routing, gone, redirects: many(3) }, hosts: chooseHosts('aws'), findings })
    expect(Buffer.byteLength(files.get('aws/cloudfront-function.js') ?? '')).toBeLessThanOrEqual(10_240)
    expect(findings.errors[0]?.message).toContain('redirects are left out: "/address-that-is-gone-')
  })

  it('of vercel include a rewrite for each tombstone, beside those of shells and other languages', () => {
    const gone = Array.from({ length: 2046 }, (_, index) => `/gone-${index + 1}`)
    const messages = (more: string[]) => {
      const findings = new Findings()
      emitHosts({ routing: { ...routing, gone: [...gone, ...more] }, hosts: chooseHosts('vercel'), findings })
      return findings.errors.map(({ message }) => message)
    }
    expect(messages([])).toEqual([])
    expect(messages(['/gone-too'])).toEqual([expect.stringContaining('1 redirect is left out: "/gone-too".')])
  })

  it('are warnings when all hosts are chosen, and do not affect hosts without limits', () => {
    const { errors, warnings } = emit('all', many(2100))
    expect(errors).toEqual([])
    expect(warnings.map(({ message }) => /host "(\w+)"/.exec(message)?.[1]).sort()).toEqual([
      ...['aws', 'azure', 'cloudflare', 'gitlab', 'vercel'],
    ])
  })

  it('include sources that Cloudflare would read as a pattern', () => {
    const { errors, files } = emit('cloudflare', [{ from: '/a:b', to: '/new' }])
    expect(errors[0]?.message).toContain('1 redirect is left out: "/a:b".')
    expect(files.get('cloudflare/_redirects')).not.toContain('/a:b')
  })
})

describe('hosts whose servers do not run here', () => {
  const redirects = [
    { from: '/stary żółw', to: '/new' },
    { from: '/x.pdf', to: '/new?a=1#b' },
  ]

  it.each(['directory', 'file'] as const)('plain: no page replaces another (%s)', (pageFiles) => {
    const findings = new Findings()
    const redirects = ['/new/index.html', '/new.html', '/index.html'].map((from) => ({ from, to: '/' }))
    const model = { ...routing, pageFiles, redirects }
    const files = emitHosts({ routing: model, hosts: chooseHosts('plain'), findings })
    expect([...files.keys()]).toEqual(['plain/.nojekyll', ...(pageFiles === 'directory' ? ['plain/new.html'] : [])])
    expect(findings.errors.map(({ message }) => /; (.*)$/.exec(message)?.[1])).toEqual([
      pageFiles === 'directory'
        ? '1 redirect is left out: "/new/index.html".'
        : '2 redirects are left out: "/new.html", "/new/index.html".',
    ])
  })

  it('a source also has a rule in lower-case percent-encoding, if there is room', () => {
    const rows = many(999).map(({ from, to }) => ({ from: `${from}ż`, to }))
    const cloudflare = (count: number) =>
      emit('cloudflare', rows.slice(0, count)).files.get('cloudflare/_redirects') ?? ''
    expect(cloudflare(1)).toContain('/old-1%C5%BC /new/ 301\n/old-1%C5%BC/ /new/ 301\n/old-1%c5%bc /new/ 301\n')
    const full = cloudflare(999)
      .split('\n')
      .filter((line) => line.endsWith(' 301'))
    expect([full.length, full.filter((line) => line.includes('%c5')).length]).toEqual([2000, 2])
    expect(emit('cloudflare', rows).errors).toEqual([])
    const vercel = JSON.parse(emit('vercel', rows.slice(0, 1)).files.get('vercel/vercel.json') ?? '')
    expect(vercel.redirects[0].source).toBe('/old-1(%C5%BC|%c5%bc){/}?')
  })

  it('hosts whose files cannot proxy the path of the content service are named', () => {
    const api = { target: 'https://cms.example.com/content', maxBytes: 1 }
    const emitApi = (hosts: string) => {
      const findings = new Findings()
      const files = emitHosts({ routing: { ...routing, api }, hosts: chooseHosts(hosts), findings })
      return {
        files,
        errors: findings.errors.map(({ code, message }) => `${code} ${message}`),
        warnings: findings.warnings,
      }
    }
    expect(emitApi('all').warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'host-api The files of the hosts "firebase", "azure", "gitlab", "plain" cannot pass "/api" on to the content service of the setting hosts.api, so forms, search and login do not work on them.',
    ])
    expect(emitApi('azure').errors).toEqual([
      'host-api The files of the host "azure" cannot pass "/api" on to the content service of the setting hosts.api, so forms, search and login do not work on it.',
    ])
    const { files, errors } = emitApi('nginx,apache,caddy,cloudflare,netlify,vercel,aws')
    expect(errors).toEqual([])
    const vercel = JSON.parse(files.get('vercel/vercel.json') ?? '')
    expect(vercel.rewrites[0]).toEqual({
      source: '/api/:path(.*)',
      destination: 'https://cms.example.com/content/:path',
    })
    expect(vercel.headers[0].source).toBe('/((?!api/).*)')
    expect(files.get('aws/README.md')).toContain('`cms.example.com` (https only), and a behaviour for `/api/*`')
    expect(files.get('aws/README.md')).toContain('the service answers below `/content`')
    expect(files.get('aws/README.md')).toContain('500, 502, 503 and 504 to `/500.html`')
    expect(files.get('nginx/map.conf')).toContain('server cms.example.com:443;')
    expect(files.get('apache/vhost.conf')).toContain('mod_proxy_http, and mod_ssl for its certificate.')
    expect(files.get('netlify/_redirects')).toContain('/api/* https://cms.example.com/content/:splat 200\n')
  })

  it('cloudflare: the Worker says so when the content service does not answer', async () => {
    const api = { target: 'http://127.0.0.1:1', maxBytes: 1 } // a port that browsers and Node never ask
    const files = emitHosts({
      routing: { ...routing, api },
      hosts: chooseHosts('cloudflare'),
      findings: new Findings(),
    })
    const code = encodeURIComponent(files.get('cloudflare/_worker.js') ?? '')
    const { default: worker } = await import(/* @vite-ignore */ `data:text/javascript,${code}`)
    const answer = await worker.fetch(new Request('https://www.example.com/api/posts'), {})
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'application/json'])
    expect(await answer.json()).toMatchObject({ code: 502 })
  })

  it('aws: its policies contain the same security headers, for this host alone', () => {
    const headers = [{ name: 'Strict-Transport-Security', value: 'max-age=63072000' }]
    const files = emitHosts({
      ...{ routing: { ...routing, headers }, hosts: chooseHosts('aws'), findings: new Findings() },
    })
    for (const name of ['', '-assets'])
      expect(
        JSON.parse(files.get(`aws/response-headers-policy${name}.json`) ?? '').SecurityHeadersConfig,
      ).toMatchObject({
        StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: false, Override: true },
      })
  })

  it('netlify: forced rules with encoded sources; separate 404 pages of locales', () => {
    const { files } = emit('netlify', redirects)
    expect(files.get('netlify/_redirects')).toBe(
      '/stary%20%C5%BC%C3%B3%C5%82w /new 301!\n/x.pdf /new?a=1#b 301!\n/stary%20%c5%bc%c3%b3%c5%82w /new 301!\n/area/:page /area/index.html 200\n',
    )
    expect(files.get('netlify/_headers')).toBe('/*\n  X-Test: yes\n/assets/*\n  X-Test: asset\n')
    expect(files.get('netlify/netlify.toml')).toContain('from = "/en/*"\n  to = "/en/404.html"\n  status = 404')
  })

  it('gitlab: decoded sources, pages with their final slash; sources that it cannot match are named', () => {
    const { files, errors } = emit('gitlab', [
      ...redirects,
      { from: '/żółw', to: '/new' },
      { from: '/Żółw', to: '/area' },
      { from: '/ŻÓŁW', to: '/new' },
      { from: '/100%', to: '/new' },
    ])
    expect(files.get('gitlab/_redirects')?.split('\n').slice(0, 4)).toEqual([
      ...['/x.pdf /new/?a=1#b 301', '/żółw /new/ 301', '/area/:page /area/index.html 200', ''],
    ])
    expect(errors.map(({ message }) => message)).toEqual([
      'The files of the host "gitlab" are incomplete. GitLab Pages cannot match an address with a space or "%"; 2 redirects are left out: "/stary żółw", "/100%".',
      'The files of the host "gitlab" are incomplete. GitLab Pages does not distinguish addresses that differ only in case; 1 redirect is left out: "/Żółw".',
    ])
  })

  it('azure: the first matching route contains everything that applies', () => {
    const moved = [...redirects, { from: '/assets/old.css', to: '/new' }]
    const config = JSON.parse(emit('azure', moved).files.get('azure/staticwebapp.config.json') ?? '')
    expect(config.routes).toEqual([
      { route: '/stary%20%C5%BC%C3%B3%C5%82w', redirect: '/new/', statusCode: 301 },
      { route: '/stary%20%c5%bc%c3%b3%c5%82w', redirect: '/new/', statusCode: 301 },
      { route: '/stary%20%C5%BC%C3%B3%C5%82w/', redirect: '/new/', statusCode: 301 },
      { route: '/stary%20%c5%bc%c3%b3%c5%82w/', redirect: '/new/', statusCode: 301 },
      { route: '/x.pdf', redirect: '/new/?a=1#b', statusCode: 301 },
      { route: '/x.pdf/', redirect: '/new/?a=1#b', statusCode: 301 },
      { route: '/assets/old.css', redirect: '/new/', statusCode: 301 },
      { route: '/assets/old.css/', redirect: '/new/', statusCode: 301 },
      { route: '/assets/*', headers: { 'X-Test': 'asset' } },
      { route: '/area/*', rewrite: '/area/index.html' },
    ])
    expect(config).toMatchObject({
      globalHeaders: { 'X-Test': 'yes' },
      responseOverrides: { 404: { rewrite: '/404.html' } },
    })
  })

  it('aws: the function runs for assets too where redirects start there', () => {
    const notesOf = (from: string) => emit('aws', [{ from, to: '/new' }]).files.get('aws/README.md')
    expect(notesOf('/assets/old.css')).toContain(
      'the default behaviour, and of `/assets/*`, where redirects start too.',
    )
    expect(notesOf('/old.css')).toContain('the default behaviour.')
  })

  it('firebase: keeps targets that are not valid percent-encoding, and encoding that is needed', () => {
    const targets = ['/new?sale=50%', '/new?city=C%F3rdoba#100%', '/new?a=%C5%BC%26#%23']
    const { files } = emit(
      'firebase',
      targets.map((to, index) => ({ from: `/${index}`, to })),
    )
    const { hosting } = JSON.parse(files.get('firebase/firebase.json') ?? '')
    expect(hosting.redirects.map(({ destination }: { destination: string }) => destination)).toEqual([
      ...targets.slice(0, 2),
      '/new?a=ż%26#%23',
    ])
  })

  it('plain: pages that forward immediately, and a folder for sources that would have another type', () => {
    const { files } = emit('plain', [...redirects, { from: '/oferta.html', to: '/' }])
    expect([...files.keys()]).toEqual([
      'plain/.nojekyll',
      ...['plain/stary żółw/index.html', 'plain/x.pdf/index.html', 'plain/oferta.html'],
    ])
    const page = files.get('plain/x.pdf/index.html')
    expect(page).toContain('<meta http-equiv="refresh" content="0; url=/new/?a=1#b">')
    expect(page).toContain('<link rel="canonical" href="https://www.example.com/new?a=1">')
    expect(page).toContain('<a href="/new/?a=1#b">')
  })
})

it.each([
  ['nginx, caddy', ['nginx', 'caddy'], true],
  ['plain', ['plain'], true],
])('reads the list "%s"', (list, names, isNamed) => {
  expect(chooseHosts(list)).toEqual({ names, isNamed })
})

it('refuses a host that does not exist', () => {
  expect(() => chooseHosts('nginx,iis')).toThrow('There is no host "iis".')
})
