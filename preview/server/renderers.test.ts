import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { node, page } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { openOwnSite } from '#tests/fixtures/own-site.ts'
import { newFolder } from '#tests/fixtures/published-pictures.ts'
import { startRenderers } from './renderers.ts'

it('starts no renderer for a request that comes after it was stopped', async () => {
  const cache = await newFolder()
  const renderers = startRenderers({ cache, config: resolve('site.config.ts') })
  const { ready } = renderers
  await renderers.stop()
  await expect(ready).rejects.toThrow('The renderer of the preview has ended.')
  await expect(renderers.ask({ kind: 'pages' })).rejects.toThrow('The renderer of the preview has ended.')
  rmSync(cache, { recursive: true })
})

it('replaces a renderer that could not open the site', async () => {
  const content = { nodes: [node('/', 1, { nodeType: 'root' })], pages: { 1: page(1, 'Home') } }
  const service = await startFixtureService({ locales: { en: content, de: content } })
  const site = openOwnSite()
  const { cache, config } = site.options
  const settings = readFileSync(config, 'utf8')
  site.write('site.config.js', 'export default {')
  const renderers = startRenderers({ cache, config })
  onTestFinished(async () => {
    await renderers.stop()
    await service.close()
    site.remove()
  })
  renderers.open({ cache, config, api: service.api, images: 'off' })
  await expect(renderers.ready).rejects.toThrow('site.config.js')
  site.write('site.config.js', settings)
  expect((await renderers.ask({ kind: 'site', path: '/' })).status).toBe(200)
})
