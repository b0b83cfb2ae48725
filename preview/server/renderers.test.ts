import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
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

it.skipIf(process.platform === 'win32')(
  'prints what a renderer prints, but nothing of what its own processes print about being left',
  async () => {
    // as esbuild does that loses a renderer while it bundles
    const code = `require('node:child_process').spawn('sh', ['-c', 'echo before >&2; cat; echo after >&2'], { stdio: ['pipe', 'inherit', 'inherit'] })`
    const script = `
      import { startSpareProcess } from '#preview/server/render-process.ts'
      const { write } = process.stderr
      const spare = startSpareProcess({ cache: '', config: '', onChange: () => {}, onEnd: () => {} })
      spare.run({ code: ${JSON.stringify(code)}, bundle: 'a.cjs', map: '{}' })
      process.stderr.write = (text) => {
        spare.stop()
        return write.call(process.stderr, text)
      }
    `
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    expect(stderr).toBe('before\n')
  },
)
