import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { routingFile } from '#publish/routing.ts'
import { node } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { type CapturedOutput, captureWhile, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { serve } from './serve.ts'

let site: OwnSite
let service: FixtureService
beforeEach(async () => {
  service = await startFixtureService({ locales: { en: { nodes: [node('/only-here', 1)] } } })
  site = openOwnSite({ api: service.api })
  writeExport({ apiBase: '/api' })
})
afterEach(async () => {
  await service.close()
  site.remove()
})

function writeExport({ apiBase }: { apiBase: string }): void {
  const [file, text] = routingFile({ redirects: [], notFound: [], shells: [], pageFiles: 'directory', apiBase })
  site.write(`output/${file}`, text)
  site.write('output/.site-export', '')
  site.write('output/site/index.html', 'Home')
}

const whileServed = (look: (origin: string) => Promise<void>) =>
  captureWhile(
    (signal) => serve({ ...site.options, port: 0 }, signal),
    async (said) => look(await addressIn(said)),
  )

async function addressIn(said: CapturedOutput): Promise<string> {
  await expect.poll(() => said.stderr, { interval: 20 }).toContain('Ctrl+C')
  return /is served at (\S+)/.exec(said.stderr)?.[1] ?? ''
}

it('serves the export, with the service of the settings below /api, until it is interrupted', async () => {
  let served = ''
  const { stderr } = await whileServed(async (origin) => {
    served = origin
    expect(await (await fetch(`${origin}/`)).text()).toBe('Home')
    expect(await (await fetch(`${origin}/api/sitemap_nodes?locale=en`)).text()).toContain('/only-here')
  })
  expect(stderr).toBe(
    `The export in "${site.options.out}" is served at ${served}\nRequests to /api go to ${service.api}. Stop it with Ctrl+C.\n`,
  )
  await expect(fetch(served)).rejects.toThrow('fetch failed')
})

it('needs no service when pages use one of another origin', async () => {
  site.remove()
  site = openOwnSite()
  writeExport({ apiBase: 'https://cms.heron.example/api' })
  const { stderr } = await whileServed(async (origin) => {
    expect(await (await fetch(`${origin}/`)).text()).toBe('Home')
  })
  expect(stderr).toContain(
    '\nIts pages send requests to https://cms.heron.example/api themselves. Stop it with Ctrl+C.\n',
  )
})

it('first finishes the commit of a build that was killed', async () => {
  const nothing = { moves: [], removals: [] }
  const journal = { staging: '.staging-1', ...nothing, moves: ['late/index.html'], beside: nothing }
  site.write('output/.journal.json', JSON.stringify({ version: 1, ...journal }))
  site.write('output/.staging-1/site/late/index.html', 'Late')
  await whileServed(async (origin) => {
    expect(await (await fetch(`${origin}/late`)).text()).toBe('Late')
  })
})

it('stores the forms of a site that has its content as files in the cache folder', async () => {
  site.remove()
  site = openOwnSite()
  writeExport({ apiBase: '/api' })
  site.write('content/en/nodes.yaml', '[]')
  await whileServed(async (origin) => {
    expect(await (await fetch(`${origin}/api/sitemap_nodes?locale=en`)).text()).toContain('"totalItems":0')
  })
  expect(existsSync(site.at('.site/demo.sqlite'))).toBe(true)
})

it('listens on the given port', async () => {
  const port = Number(new URL(service.api).port)
  const serving = serve({ ...site.options, port }, AbortSignal.abort())
  await expect(serving).rejects.toThrow(`Port ${port} cannot be used.`)
})

it('needs an export', async () => {
  const out = site.at('other')
  const { signal } = new AbortController()
  await expect(serve({ ...site.options, out, port: 0 }, signal)).rejects.toThrow(`There is no export in "${out}".`)
})
