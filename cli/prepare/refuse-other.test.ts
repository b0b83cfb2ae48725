import { rmSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { build } from '#cli/commands/build.ts'
import { merge } from '#cli/commands/merge.ts'
import { render } from '#cli/commands/render.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { captureOutput, setServedSite } from '#tests/fixtures/own-site.ts'

const small = smallSite({ posts: 1 })
const site = setServedSite({ locales: { en: small, fr: small } })
const families = [
  { id: 'main', origin: 'https://www.heron.example', defaultLocale: 'en', locales: ['en'] },
  { id: 'ouest', origin: 'https://www.heron-ouest.example', defaultLocale: 'fr', locales: ['fr'] },
]
const { signal } = new AbortController()
const optionsOf = (family: string) => ({ ...site.options, config: site.at('two.js'), api: site.api, family })
const reported = (built: string, family: string) =>
  `"${site.at('output')}" contains the export of the domain family "${built}", not of "${family}".`

beforeAll(async () => {
  const brand = { name: 'Heron', icon: 'brand/icon.svg', themeColor: '#123456', backgroundColor: '#ffffff' }
  site.write(
    'two.js',
    `export default ${JSON.stringify({ brand, families, links: { help: {}, demo: {}, contact: {} } })}`,
  )
  await captureOutput(() => build(optionsOf('main'), signal))
})

it('refuses to build or render another domain family over an export', async () => {
  await expect(build(optionsOf('ouest'), signal)).rejects.toThrow(reported('main', 'ouest'))
  await expect(render(['/about'], optionsOf('ouest'), signal)).rejects.toThrow(reported('main', 'ouest'))
  expect((await captureOutput(() => build(optionsOf('main'), signal))).result).toBe(0)
})

it('refuses to build, render or merge over the part of a shard before reading anything', async () => {
  site.write('part-1/part.json', '{}')
  site.write('part-1/site/index.html', '')
  const options = { ...optionsOf('main'), out: site.at('part-1'), config: site.at('none.js') }
  const refused = `"${options.out}" contains the part of a shard`
  await expect(build(options, signal)).rejects.toThrow(refused)
  await expect(captureOutput(() => render(['/about'], options, signal))).rejects.toThrow(refused)
  await expect(merge([site.at('none')], options, signal)).rejects.toThrow(refused)
})

it('builds over damaged addresses, and where nothing was published', async () => {
  writeFileSync(site.at('output/addresses.json'), 'spoilt')
  expect((await captureOutput(() => build(optionsOf('ouest'), signal))).result).toBe(0)
  await expect(build(optionsOf('main'), signal)).rejects.toThrow(reported('ouest', 'main'))
  rmSync(site.at('output/site'), { recursive: true })
  expect((await captureOutput(() => build(optionsOf('main'), signal))).result).toBe(0)
})
