import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { node, page } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { openOwnSite } from '#tests/fixtures/own-site.ts'
import { canLimitWatches, withoutWatches } from '#tests/fixtures/without-watches.ts'

it.skipIf(!canLimitWatches)(
  'A preview runs, and shows changes, when the system allows no file to be watched',
  async () => {
    const content = { nodes: [node('/', 1, { nodeType: 'root' })], pages: { 1: page(1, 'Home') } }
    const service = await startFixtureService({ locales: { en: content, de: content } })
    const site = openOwnSite()
    const command = ['cli/site.js', 'preview', '--port', '0', '--images', 'off', '--api', service.api]
    const options = ['--config', site.options.config, '--cache', site.options.cache]
    const [program = '', ...args] = [...withoutWatches, process.execPath, ...command, ...options]
    const preview = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(async () => {
      preview.kill()
      await service.close()
      site.remove()
    })
    let said = ''
    preview.stderr.on('data', (words) => {
      said += words
    })
    await expect
      .poll(() => said)
      .toMatch(
        /checked every 2 s, because watching them failed: the system does not allow more files to be watched\. Stop another/,
      )
    // on a busy machine the preview first names the service that it still reads
    await expect.poll(() => said).toContain('The preview is at ')
    const [, address = ''] = /The preview is at (http:\/\/[^/]+\/)/.exec(said) ?? []
    site.write('texts/en.json', '{"header":{"skip":"Over there"}}')
    await expect.poll(async () => (await fetch(address)).text()).toContain('Over there')
  },
)
