import type { Href } from '#blocks/_shared/reader.ts'
import { fragmentOf } from '#blocks/_shared/rich-text/editors-ids.ts'
import type { Finding, Where } from '#content/finding.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { shownAddress } from '#content/wording/shown-address.ts'
import { locationOf } from '#publish/redirects/redirect-address.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import { addressKey, localeAt, type OtherAddresses } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Family } from '#renderer/settings.ts'

/** The safe form of an address, and its problem if there is one: it leads nowhere, or must not be followed at all. */
export type ResolvedLink = { href?: Href; problem?: 'link-dead' | 'link-unsafe' }

const linkProtocols = ['http:', 'https:', 'mailto:', 'tel:']

/** The known addresses of a site. `contents` has an entry for each locale that is built. */
type KnownAddresses = {
  family: Family
  contents: ReadonlyMap<string, unknown>
  otherAddresses: OtherAddresses
  isKnownPath(path: string): boolean
  routeAt(origin: string, path: string): Route | undefined
}

/**
 * Makes an address that an editor wrote safe for `href`. For an internal address, checks that it leads somewhere. The
 * result has the spelling of the page, or the target if the address redirects, so that no visitor waits for the
 * redirect.
 */
export function resolveLink(address: string, site: KnownAddresses): ResolvedLink {
  const written = address.trim()
  if (!written) return {}
  const { origin } = site.family
  const url = URL.parse(written, `${origin}/`)
  if (!url || !linkProtocols.includes(url.protocol)) return { problem: 'link-unsafe' }
  if (url.protocol === 'tel:') return { href: url.href.replaceAll('%20', '').replaceAll(' ', '') as Href }
  // A mail address has no spaces. Those of its subject are encoded.
  if (url.protocol === 'mailto:') return { href: url.href.replaceAll(' ', '') as Href }
  // An editor may write `http:` for a page of a site that uses `https:`.
  if (!origin.endsWith(`//${url.host}`)) return { href: url.href as Href }
  const hash = fragmentOf(url)
  if (written.startsWith('#')) return hash ? { href: hash as Href } : {}
  if (written.startsWith('?')) return { href: `${url.search}${hash}` as Href }
  // Two slashes at the start of an `href` would name a host.
  const path = url.pathname.replace(/^\/{2,}/, '/')
  const route = site.routeAt(origin, path)
  const target = route ? undefined : site.otherAddresses.get(addressKey(path))
  if (target !== undefined) {
    const location = locationOf(target, url.search)
    return { href: `${location}${location.includes('#') ? '' : hash}` as Href }
  }
  // The pages of a locale that this build leaves out are not known.
  const isDead = !site.isKnownPath(path) && site.contents.has(localeAt(site.family, path.slice(1)))
  const href = `${route?.href ?? path}${url.search}${hash}` as Href
  return { href, ...(isDead && { problem: 'link-dead' }) }
}

/**
 * The warning about a bad link. `where` names the page that holds the link, or the locale and name of the menu item.
 */
export function linkFinding(address: string, problem: NonNullable<ResolvedLink['problem']>, where: Where): Finding {
  const written = address.trim()
  const [what, hint] =
    problem === 'link-dead'
      ? ['but no page has that address.', withScheme(written) ?? 'Correct the link at the service, or add a redirect.']
      : [
          'which is not a web, mail or phone address; the link is left out.',
          'Write the address with https://, mailto: or tel:, or as a path from "/".',
        ]
  const message = `${linkOwner(where)} links to "${shownAddress(written)}", ${what}`
  return { code: problem, message, where: { ...where, url: written }, hint }
}

function linkOwner({ item, locale, path = '' }: Where): string {
  return item === undefined
    ? `The page "${readablePath(path)}"`
    : `The item ${quoteValue(item)} of a menu of "${locale}"`
}

/** The warning about a link to an id that its page does not have. `where` is the same as for `linkFinding`. */
export function placeFinding(address: string, where: Where): Finding {
  return {
    code: 'place-missing',
    message: `${linkOwner(where)} links to "${shownAddress(address)}", but nothing there has that id.`,
    where: { ...where, url: address },
    hint: 'Give the id to the right heading, or correct the link.',
  }
}

/**
 * The hint for an address without a scheme, such as an e-mail address or `www.`, which browsers would treat as a page.
 * Undefined for other addresses.
 */
function withScheme(address: string): string | undefined {
  const scheme = /^[^\s/?#@]+@[^\s/?#@]+$/.test(address) ? 'mailto:' : /^www\./i.test(address) ? 'https://' : undefined
  return scheme && `Write "${scheme}${address}" at the service.`
}
