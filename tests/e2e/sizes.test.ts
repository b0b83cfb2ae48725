import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser, Page, Response } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchBrowser, still } from './browser.ts'
import { emptyPage } from './empty-page.ts'
import { type Site, startSite, visit } from './site.ts'
import { isWhole } from './view-checks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Sizes by address. An address contains a digest of the bytes. */
const known = new Map<string, number>()

async function brotliSize(response: Response): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const size = known.get(response.url()) ?? brotliCompressSync(await response.body(), { params }).length
  known.set(response.url(), size)
  return size
}

describe.each([
  ['preact', 12_000],
  ['react', 66 * 1024],
] as const)('scripts with %s, brotli 11', (engine, wokenBudget) => {
  let site: Site
  beforeAll(async () => {
    site = await startSite(inject('exports')[engine])
  })
  afterAll(() => site.close())

  /** Bytes of all scripts that a page loads until it is idle, before and after `act`. */
  async function scriptBytes(
    path: string,
    hasChosen: boolean,
    act?: (page: Page) => Promise<unknown>,
  ): Promise<number> {
    const { page, context } = await visit(browser, `${site.origin}${emptyPage.path}`, { ...still, hasChosen })
    await page.mouse.move(640, 600) // over the header a pointer loads scripts for its panels
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') sizes.push(brotliSize(response))
    })
    await page.goto(`${site.origin}${path}`)
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.waitForLoadState('networkidle')
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    await context.close()
    return total
  }

  const plain = ['/en', '/en/services', '/en/blog', '/en/company/about-us']
  it.each(isWhole ? plain : engine === 'preact' ? ['/en/company/about-us'] : ['/en'])(
    'stay small on %s, with and without a stored consent',
    async (path) => {
      expect(await scriptBytes(path, true)).toBeLessThanOrEqual(2500)
      expect(await scriptBytes(path, false)).toBeLessThanOrEqual(4000)
    },
  )

  const withForm = ['/en/contact', '/en/careers/join-us/field-fitter-berlin', '/en/login']
  it.each(isWhole ? withForm : engine === 'preact' ? withForm.slice(0, 2) : withForm.slice(0, 1))(
    'stay in the budget on %s, where a form is awake',
    async (path) => {
      const bytes = await scriptBytes(path, true, (page) => page.waitForSelector('[data-awake] form'))
      expect(bytes).toBeLessThanOrEqual(wokenBudget)
    },
  )
})

it.each(isWhole ? ['/', '/en', '/de'] : ['/'])(
  '%s loads the fonts that its head names, and only 3 KB more for names of Polish towns',
  async (path) => {
    const site = await startSite(inject('exports').preact)
    const { page, context } = await visit(browser, 'about:blank', { hasChosen: true })
    const loaded: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'font') loaded.push(new URL(response.url()).pathname)
    })
    await page.goto(`${site.origin}${path}`)
    await page.waitForLoadState('networkidle')
    const preloads = page.locator('link[rel=preload][as=font]')
    const named = await preloads.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(named.length).toBeGreaterThan(0)
    expect(loaded).toEqual(expect.arrayContaining(named))
    expect(loaded.filter((font) => !named.includes(font) && !font.includes('-polish-'))).toEqual([])
    await context.close()
    await site.close()
  },
)
