import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { node } from '#tests/fixtures/content.ts'
import { captureWhile, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { content } from './content.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite({ api: 'http://127.0.0.1:9/api' })
  site.write('content/en/nodes.yaml', JSON.stringify([node('/only-here', 1)]))
})
afterEach(() => site.remove())

it('answers from the files of the site until it is interrupted', async () => {
  let api = ''
  const { stderr } = await captureWhile(
    (signal) => content({ ...site.options, port: 0 }, signal),
    async (said) => {
      await expect.poll(() => said.stderr, { interval: 20 }).toContain('Ctrl+C')
      api = /served at (\S+)/.exec(said.stderr)?.[1] ?? ''
      expect(await (await fetch(`${api}/sitemap_nodes?locale=en`)).text()).toContain('/only-here')
    },
  )
  const database = site.at('.site/demo.sqlite')
  expect(stderr).toBe(
    `The content of the site is served at ${api}\nForms and consents are stored in ${database}. Stop it with Ctrl+C.\n`,
  )
  expect(existsSync(database)).toBe(true)
  await expect(fetch(api)).rejects.toThrow('fetch failed')
})

it('listens on the given port, and rejects a port in use as wrong usage', async () => {
  const taken = createServer()
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
  const { port } = taken.address() as AddressInfo // a server that listens on a port has this kind of address
  const refused = expect(content({ ...site.options, port }, new AbortController().signal)).rejects
  await refused.toMatchObject({ name: 'UsageError', message: `Port ${port} cannot be used.` })
  taken.close()
})

it.runIf(process.platform === 'linux')('says that the cache folder cannot be made', async () => {
  const refused = content({ ...site.options, cache: '/proc/site', port: 0 }, new AbortController().signal)
  await expect(refused).rejects.toThrow('The cache folder "/proc/site" cannot be written.')
})
