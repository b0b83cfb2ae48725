import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { runSite } from '#tests/run-site.ts'
import { startTestPreview, type TestPreview } from './start-test-preview.ts'

let service: FixtureService
let preview: TestPreview

const names = ['city-morning.jpg', 'person-1.png', 'gallery-1.jpg', 'live-map.gif', 'logo-1.svg']
const image = (name: string) => ({ url: `/m/${name}`, alt: `Picture ${name}` })
const home = page('1', 'Home', {
  layout: 'home',
  blocks: [
    { id: 1, type: 'banner', title: 'Banner', image: image('city-morning.jpg') },
    { id: 2, type: 'text', html: '<p><img src="/m/person-1.png" alt="Ann"></p>', image: image('gone.jpg') },
    { id: 3, type: 'gallery', images: [image('gallery-1.jpg'), image('live-map.gif')] },
    { id: 4, type: 'partners', partners: [{ name: 'One', logo: image('logo-1.svg') }] },
  ],
})
const pl = {
  nodes: [node('/', '1', { nodeType: 'root' }), node('/plain', '2'), node('/bare', '3')],
  pages: {
    1: home,
    2: page('2', 'Plain', { theme: { backgroundImage: image('live-map.gif') } }),
    3: page('3', 'Bare'),
  },
}

beforeAll(async () => {
  const files = Object.fromEntries(
    names.map((name) => [`/m/${name}`, { body: readFileSync(`demo/media/${name}`), type: 'image/x' }]),
  )
  for (const name of ['city-morning.jpg', 'gallery-1.jpg']) {
    // Large photographs take half a minute to encode.
    files[`/m/${name}`] = { body: await sharp(`demo/media/${name}`).resize(640).toBuffer(), type: 'image/x' }
  }
  const others = Object.fromEntries(['en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
  service = await startFixtureService({ locales: { pl, ...others }, files })
  preview = await startTestPreview({ api: service.api, images: 'on' })
})
afterAll(async () => {
  await preview.close()
  await service.close()
})

it('shows pages and pictures with the bytes of a build', async () => {
  const out = join(preview.cache, 'out')
  const folders = ['--out', out, '--cache', join(preview.cache, 'of-the-build')]
  const given = ['--locale', 'all', '--api', service.api, '--images', 'on', '--no-ledger']
  const { code, stderr } = await runSite(['build', ...given, ...folders])
  expect(code, stderr).toBe(0)
  for (const path of ['/', '/plain', '/bare', '/en/about']) {
    const { text } = await preview.get(path)
    expect(text, path).toBe(readFileSync(join(out, 'site', path, 'index.html'), 'utf8'))
    const addresses = new Set(
      [...text.matchAll(/\/assets\/[\w./-]+\.(?:avif|webp|jpg|png|gif|svg)/g)].map(([one]) => one),
    )
    if (path === '/') expect(addresses.size).toBeGreaterThan(15)
    for (const address of addresses) {
      const shown = await (await fetch(`${preview.origin}${address}`)).arrayBuffer()
      expect(Buffer.from(shown).equals(readFileSync(join(out, 'site', address))), address).toBe(true)
    }
  }
})

it('shows pictures when the cache is removed while it runs', async () => {
  const [address = ''] = /\/assets\/city-morning-[\w.-]+\.avif/.exec((await preview.get('/')).text) ?? []
  rmSync(join(preview.cache, 'pictures'), { recursive: true })
  expect((await fetch(`${preview.origin}${address}`)).status).toBe(200)
})
