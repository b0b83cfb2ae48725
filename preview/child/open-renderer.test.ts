import { expect, it, onTestFinished } from 'vitest'
import { openOwnSite } from '#tests/fixtures/own-site.ts'
import { openRenderer } from './open-renderer.ts'

it('a renderer whose service does not answer fails after esbuild has ended, which would otherwise print its state', async () => {
  const site = openOwnSite()
  onTestFinished(() => site.remove())
  const { config, cache } = site.options
  const job = { config, cache, api: 'http://127.0.0.1:9/api', images: 'off' } as const
  await expect(openRenderer(job, undefined, () => {})).rejects.toThrow('ECONNREFUSED')
  expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap') // the process of esbuild
})
