import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addressRulesOf, readAddresses, writeAddresses } from './addresses.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-addresses-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const addresses = {
  ...{ family: 'main', defaultLocale: 'pl', locales: ['pl', 'en', 'de'], built: ['en'] },
  ...{ pages: ['/en', '/en/about'], files: ['/feed.xml'], elsewhere: ['https://example.fr/aide'] },
  shells: [{ prefix: '/en/area/', suffix: '/print' }],
}

it('are read as they were written, or not at all without a build', async () => {
  await writeAddresses(folder, addresses)
  expect(await readAddresses(folder)).toEqual(addresses)
  expect(await readAddresses(join(folder, 'none'))).toBeUndefined()
})

it('are wrong usage when their file is damaged or unreadable', async () => {
  await writeFile(join(folder, 'addresses.json'), '{}')
  await expect(readAddresses(folder)).rejects.toThrow('does not contain the addresses of a build')
  await writeAddresses(folder, { ...addresses, elsewhere: ['nowhere'] })
  await expect(readAddresses(folder)).rejects.toThrow('does not contain the addresses of a build')
  await rm(join(folder, 'addresses.json'))
  await mkdir(join(folder, 'addresses.json'))
  await expect(readAddresses(folder)).rejects.toThrow('cannot be read')
  await expect(writeAddresses(folder, addresses)).rejects.toMatchObject({
    finding: {
      message: `The output folder "${folder}" cannot be written: "${join(folder, 'addresses.json')}" is a folder, but a file is needed.`,
      hint: 'Move it away, or choose another folder with --out.',
    },
  })
})

it('include pages, files and restricted pages, also those of other families', () => {
  const { isPage, isTaken, isAnswered } = addressRulesOf(addresses)
  const all = ['/en/about', 'https://example.fr/aide', '/feed.xml', '/en/area/x/print', '/en/area/x', '/en/none']
  expect(all.filter(isPage)).toEqual(all.slice(0, 2))
  expect(all.filter(isTaken)).toEqual(all.slice(0, 3))
  expect(all.filter(isAnswered)).toEqual(all.slice(0, 4))
  expect(all.filter(addressRulesOf({ ...addresses, shells: [] }).isAnswered)).toEqual(all.slice(0, 3))
})

it('suggest only pages for an address that is gone', () => {
  expect(addressRulesOf({ ...addresses, files: ['/en/abouts.xml'] }).nearest('/en/abouts')).toEqual(['/en/about'])
})

it('exclude locales and families that were not read; the default locale has no prefix', () => {
  const { isOutside } = addressRulesOf(addresses)
  expect(['/de/x', '/x', '/pl/x', 'https://example.de/x'].map(isOutside)).toEqual([true, true, true, true])
  expect(['/en/x', 'https://example.fr/x'].map(isOutside)).toEqual([false, false])
  const polish = addressRulesOf({ ...addresses, built: ['pl'] })
  expect(['/x', '/pl/x', '/en/x'].map(polish.isOutside)).toEqual([false, false, true])
})
