import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { guardedLookup, isUnfitAddress } from './guarded-lookup.ts'

it.each([
  ...['169.254.169.254', '0.0.0.0', '192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...[
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.9.9.9',
  ],
  ...['::', '::1', '::127.0.0.1', 'fe80::1', 'fec0::1', 'ff02::1', 'fd00::1', 'fd00:ec2::254', 'fd20:ce::254'],
  ...['::ffff:169.254.169.254', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:0:7f00:1'],
  ...['64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1', '2002:a00:1::1', '2001:0:a00:1::1'],
])('forbids a name that points to %s', (address) => {
  expect(isUnfitAddress(address)).toBe(true)
})

it.each([
  ...['1.1.1.1', '172.32.0.1', '192.169.0.1', '100.128.0.1', '11.0.0.1'],
  ...['2606:4700::1111', '2001:4860:4860::8888', '::ffff:1.1.1.1'],
])('allows a name that points to %s', (address) => {
  expect(isUnfitAddress(address)).toBe(false)
})

it('refuses names that point into a network or machine, unless they are trusted', async () => {
  // Looking up an address instead of a name needs no network.
  const lookUp = (name: string, trusted: string[] = []) =>
    promisify(guardedLookup(new Set(trusted)))(name, { all: true } as never)
  await expect(lookUp('169.254.169.254')).rejects.toThrow('"169.254.169.254" resolves to "169.254.169.254", an address')
  await expect(lookUp('10.0.0.1')).rejects.toThrow('inside a network')
  await expect(lookUp('localhost')).rejects.toThrow('"localhost" resolves to')
  await expect(lookUp('localhost', ['localhost'])).resolves.toBeDefined()
  await expect(lookUp('169.254.1.1', ['169.254.1.1'])).resolves.toEqual([{ address: '169.254.1.1', family: 4 }])
})
