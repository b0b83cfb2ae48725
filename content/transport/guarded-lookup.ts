import { lookup as lookUp } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import { SiteError } from '#content/finding.ts'

const unfit = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 96], // unspecified, loopback, and IPv4 addresses in the old form
  ['::ffff:0:0:0', 96], // this and the next four contain an IPv4 address that a router may extract
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['fc00::', 7], // private addresses, where clouds also serve secrets to machines
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  unfit.addSubnet(net, bits, isIPv6(net) ? 'ipv6' : 'ipv4')

/**
 * Whether a name in the settings must not resolve to this address. True for addresses of this machine, of a private
 * network, link-local (where clouds serve secrets to machines) and multicast, and for addresses that contain one of
 * these. To allow such an address, write the address itself in the settings: addresses are never looked up.
 */
export function isUnfitAddress(address: string): boolean {
  return unfit.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Looks up names as Node does, but refuses a name that resolves to an unfit address, unless the name is in `trusted`.
 * The request goes to the very address that was checked. The caller decides which names are looked up at all.
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
    message: `"${hostname}" resolves to "${address}", an address inside a network or machine.`,
    hint: 'Correct the name in the settings (pictureOrigins), or its DNS entry. If pictures are meant to come from there, use the IP address instead of the name.',
  })
}
