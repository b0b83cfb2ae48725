import { baseOf } from '#content/answers/request-names.ts'
import { limitsOfCollection } from '#content/client/answer-limits.ts'
import type { Call } from '#content/client/call.ts'
import type { HostChoice } from '#publish/hosts/host-names.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import type { SiteData } from '#renderer/site/site.ts'
import type { OwnFiles } from '#renderer/sources/own-files.ts'
import type { AskRaw, Exchange } from './ask-raw.ts'
import type { Rows } from './remark.ts'

/** What an examination of a service has at hand. */
export type Visit = {
  api: URL
  commerce: URL
  token: string | undefined
  settings: Settings
  siteRoot: string
  family: Family
  locales: string[]
  /** Documents of each kind that are read in a locale. */
  sample: number
  /** Hosts that the site is for. */
  hosts: HostChoice
  /** Unknown blocks and missing pictures are errors. */
  isStrict: boolean
  /** An answer that takes longer each time is remarked. */
  slowMs: number
  /** What the site itself brings: its redirects, its texts, and the names of its bundled files. */
  own: OwnFiles & Pick<SiteData, 'assets'>
  ask: AskRaw
  rows: Rows
}

export type VisitCall = Call & {
  headers?: Record<string, string>
  method?: 'GET' | 'OPTIONS'
  isAnonymous?: boolean
  maxBytes?: number
}

/** The address of a call, as a build asks for it. */
export function addressOf(visit: Visit, { path, locale, query = {}, commerce }: Call): URL {
  const url = new URL(`${baseOf(commerce ? visit.commerce : visit.api)}${path}`)
  for (const [name, value] of Object.entries({ ...query, ...(locale && { locale }) })) url.searchParams.set(name, value)
  return url
}

/** Asks as a build does; an anonymous call carries no token. */
export function askCall(visit: Visit, call: VisitCall): Promise<Exchange> {
  return askAddress(visit, addressOf(visit, call), call)
}

export function askAddress(visit: Visit, url: URL, call: VisitCall): Promise<Exchange> {
  const { token, settings } = visit
  const { locale, method, headers, isAnonymous, maxBytes = limitsOfCollection(settings.limits).bytes } = call
  const isOurs = token && !isAnonymous && url.origin === visit.api.origin
  return visit.ask({
    url,
    ...(method && { method }),
    headers: {
      accept: 'application/ld+json, application/json;q=0.9',
      ...(locale && { 'accept-locale': locale }),
      ...(isOurs && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    maxBytes,
  })
}

/** How rows name the endpoint of a call: `/posts/{slug}`. */
export function endpointOf({ path }: Call): string {
  const [, kind = '', key] = path.split('/')
  if (key === undefined) return `/${kind}`
  return `/${kind}/{${kind === 'pages' ? 'id' : 'slug'}}`
}
