import { limitsOfCollection } from '#content/client/answer-limits.ts'
import { addressOf, type Call, headersFor, type Services } from '#content/client/call.ts'
import type { HostChoice } from '#publish/hosts/host-names.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { SiteData } from '#renderer/site/site.ts'
import type { OwnFiles } from '#renderer/sources/own-files.ts'
import type { AskRaw, Exchange } from './ask-raw.ts'
import type { Rows } from './remark.ts'

/** Everything that an examination of a service works with. */
export type Visit = Services &
  Pick<BuildJob, 'settings' | 'siteRoot' | 'family' | 'locales'> & {
    /** How many documents of each kind are read in a locale. */
    sample: number
    /** The hosts that the site is for. */
    hosts: HostChoice
    /** Whether unknown blocks and missing pictures are errors. */
    isStrict: boolean
    /** An endpoint that takes longer than this each time gets a remark. */
    slowMs: number
    /** The files of the site itself: its redirects, its texts, and the names of its bundled files. */
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

/** Sends a request as a build does. An anonymous call carries no token. */
export function askCall(visit: Visit, call: VisitCall): Promise<Exchange> {
  return askAddress(visit, addressOf(call, visit), call)
}

export function askAddress(visit: Visit, url: URL, call: VisitCall): Promise<Exchange> {
  const { locale, method, headers, isAnonymous, maxBytes = limitsOfCollection(visit.settings.limits).bytes } = call
  const services = isAnonymous ? { ...visit, token: undefined } : visit
  return visit.ask({ url, method, headers: { ...headersFor(url, locale, services), ...headers }, maxBytes })
}

/** Returns the name that rows use for the endpoint of a call, as in `/posts/{slug}`. */
export function endpointOf({ path }: Call): string {
  const [, kind = '', key] = path.split('/')
  if (key === undefined) return `/${kind}`
  return `/${kind}/{${kind === 'pages' ? 'id' : 'slug'}}`
}
