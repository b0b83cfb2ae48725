import type { FileWriter } from '#publish/writer.ts'

export type RobotsOptions = {
  writer: FileWriter
  origin: string
  /** Path of the content service, if it is on the same origin. */
  api?: string
  /** File of the sitemap index, if there is one. */
  sitemap?: string
}

/**
 * Writes `/robots.txt`: everything except the content service may be read. Pages that must not be listed say so
 * themselves (`noindex`).
 */
export async function publishRobots({ writer, origin, api, sitemap }: RobotsOptions): Promise<void> {
  const lines = ['User-agent: *', api ? `Disallow: ${api}/` : 'Allow: /']
  if (sitemap) lines.push('', `Sitemap: ${origin}/${sitemap}`)
  await writer.write('robots.txt', `${lines.join('\n')}\n`)
}

/** The content of `/.well-known/security.txt` (RFC 9116). */
export type SecurityContact = {
  /** `mailto:`, `tel:` or `https:` addresses, the preferred address first. */
  contact: string[]
  /** ISO 8601. */
  expires: string
  encryption?: string
  acknowledgments?: string
  policy?: string
  hiring?: string
}

export type SecurityOptions = { writer: FileWriter; origin: string; languages: string[]; security: SecurityContact }

/**
 * Writes `/.well-known/security.txt`. Its expiry date comes from the settings, so that equal input gives equal bytes.
 */
export async function publishSecurity({ writer, origin, languages, security }: SecurityOptions): Promise<void> {
  const { contact, expires, encryption, acknowledgments, policy, hiring } = security
  const optional = { Encryption: encryption, Acknowledgments: acknowledgments, Policy: policy, Hiring: hiring }
  const lines = [
    ...contact.map((address) => `Contact: ${address}`),
    `Expires: ${new Date(expires).toISOString()}`,
    ...Object.entries(optional).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  await writer.write('.well-known/security.txt', `${lines.join('\n')}\n`)
}
