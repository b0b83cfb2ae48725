import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { metaPolicy, type PolicyFacts, prefetchRules, siteHeaders } from './headers.ts'

const plain: PolicyFacts = {
  origin: 'https://www.example.com',
  apiBase: '/api',
  pictureOrigins: [],
  videoHosts: [],
  mapEmbed: 'https://maps.example/embed.html',
  tagManagerOrigin: 'https://www.googletagmanager.com',
  recaptchaOrigin: 'https://www.google.com',
}

/** The source that allows the prefetch rules of pages and no other script. */
function rules({ apiBase } = plain): string {
  return `'sha256-${hash('sha256', prefetchRules({ apiBase }), 'base64')}'`
}

const directive = (name: string, facts: Partial<PolicyFacts>): string | undefined =>
  metaPolicy({ ...plain, ...facts })
    .split('; ')
    .find((text) => text.startsWith(`${name} `))

it.each<[string, Partial<PolicyFacts>, string]>([
  ['default-src', {}, "default-src 'none'"],
  ['script-src', {}, `script-src 'self' ${rules()}`],
  ['frame-src', {}, 'frame-src https://maps.example'],
  ['frame-src', { videoHosts: ['v.example'] }, 'frame-src https://v.example https://maps.example'],
  ['connect-src', { apiBase: 'https://cms.example/api' }, "connect-src 'self' https://cms.example"],
  ['form-action', { apiBase: 'https://cms.example/api' }, "form-action 'self' https://cms.example"],
  ['img-src', { pictureOrigins: ['https://cdn.example'] }, "img-src 'self' https://cdn.example"],
  ['img-src', { apiBase: 'https://cms.example/api' }, "img-src 'self' https://cms.example"], // pictures of hidden pages
  [
    'script-src',
    { tagManagerId: 'GTM-A', tagManagerOrigin: 'https://tags.example' },
    `script-src 'self' https://tags.example https://*.googletagmanager.com https://*.google-analytics.com ${rules()}`,
  ],
  [
    'connect-src',
    { tagManagerId: 'GTM-A', tagManagerOrigin: 'https://tags.example' },
    "connect-src 'self' https://tags.example https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
  ],
  [
    'script-src',
    { recaptchaSiteKey: 'key', recaptchaOrigin: 'https://www.recaptcha.net' },
    `script-src 'self' https://www.recaptcha.net/recaptcha/ https://www.gstatic.com/recaptcha/ ${rules()}`,
  ],
])('names in %s, with %j, only origins of the settings', (name, facts, expected) => {
  expect(directive(name, facts)).toBe(expected)
})

it('prevents browsers from prefetching answers of the service on the same origin', () => {
  expect(prefetchRules({ apiBase: '/api' })).toContain('{"not":{"href_matches":"/api/*"}}')
  expect(prefetchRules({ apiBase: 'https://cms.example/api' })).not.toContain('/api')
  expect(prefetchRules({ apiBase: '/api' })).toContain('[rel~=nofollow]')
  expect(prefetchRules({ apiBase: '/</script>' })).not.toContain('<')
})

it('is exactly this when the settings turn nothing on', () => {
  expect(metaPolicy(plain).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${rules()}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    'frame-src https://maps.example',
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ])
})

it('never allows inline or evaluated code, with any settings', () => {
  const policy = metaPolicy({ ...plain, tagManagerId: 'GTM-A', recaptchaSiteKey: 'key', videoHosts: ['v.example'] })
  expect(policy).not.toMatch(/unsafe|data:|http:|\*[ ;]/)
})

it('forbids framing by header, because a meta element cannot', () => {
  const header = siteHeaders(plain).find(({ name }) => name === 'Content-Security-Policy')
  expect(header?.value).toBe(`${metaPolicy(plain)}; frame-ancestors 'none'`)
})

it('requires https only if the site has it', () => {
  const names = (origin: string) => siteHeaders({ ...plain, origin }).map(({ name }) => name)
  expect(names('https://a.example')).toContain('Strict-Transport-Security')
  expect(names('http://a.example')).not.toContain('Strict-Transport-Security')
})

it('refuses a host that would end the policy', () => {
  expect(() => metaPolicy({ ...plain, videoHosts: ["a b; script-src 'unsafe-inline'"] })).toThrow('Invalid URL')
})

// Modifiers of Mozilla's HTTP Observatory (httpobs/docs/scoring.md) that headers and markup decide; A+ is 100 and more.
it('scores A+ by the rules of the Mozilla Observatory', () => {
  const headers = new Map(siteHeaders(plain).map(({ name, value }) => [name, value]))
  const policy = headers.get('Content-Security-Policy') ?? ''
  const maxAge = Number(/max-age=(\d+)/.exec(headers.get('Strict-Transport-Security') ?? '')?.[1] ?? 0)
  const modifiers = [
    /unsafe-/.test(policy) ? -20 : policy.startsWith("default-src 'none'") ? 10 : 5,
    maxAge >= 15_768_000 ? 0 : -20,
    headers.get('X-Content-Type-Options') === 'nosniff' ? 0 : -5,
    policy.includes("frame-ancestors 'none'") ? 5 : -20,
    headers.get('Referrer-Policy') === 'strict-origin-when-cross-origin' ? 5 : 0,
  ]
  expect(modifiers.reduce((sum, one) => sum + one, 100)).toBe(120)
})
