import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readAddresses } from '#publish/redirects/addresses.ts'
import { buildSite } from '#renderer/build-site.ts'
import { smallContent } from '#tests/commands/small-content.ts'
import { type FixtureOptions, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { testSettings } from '#tests/fixtures/site.ts'

it('leaves the addresses of the last build where a list of pages cannot be read, by which redirects are judged', async () => {
  const content: FixtureOptions = smallContent()
  const service = await startFixtureService(content)
  const folder = await mkdtemp(join(tmpdir(), 'site-open-'))
  onTestFinished(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  const settings = testSettings()
  const [family] = settings.families
  if (!family) throw new Error('Settings have a family.')
  const [out, root] = [join(folder, 'out'), resolve('.')]
  const project = { settings, family, locales: ['pl', 'en'], toolRoot: root, siteRoot: root }
  const build = () =>
    buildSite({ ...project, api: service.api, out, engine: 'react', concurrency: 8, images: 'off', ledger: false })

  expect((await build()).errors).toEqual([])
  const before = await readAddresses(out)
  expect(before?.pages).toContain('/blog/post-1')
  content.intercept = ({ url = '' }, response) => {
    if (!url.startsWith('/api/posts')) return false
    sendJson(response, 404, {})
    return true
  }
  expect((await build()).isPublished).toBe(false)
  expect(await readAddresses(out)).toEqual(before)
})
