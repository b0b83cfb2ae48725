import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { readVanished } from './vanished-addresses.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => site.remove())

it('returns the addresses that vanished, with the new address of a page that moved', async () => {
  const vanished = (where?: object) => ({ code: 'address-vanished', where })
  const errors = [
    vanished({ path: '/a', url: '/b' }),
    vanished({ path: '/gone' }),
    vanished({ path: '/\\u200fc', url: '/d\\u200f' }),
    vanished({ path: '/100%20e' }),
    vanished({ path: '/sale*' }), // no entry can have this address
    vanished(),
    { code: 'link-dead', where: { path: '/x', url: '/y' } },
  ]
  site.write('report.json', JSON.stringify({ errors }))
  expect(await readVanished(site.at('report.json'))).toEqual([
    { from: '/a', to: '/b' },
    { from: '/gone', to: undefined },
    { from: '/%E2%80%8Fc', to: '/d%E2%80%8F' },
    { from: '/100%2520e', to: undefined },
  ])
})

it.each([undefined, 'no JSON', '{ "errors": 1 }'])('refuses %s as a report, and says how to make one', async (text) => {
  const file = site.at('report.json')
  if (text !== undefined) site.write('report.json', text)
  await expect(readVanished(file)).rejects.toMatchObject({
    message: `"${file}" is not a report of a build.`,
    hint: 'Build the site first with "npx site build --locale all", or pass the folder of its export with --out.',
    cause: expect.any(Error),
  })
})
