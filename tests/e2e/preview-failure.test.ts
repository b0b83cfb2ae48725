import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { type FixtureService, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { startTestPreview, type TestPreview } from '#tests/preview/start-test-preview.ts'
import { launchBrowser } from './browser.ts'

let browser: Browser
let service: FixtureService
let preview: TestPreview
let isDown = true

beforeAll(async () => {
  const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, smallSite()]))
  service = await startFixtureService({
    locales,
    intercept(_, response) {
      if (isDown) sendJson(response, 503, { code: '503', message: 'Down' })
      return isDown
    },
  })
  preview = await startTestPreview({ api: service.api })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await preview.close()
  await service.close()
})

it('gives way to what is there when the service is back', async () => {
  const panel = await browser.newPage()
  const alone = await browser.newPage()
  await panel.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  await alone.goto(`${preview.origin}/en/about`)
  for (const page of [panel, alone]) await page.locator('body.failure').waitFor()
  expect(await panel.locator('h1').innerText()).toMatch(/^pageData /)
  isDown = false
  expect(await panel.locator('.identity__title').innerText()).toBe('About')
  await alone.getByText('Text of About.').waitFor()
})
