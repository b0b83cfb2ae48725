import { lookup as lookUp } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import { SiteError } from './finding.ts'

const unfit = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  unfit.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
] as const)
  unfit.addSubnet(net, bits, 'ipv6')

/**
 * True for addresses where no server of pictures stands: link-local (where clouds tell machines their secrets), unspecified,
 * multicast, and the like. Private ones are not among them: a name in the settings may lead into one's own network.
 */
export function isUnfitAddress(address: string): boolean {
  return unfit.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Looks up names as Node does, but refuses one that leads to an unfit address, unless it is one of `trusted`. The address that
 * was judged is the one that is reached. Which names are looked up at all is for the caller to decide.
 */
export function guardedLookup(trusted: ReadonlySet<string>): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const refused = trusted.has(hostname) ? undefined : addresses.find(isUnfitAddress)
      if (error || refused === undefined) callback(error, found, family)
      else callback(refusal(hostname, refused), '', 0)
    })
  }
}

function refusal(hostname: string, address: string): SiteError {
  return new SiteError({
    code: 'service-refused',
    message: `"${hostname}" leads to "${address}", an address where no server of pictures stands.`,
    hint: 'Correct the name in the settings (pictureOrigins), or what its DNS says.',
  })
}
