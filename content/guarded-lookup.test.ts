import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { guardedLookup, isInnerAddress } from './guarded-lookup.ts'

it.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '64:ff9b::7f00:1'],
])('knows %s as inner', (address) => {
  expect(isInnerAddress(address)).toBe(true)
})

it.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
  'knows %s as outer',
  (address) => {
    expect(isInnerAddress(address)).toBe(false)
  },
)

it('refuses names that lead inside, unless they are trusted or say so', async () => {
  // An address in place of a name is looked up without a network.
  const lookUp = (name: string, trusted: string[] = []) =>
    promisify(guardedLookup(new Set(trusted)))(name, { all: true } as never)
  await expect(lookUp('10.0.0.1')).rejects.toThrow('"10.0.0.1" leads to "10.0.0.1", an address of the inner network.')
  await expect(lookUp('10.0.0.1', ['10.0.0.1'])).resolves.toEqual([{ address: '10.0.0.1', family: 4 }])
  await expect(lookUp('localhost')).resolves.toBeDefined()
  await expect(lookUp('1.1.1.1')).resolves.toEqual([{ address: '1.1.1.1', family: 4 }])
})
