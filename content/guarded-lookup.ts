import { lookup as lookUp } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import { SiteError } from './finding.ts'

const inner = new BlockList()
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  inner.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
] as const)
  inner.addSubnet(net, bits, 'ipv6')

/** True for addresses that lead into a machine or its own network: loopback, private, link-local, and the like. */
export function isInnerAddress(address: string): boolean {
  return inner.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Looks up names as Node does, but refuses one that leads to an inner address, unless the name itself says so (`localhost`) or
 * is one of `trusted`. The address that was judged is the one that is reached.
 */
export function guardedLookup(trusted: ReadonlySet<string>): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const isTrusted = trusted.has(hostname) || /(^|\.)localhost$/i.test(hostname)
      const refused = isTrusted ? undefined : addresses.find(isInnerAddress)
      if (error || refused === undefined) callback(error, found, family)
      else callback(refusal(hostname, refused), '', 0)
    })
  }
}

function refusal(hostname: string, address: string): SiteError {
  return new SiteError({
    code: 'service-refused',
    message: `"${hostname}" leads to "${address}", an address of the inner network.`,
    hint: 'Pictures are read from the inner network only where the settings name the address itself.',
  })
}
