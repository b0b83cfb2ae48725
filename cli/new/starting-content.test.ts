import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { openClient } from '#content/client/client.ts'
import { crawl } from '#content/crawl/crawl.ts'
import { Findings } from '#content/finding.ts'
import { startDemoService } from '#demo/start-demo-service.ts'
import { planRoutes } from '#renderer/plan/plan-routes.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { startingContent } from './starting-content.ts'

const family = { id: 'main', origin: 'https://www.heron.example', defaultLocale: 'de', locales: ['de', 'en', 'sv'] }
const settings = testSettings({ families: [family] })

/** Returns what a build reads from the starting content of a site in three locales. */
async function read(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'site-starting-'))
  for (const [path, text] of family.locales.flatMap((one) => Object.entries(startingContent(name, one, 'de')))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const files = { contentFolder: join(folder, 'content'), mediaFolder: join(folder, 'media') }
  const { api, close } = await startDemoService({ database: ':memory:', ...files })
  const client = openClient({ api, concurrency: 8, limits: settings.limits, retryDelayMs: 1 })
  const findings = new Findings()
  try {
    const contents = await crawl({ client, locales: family.locales, findings })
    return { contents, routes: planRoutes({ contents, settings, findings }), findings }
  } finally {
    await client.close()
    await close()
    rmSync(folder, { recursive: true })
  }
}

it('is a site of two pages per locale, which builds without warnings', async () => {
  const { contents, routes, findings } = await read('Heron: "quoted" & <b>')
  expect([...findings.errors, ...findings.warnings]).toEqual([])
  const addresses = ['/', '/about', '/en', '/en/about', '/sv', '/sv/about']
  expect(routes.flatMap(({ path, source }) => (source.kind === 'document' ? [path] : [])).sort()).toEqual(addresses)
  for (const [locale, { menus, documents }] of contents) {
    expect(menus).toMatchObject([{ url: locale === 'de' ? '/about' : `/${locale}/about`, group: 'main' }])
    const [home, about] = ['1', '2'].map((id) => documents.pages.get(id))
    expect(home).toMatchObject({ layout: 'home', seoTitle: 'Heron: "quoted" & <b>' })
    expect(home?.blocks[0]).toMatchObject({
      type: 'banner',
      cta: { url: locale === 'de' ? '/about' : `/${locale}/about` },
    })
    expect(JSON.stringify(home?.blocks)).toContain(`content/${locale}/pages/home.yaml`)
    expect(about?.blocks[0]).toMatchObject({ type: 'text', headline: 'Heron: "quoted" & <b>' })
  }
})

it.each([
  ['pl', 'Witamy', 'O nas'],
  ['pt-BR', 'Welcome', 'About us'],
  ['de-AT', 'Willkommen', 'Über uns'],
])('is in the language of "%s", or in English', (locale, welcome, about) => {
  const files = startingContent('Heron', locale, 'en')
  expect(files[`content/${locale}/pages/home.yaml`]).toContain(`title: "${welcome}"`)
  expect(files[`content/${locale}/pages/about.yaml`]).toContain(`title: "${about}"`)
})
