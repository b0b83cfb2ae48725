import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import settings from '#site.config.ts'
import { isSoak } from '#tests/is-soak.ts'
import { launchBrowser, launchWithProfile, still } from './browser.ts'
import { startVariantSite, type VariantSite } from './variant-site.ts'

let browser: Browser
let site: VariantSite
let context: BrowserContext
let page: Page
let isGone = false

beforeAll(async () => {
  browser = await launchBrowser()
  site = await startVariantSite({ settings: { brand: { ...settings.brand, logo: 'icon' } } })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(async () => {
  isGone = false
  site.intercept = destroyWhenGone
  context = await browser.newContext(still)
  await context.addInitScript(() => {
    if (location.protocol !== 'http:') return
    const none = { necessaryConsent: true, functionalConsent: false, analyticConsent: false, advertisingConsent: false }
    localStorage.setItem('cookiesTypes', JSON.stringify({ ...none, revision: 1, time: new Date().toISOString() }))
  })
  page = await context.newPage()
})
afterEach(() => context.close())

/** Makes the server unreachable. */
const destroyWhenGone: VariantSite['intercept'] = (_, response) => {
  if (isGone) response.destroy()
  return isGone
}

/** Opens a page and waits until the worker controls it. */
async function install(path: string): Promise<void> {
  await page.goto(`${site.origin}${path}`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((claimed) =>
      navigator.serviceWorker.addEventListener('controllerchange', claimed, { once: true }),
    )
  })
}

/** Makes the server unreachable and the browser offline. Online, a page whose scripts are missing would reload. */
async function setNetwork(isThere: boolean): Promise<void> {
  isGone = !isThere
  await context.setOffline(!isThere)
}

const stored = () =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })
const heading = () => page.getByRole('heading', { level: 1 }).textContent()

it('stores the files of the offline page, in the language of the visitor only', async () => {
  await install('/en')
  const paths = await stored()
  expect(paths).toContain('/en/offline.html')
  expect(paths).not.toContain('/offline.html')
  expect(paths.filter((path) => path.startsWith('/assets/')).map((path) => path.replace(/-[A-Z0-9]+\./, '.'))).toEqual(
    expect.arrayContaining(['/assets/site.css', '/assets/main.js', expect.stringMatching(/\.woff2$/)]),
  )
})

const offline = [
  ['/en', '/en/services', 'You are offline', '/en'],
  ['/', '/uslugi', 'Brak połączenia', '/'],
] as const

it.each(isSoak ? offline : offline.slice(0, 1))(
  'shows the offline page of %s instead of %s',
  async (home, path, title, homeHref) => {
    await install(home)
    await setNetwork(false)
    await page.goto(`${site.origin}${path}`)
    expect(await heading()).toBe(title)
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.getByRole('main').getByRole('link').last().getAttribute('href')).toBe(homeHref)
    const isStyled = await page.evaluate(() => getComputedStyle(document.body).display === 'flex')
    expect(isStyled).toBe(true)
    expect(
      await page.locator('header .logo__icon').evaluate((icon: HTMLImageElement) => icon.naturalWidth),
    ).toBeGreaterThan(0)
    await setNetwork(true)
    await page.getByRole('main').getByRole('link').first().click()
    await expect.poll(heading).not.toBe(title)
    expect(new URL(page.url()).pathname).toBe(path)
  },
)

it.runIf(isSoak)(
  'shows the offline page in Firefox too, where a failed preload is a response of the type "error"',
  async () => {
    const worker = await (await fetch(`${site.origin}/sw.js`)).text()
    const asFirefox =
      "Object.defineProperty(FetchEvent.prototype, 'preloadResponse', { get: () => Promise.resolve(Response.error()) })"
    site.intercept = ({ url }, response) => {
      if (isGone) response.destroy()
      else if (url !== '/sw.js') return false
      else response.writeHead(200, { 'content-type': 'text/javascript' }).end(`${asFirefox}\n${worker}`)
      return true
    }
    await install('/en')
    await setNetwork(false)
    await page.goto(`${site.origin}/en/services`)
    expect(await heading()).toBe('You are offline')
  },
)

it.runIf(isSoak)('shows the offline page of a visited language instead of one that was not visited', async () => {
  await install('/en')
  await setNetwork(false)
  await page.goto(`${site.origin}/kontakt`)
  expect(await heading()).toBe('You are offline')
})

it.runIf(isSoak)('stores the offline page of another language with its first page', async () => {
  await install('/en')
  await page.goto(`${site.origin}/kontakt`)
  await expect.poll(stored).toContain('/offline.html')
})

it('shows a page as it was last seen when there is no network', async () => {
  await install('/en')
  await page.goto(`${site.origin}/en/contact`)
  const title = await heading()
  await expect.poll(stored).toContain('/en/contact')
  await setNetwork(false)
  await page.goto(`${site.origin}/en/contact?from=mail`)
  expect(await heading()).toBe(title)
  await page.goto(`${site.origin}/apiary`) // starts like an address of the service
  expect(await heading()).toBe('You are offline')
})

it.runIf(isSoak)('drops the oldest pages to make room for new ones, and keeps the files of offline pages', async () => {
  await install('/en')
  const needed = (await stored()).filter((path) => path !== '/en')
  const many = Array.from({ length: 205 }, (_, number) => `/en/old-${number}`)
  await page.evaluate(async (paths) => {
    const cache = await caches.open((await caches.keys())[0] ?? '')
    for (const path of paths) await cache.put(path, new Response('old'))
  }, many)
  await page.goto(`${site.origin}/en/contact`)
  await expect.poll(async () => (await stored()).filter((path) => !needed.includes(path)).length).toBe(200)
  const paths = await stored()
  expect(paths).toEqual(expect.arrayContaining([...needed, '/en/contact', '/en/old-204']))
  expect(paths).not.toContain('/en/old-0')
})

it('shows the page of a first visit when there is no network', async () => {
  await install('/en/contact')
  const title = await heading()
  await setNetwork(false)
  await page.goto(`${site.origin}/en/contact`)
  expect(await heading()).toBe(title)
})

it.each(isSoak ? ['/en/search?q=fleet', '/en/no-such-page'] : ['/en/search?q=fleet'])(
  'stores nothing after a first visit to %s',
  async (path) => {
    await install(path)
    expect((await stored()).filter((one) => /^\/en\/(search|no-such)/.test(one))).toEqual([])
  },
)

it('requests pages from the network first, and a hashed file only once', async () => {
  await install('/en')
  await page.goto(`${site.origin}/en/contact`)
  await page.locator('main form [type="submit"]:enabled').waitFor() // its script enables it late
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const hashed = fetched.filter((path) => /^\/assets\/.*\.(css|js|woff2)$/.test(path))
  await expect.poll(stored).toEqual(expect.arrayContaining(hashed))
  expect(hashed.join()).toContain('entry-form')
  site.received.length = 0
  await page.goto(`${site.origin}/en/contact`)
  const asked = site.received.map(({ url }) => url)
  expect(asked).toContain('/en/contact')
  expect(asked).not.toContain('/en/offline.html')
  const isAhead = site.received.find(({ url }) => url === '/en/contact')?.headers['service-worker-navigation-preload']
  expect(isAhead, 'fetched while the worker starts').toBe('true')
  expect(asked.filter((url) => /^\/assets\/.*\.(css|js|woff2)$/.test(url))).toEqual([])
  await page.evaluate(() => fetch('/icon.svg', { cache: 'no-store' })) // may change under its name
  expect(site.received.at(-1)?.url).toBe('/icon.svg')
})

it.runIf(isSoak)('leaves a range request to the network, as Safari sends it for a video', async () => {
  await install('/en')
  const asset = (await stored()).find((path) => path.endsWith('.css')) ?? ''
  site.received.length = 0
  await page.evaluate(
    async (url) => void (await fetch(url, { headers: { Range: 'bytes=0-9' }, cache: 'no-store' })),
    asset,
  )
  expect(site.received.map(({ url }) => url)).toEqual([asset])
})

it('stores no content of the service, restricted pages, errors, searches or other files', async () => {
  await install('/en')
  for (const path of [
    '/robots.txt',
    '/en/client-zone/price-list',
    '/en/no-such-page',
    '/en/search?q=fleet',
    '/en/contact',
  ]) {
    await page.goto(`${site.origin}${path}`)
  }
  await page.evaluate(() => Promise.all(['/api/posts?locale=en', '/assets/gone.js'].map((path) => fetch(path))))
  await page.goto(`${site.origin}/api/token/check`).catch(() => undefined) // a 401 without a body may fail to open
  await page.goto(`${site.origin}/en/contact`)
  await expect.poll(stored).toContain('/en/contact')
  const paths = await stored()
  expect(
    paths.filter((path) => /^\/(api|en\/client-zone|en\/no-such|en\/search|robots|assets\/gone)/.test(path)),
  ).toEqual([])
  await setNetwork(false)
  await page.goto(`${site.origin}/en/client-zone/price-list`)
  expect(await heading()).toBe('You are offline')
})

it.each(isSoak ? ['in place of', 'at another address than'] : ['in place of'])(
  'stores no page that a host shows %s a hashed file',
  async (how) => {
    await install('/en')
    site.intercept = ({ url }, response) => {
      if (url !== '/assets/new-ABCDEFGH.js') return false
      if (how === 'in place of') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Home</title>')
      else response.writeHead(302, { location: '/en' }).end()
      return true
    }
    const load = () =>
      page.evaluate(() => fetch('/assets/new-ABCDEFGH.js', { cache: 'no-store' }).then((a) => a.text()))
    expect(await load()).toContain('<title>')
    site.intercept = ({ url }, response) => {
      if (url !== '/assets/new-ABCDEFGH.js') return false
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('script')
      return true
    }
    expect(await load()).toBe('script')
  },
)

it.runIf(isSoak)('keeps the status of an error page', async () => {
  await install('/en')
  const response = await page.goto(`${site.origin}/en/no-such-page`)
  expect(response?.status()).toBe(404)
})

it('replaces an earlier version immediately, drops its cache, and keeps those of other scripts', async () => {
  const worker = await (await fetch(`${site.origin}/sw.js`)).text()
  site.intercept = ({ url }, response) => {
    if (url === '/sw.js')
      response.setHeader('content-type', 'text/javascript').end(worker.replace(/version:"\w+/, '$&b'))
    return url === '/sw.js'
  }
  await install('/en')
  const [earlier = ''] = await page.evaluate(() => caches.keys())
  await page.evaluate(async () => (await caches.open('shop')).put('/en/services', new Response('Of the shop')))
  site.intercept = destroyWhenGone
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect.poll(() => page.evaluate((name) => caches.has(name), earlier)).toBe(false)
  const names = await page.evaluate(() => caches.keys())
  expect(names).toHaveLength(2)
  expect(names).toContain('shop')
  await setNetwork(false)
  await page.goto(`${site.origin}/en/services`)
  expect(await heading()).toBe('You are offline')
})

it.runIf(isSoak)('does not block the site when the browser can no longer open its storage', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'))
  const healthy = await launchWithProfile(folder)
  page = await healthy.newPage()
  await install('/en')
  await healthy.close()
  const storage = join(folder, 'Default', 'Service Worker', 'CacheStorage')
  await rm(storage, { recursive: true })
  await writeFile(storage, 'no folder')
  const ill = await launchWithProfile(folder)
  page = await ill.newPage()
  const response = await page.goto(`${site.origin}/en/contact`)
  expect(response?.fromServiceWorker()).toBe(true)
  expect(await page.evaluate(() => caches.open('any').catch((error: Error) => error.name))).toBe('UnknownError')
  expect(await heading()).toBe('Somebody will answer')
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('flex')
  await ill.close()
  await rm(folder, { recursive: true, force: true })
})
