/** Names of addresses that stay the same when the service moves to another port or host. */
export type RequestNames = {
  nameOf(url: URL): string
  /** The address with this name; `undefined` if the text is not a name. */
  addressOf(name: string): URL | undefined
}

/**
 * Names an address below a base by the rest after the base, another address of the service's origin by its path, and
 * any other address in full.
 */
export function nameRequests(api: URL, commerce: URL): RequestNames {
  const bases = [
    ['api:', baseOf(api)],
    ['commerce:', baseOf(commerce)],
    ['origin:', api.origin],
  ] as const
  return {
    nameOf({ href }) {
      const found = bases.find(([, base]) => href.startsWith(base) && /^[/?]/.test(href.slice(base.length)))
      return found ? `${found[0]}${href.slice(found[1].length)}` : href
    },
    addressOf(name) {
      const found = bases.find(([prefix]) => name.startsWith(prefix))
      return URL.parse(found ? `${found[1]}${name.slice(found[0].length)}` : name) ?? undefined
    },
  }
}

/** A base address without its trailing slash, so that a path can follow it. */
export function baseOf(url: URL): string {
  return url.href.replace(/\/$/, '')
}
