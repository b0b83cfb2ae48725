import type { KnownBuild } from '#renderer/reads/known-build.ts'
import type { Route } from './route.ts'

/** Names what a page shows, whatever its address is and the type of its node; nothing for error pages. */
export function shownAt({ locale, node, memberId }: Route): string | undefined {
  return node && JSON.stringify([locale, node.nodeReference, memberId])
}

/**
 * Finds where the page stands now that had an address in the previous build, with the origin where it is another one. `null` means that
 * it stands nowhere any more; nothing is known of an address that the previous build did not have.
 */
export function findPlaceNow({ pages }: Pick<KnownBuild, 'pages'>, planned: Route[], family: { origin: string }) {
  let places: Map<string, string | null> | undefined // few builds ask
  return (address: string): string | null | undefined => {
    places ??= placesNow()
    return places.get(address)
  }

  function placesNow(): Map<string, string | null> {
    const now = new Map<string | undefined, string>()
    for (const route of planned) {
      const { node, page, canonical, origin, path } = route
      if (node && page === 1 && canonical === undefined)
        now.set(shownAt(route), origin === family.origin ? path : `${origin}${path}`)
    }
    const places = new Map<string, string | null>()
    for (const { href, shows } of pages.values())
      if (shows !== undefined) places.set(decodeURIComponent(href).normalize('NFC'), now.get(shows) ?? null)
    return places
  }
}
