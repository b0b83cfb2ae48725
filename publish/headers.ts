import { hash } from 'node:crypto'

/** The settings that decide which origins a page may load from. The settings of the site have this shape. */
export type PolicyFacts = {
  /** Origin of the export's domain family. */
  origin: string
  apiBase: string
  pictureOrigins: string[]
  videoHosts: string[]
  mapEmbed: string
  tagManagerId?: string
  tagManagerOrigin: string
  recaptchaSiteKey?: string
  recaptchaOrigin: string
}

/** A header of every response. Responses below `/assets/` have the value `assets` instead of `value`, if it is set. */
export type SiteHeader = { name: string; value: string; assets?: string }

type Sources = { script?: string[]; image?: string[]; connect?: string[]; frame?: string[]; form?: string[] }

const twoYears = 63_072_000
const deniedFeatures = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'serial', 'usb'],
]

/** The only list of third parties. Each is in the policy only if the settings turn it on. */
function thirdParties(facts: PolicyFacts): Sources[] {
  const { videoHosts, mapEmbed, tagManagerId, tagManagerOrigin, recaptchaSiteKey, recaptchaOrigin } = facts
  const api = facts.apiBase.startsWith('/') ? [] : [originOf(facts.apiBase)]
  const tags = [tagManagerOrigin, 'https://*.googletagmanager.com', 'https://*.google-analytics.com']
  const recaptcha = `${recaptchaOrigin}/recaptcha/`
  return [
    { connect: api, form: api, image: [...api, ...facts.pictureOrigins] },
    { frame: [...videoHosts.map((host) => originOf(`https://${host}`)), originOf(mapEmbed)] },
    tagManagerId ? { script: tags, image: tags, connect: [...tags, 'https://*.analytics.google.com'] } : {},
    recaptchaSiteKey
      ? {
          script: [recaptcha, 'https://www.gstatic.com/recaptcha/'],
          connect: [recaptcha],
          frame: [recaptcha, 'https://recaptcha.google.com/recaptcha/'],
        }
      : {},
  ]
}

/**
 * Speculation rules, as JSON for a script. Browsers that know them prefetch a page of the site when a visitor is about
 * to follow a link to it.
 */
export function prefetchRules({ apiBase }: Pick<PolicyFacts, 'apiBase'>): string {
  const where = {
    and: [
      { href_matches: '/*' },
      ...(apiBase.startsWith('/') ? [{ not: { href_matches: `${apiBase}/*` } }] : []),
      { not: { selector_matches: '[target=_blank], [download], [rel~=nofollow]' } },
    ],
  }
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] }).replaceAll('<', '\\u003c')
}

/**
 * The content security policy for a `<meta http-equiv>`, for hosts that cannot set headers. Browsers ignore
 * `frame-ancestors` there, so only the header has it.
 */
export function metaPolicy(facts: PolicyFacts): string {
  const parties = thirdParties(facts)
  const foreign = (kind: keyof Sources): string[] => [...new Set(parties.flatMap((party) => party[kind] ?? []))]
  const sources = (kind: keyof Sources): string => ["'self'", ...foreign(kind)].join(' ')
  return [
    "default-src 'none'",
    // The hash admits the only inline script of pages, the prefetch rules. The keyword for such rules is left out,
    // because browsers that do not know it complain.
    `script-src ${sources('script')} 'sha256-${hash('sha256', prefetchRules(facts), 'base64')}'`,
    "style-src 'self'",
    `img-src ${sources('image')}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${sources('connect')}`,
    `frame-src ${foreign('frame').join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    `form-action ${sources('form')}`,
  ].join('; ')
}

/**
 * The headers of every response: caching, then security. Hashed files are cached for a year and may be embedded by
 * other sites. Everything else, including pages and `/sw.js`, is revalidated each time. HSTS is sent only if the site
 * uses https.
 */
export function siteHeaders(facts: PolicyFacts): SiteHeader[] {
  const isSecure = facts.origin.startsWith('https:')
  return [
    { name: 'Cache-Control', value: 'no-cache', assets: 'public, max-age=31536000, immutable' },
    { name: 'Content-Security-Policy', value: `${metaPolicy(facts)}; frame-ancestors 'none'` },
    ...(isSecure ? [{ name: 'Strict-Transport-Security', value: `max-age=${twoYears}` }] : []),
    { name: 'X-Content-Type-Options', value: 'nosniff' },
    { name: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
    { name: 'Permissions-Policy', value: deniedFeatures.map((feature) => `${feature}=()`).join(', ') },
    { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    { name: 'Cross-Origin-Resource-Policy', value: 'same-origin', assets: 'cross-origin' },
  ]
}

/**
 * Scheme, host and port of an address. Throws for a text that is not an address, so that nothing else gets into a
 * header.
 */
function originOf(address: string): string {
  return new URL(address).origin
}
