/** Names of addresses that stay the same when the service moves to another port or host. */
export type RequestNames = {
  nameOf(url: URL): string
  /** The address of a name; nothing for a text that is none. */
  addressOf(name: string): URL | undefined
}

/** Names addresses below the two bases by what follows them, others of the service's origin by their path, the rest in full. */
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

/** The address of a base as paths follow it: without a final slash. */
export function baseOf(url: URL): string {
  return url.href.replace(/\/$/, '')
}
