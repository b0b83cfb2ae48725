import type { KnownBuild } from '#renderer/reads/known-build.ts'
import type { Route } from './route.ts'

/**
 * A text that identifies the content of a page, whatever its address and the type of its node. All pages of a list have
 * the same. Undefined for error pages.
 */
export function contentKeyOf({ locale, node, memberId }: Route): string | undefined {
  return node && JSON.stringify([locale, node.nodeReference, memberId])
}

/**
 * Returns a function that takes an address of the last build, and returns the path of its page now,
 * preceded by the origin if that is another one. `null` means that the page is gone, `undefined`
 * that the last build did not have the address.
 */
export function findCurrentAddress({ pages }: Pick<KnownBuild, 'pages'>, planned: Route[], family: { origin: string }) {
  let addresses: Map<string, string | null> | undefined // made on the first call, because few builds need it
  return (address: string): string | null | undefined => {
    addresses ??= currentAddresses()
    return addresses.get(address)
  }

  function currentAddresses(): Map<string, string | null> {
    const now = new Map<string | undefined, string>()
    for (const route of planned) {
      const { node, page, canonical, origin, path } = route
      if (node && page === 1 && canonical === undefined)
        now.set(contentKeyOf(route), origin === family.origin ? path : `${origin}${path}`)
    }
    const addresses = new Map<string, string | null>()
    for (const { href, contentKey } of pages.values())
      if (contentKey !== undefined)
        addresses.set(decodeURIComponent(href).normalize('NFC'), now.get(contentKey) ?? null)
    return addresses
  }
}
