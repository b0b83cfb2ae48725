import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { guardedLookup, isUnfitAddress } from './guarded-lookup.ts'

it.each([
  ...['169.254.169.254', '0.0.0.0', '192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', 'fe80::1', 'ff02::1', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'],
])('knows that %s is no server of pictures', (address) => {
  expect(isUnfitAddress(address)).toBe(true)
})

it.each([
  ...['1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'],
  ...['10.1.2.3', '172.16.0.1', '192.168.0.1', '100.64.0.1', '127.0.0.1', '::1', 'fd00::1'],
])('knows that %s may be one', (address) => {
  expect(isUnfitAddress(address)).toBe(false)
})

it('refuses names that lead to what is no server of pictures, unless they are trusted', async () => {
  // An address in place of a name is looked up without a network.
  const lookUp = (name: string, trusted: string[] = []) =>
    promisify(guardedLookup(new Set(trusted)))(name, { all: true } as never)
  await expect(lookUp('169.254.169.254')).rejects.toThrow('"169.254.169.254" leads to "169.254.169.254", an address')
  await expect(lookUp('169.254.1.1', ['169.254.1.1'])).resolves.toEqual([{ address: '169.254.1.1', family: 4 }])
  await expect(lookUp('10.0.0.1')).resolves.toEqual([{ address: '10.0.0.1', family: 4 }])
  await expect(lookUp('localhost')).resolves.toBeDefined()
})
