import { limitsOfCollection } from '#content/client/answer-limits.ts'
import { addressOf, type Call, headersFor, type Services } from '#content/client/call.ts'
import type { HostChoice } from '#publish/hosts/host-names.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { SiteData } from '#renderer/site/site.ts'
import type { OwnFiles } from '#renderer/sources/own-files.ts'
import type { AskRaw, Exchange } from './ask-raw.ts'
import type { Rows } from './remark.ts'

/** What an examination of a service has at hand. */
export type Visit = Services &
  Pick<BuildJob, 'settings' | 'siteRoot' | 'family' | 'locales'> & {
    /** Documents of each kind that are read in a locale. */
    sample: number
    /** Hosts that the site is for. */
    hosts: HostChoice
    /** Unknown blocks and missing pictures are errors. */
    isStrict: boolean
    /** An endpoint that takes longer than this each time it is asked gets a remark. */
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

/** Asks as a build does; an anonymous call carries no token. */
export function askCall(visit: Visit, call: VisitCall): Promise<Exchange> {
  return askAddress(visit, addressOf(call, visit), call)
}

export function askAddress(visit: Visit, url: URL, call: VisitCall): Promise<Exchange> {
  const { locale, method, headers, isAnonymous, maxBytes = limitsOfCollection(visit.settings.limits).bytes } = call
  const services = isAnonymous ? { ...visit, token: undefined } : visit
  return visit.ask({
    url,
    ...(method && { method }),
    headers: { ...headersFor(url, locale, services), ...headers },
    maxBytes,
  })
}

/** How rows name the endpoint of a call: `/posts/{slug}`. */
export function endpointOf({ path }: Call): string {
  const [, kind = '', key] = path.split('/')
  if (key === undefined) return `/${kind}`
  return `/${kind}/{${kind === 'pages' ? 'id' : 'slug'}}`
}
