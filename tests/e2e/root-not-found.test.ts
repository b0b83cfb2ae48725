import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { RunningHost } from '#tests/hosts/host-process.ts'
import { decodedPath, lookUp, startImitation } from '#tests/hosts/imitation.ts'
import { isSoak } from '#tests/is-soak.ts'
import { launchBrowser } from './browser.ts'

const words = {
  pl: { title: 'Nie można znaleźć tej strony', home: '/' },
  en: { title: 'This page could not be found', home: '/en' },
  de: { title: 'Diese Seite konnte nicht gefunden werden', home: '/de' },
}

let browser: Browser
let host: RunningHost
beforeAll(async () => {
  browser = await launchBrowser()
  const site = join(inject('exports').react, 'site')
  // Like GitHub Pages: serves files, and the 404 page of the root. Without headers, the policy in the page applies.
  host = await startImitation(site, ({ path }) => {
    const found = lookUp(site, decodedPath(path))
    return found ? { status: 200, file: found.file } : { status: 404, file: '404.html' }
  })
})
afterAll(async () => {
  await browser?.close()
  await host?.close()
})

describe('on a host with a single 404 page', () => {
  const lost = [
    ['/de/gibt-es-nicht', 'de'],
    ['/english', 'pl'],
    ['/%zz', 'pl'],
    ['/nie-ma', 'pl'],
    ['/en/deep/er', 'en'],
  ] as const
  it.each(isSoak ? lost : lost.slice(0, 3))('%s is answered in the language "%s"', async (path, locale) => {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text())
    })
    await page.goto(`${host.origin}${path}`)
    const { title, home } = words[locale]
    await page.waitForFunction((wanted) => document.querySelector('h1')?.textContent === wanted, title)
    expect(await page.title()).toContain(title)
    expect(await page.locator('h1').evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(locale)
    expect(await page.locator('.error-page .button').getAttribute('href')).toBe(home)
    expect(await page.locator('.error-page [aria-current]').getAttribute('hreflang')).toBe(locale)
    expect(faults).toEqual([])
    await page.close()
  })

  it('no other language is shown first', async () => {
    const page = await browser.newPage()
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      const look = () => {
        const heading = document.querySelector('h1')?.textContent
        if (heading) seen.push(heading)
        requestAnimationFrame(look) // runs before each paint
      }
      requestAnimationFrame(look)
    })
    await page.goto(`${host.origin}/de/gibt-es-nicht`)
    await page.waitForFunction(() => document.readyState === 'complete')
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    expect(new Set(seen)).toEqual(new Set([words.de.title]))
    await page.close()
  })

  it('the page has every language without scripts too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${host.origin}/de/gibt-es-nicht`)
    for (const locale of ['en', 'de'] as const) {
      const item = page.locator(`.error-page li[lang=${locale}]`)
      expect(await item.textContent()).toContain(words[locale].title)
      expect(await item.locator('a').getAttribute('href')).toBe(words[locale].home)
    }
    await context.close()
  })
})
