import type { ServerResponse } from 'node:http'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { launchBrowser, still } from './browser.ts'
import { keepWindow, type LastingWindow } from './lasting-window.ts'
import { type LoopbackServer, startLoopbackServer, startVariantSite, type VariantSite } from './variant-site.ts'

const container = 'GTM-TEST1'
let browser: Browser
let site: VariantSite
let thirdParty: LoopbackServer
let lasting: LastingWindow & { page: Page; context: BrowserContext }
let context: BrowserContext
/** The page of the window while no test has visited it yet. */
let unused: Page | undefined
let complaints: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  thirdParty = await startLoopbackServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
    response.end('window.tagsRan = true; document.cookie = "_ga=1"; document.cookie = "_gcl_au=1"')
  })
  const { origin } = thirdParty
  site = await startVariantSite({
    settings: { tagManagerId: container, tagManagerOrigin: origin },
    thirdParties: [origin],
    locales: ['en'],
  })
  await openLasting()
})
afterAll(async () => {
  await browser.close()
  await thirdParty.close()
  await site.close()
})
beforeEach(async () => {
  complaints = []
  site.received.length = 0
  thirdParty.received.length = 0
  site.intercept = undefined
  context = lasting.context
  unused = lasting.page
})
afterEach(async ({ task }) => {
  const heard = [...complaints]
  if (context !== lasting.context) await context.close()
  else if (task.result?.state !== 'fail') await lasting.leave()
  else {
    await context.close() // a test that timed out is still running
    await openLasting()
  }
  expect(heard).toEqual([])
})

async function openLasting(): Promise<void> {
  await openContext(undefined, still)
  const page = await context.newPage()
  lasting = { page, context, ...(await keepWindow({ page, context }, site.origin)) }
}

async function openContext(init?: () => void, options: BrowserContextOptions = {}): Promise<void> {
  unused = undefined
  context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 }, ...options })
  if (init) await context.addInitScript(init)
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
}

async function openTab(): Promise<Page> {
  const page = unused ?? (await context.newPage())
  unused = undefined
  return page
}

async function visit(path: string): Promise<Page> {
  const page = await openTab()
  await page.goto(`${site.origin}${path}`)
  return page
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Cookies on this site' })
const recordOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cookiesTypes') ?? 'null') as Record<string, unknown> | null)
const unsentOf = (page: Page) => page.evaluate(() => localStorage.getItem('cookiesTypesUnsent'))
const layerOf = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: unknown[] }).dataLayer ?? []).map((entry) =>
      Object.prototype.toString.call(entry) === '[object Arguments]' ? Array.from(entry as ArrayLike<unknown>) : entry,
    ),
  )
const sent = () =>
  site.received
    .filter(({ url }) => url.startsWith('/api/cookie_consents'))
    .map(({ method, url, body }) => ({ method, url, body: JSON.parse(body) }))
const isSent = (page: Page) => expect.poll(() => unsentOf(page)).toBeNull()

const signals = (advertising: boolean, analytic: boolean, functional: boolean) => {
  const word = (isGranted: boolean) => (isGranted ? 'granted' : 'denied')
  return {
    ad_storage: word(advertising),
    ad_user_data: word(advertising),
    ad_personalization: word(advertising),
    analytics_storage: word(analytic),
    functionality_storage: word(functional),
    personalization_storage: word(functional),
    security_storage: 'granted',
  }
}

describe('the first visit', () => {
  const visited = [
    ['/en', 'home'],
    ['/en/contact', 'form'],
    ['/en/search?q=fleet', 'search'],
    ['/en/client-zone/price-list', 'restricted'],
    ['/en/company/about-us', 'map and gallery'],
    ['/en/services/theft-protection', 'service'],
    ['/en/blog', 'list'],
    ['/en/login', 'login'],
    ['/en/privacy-and-cookies-policy', 'privacy'],
  ] as const
  it.each(isSoak ? visited : visited.slice(0, 5))(
    'asks for consent on %s (%s) and contacts no third party',
    async (path) => {
      const page = await openTab()
      const origins = new Set<string>()
      const note = (request: Request) => origins.add(new URL(request.url()).origin)
      page.on('request', note)
      const response = await page.goto(`${site.origin}${path}`)
      expect(response?.status()).toBe(200)
      await dialogOf(page).waitFor()
      await page.waitForLoadState('networkidle')
      page.off('request', note)
      expect([...origins]).toEqual([site.origin])
      expect(thirdParty.received).toEqual([])
      expect(sent()).toEqual([])
      expect(await recordOf(page)).toBeNull()
      expect(await layerOf(page)).toEqual([
        ['consent', 'default', { ...signals(false, false, false), wait_for_update: 500 }],
      ])
      complaints = complaints.filter((text) => !text.includes('status of 40')) // the unknown page of a restricted area
    },
  )

  it('stores nothing on Escape and asks again on the next page', async () => {
    const page = await visit('/en')
    await dialogOf(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialogOf(page).isVisible()).toBe(false)
    expect(await recordOf(page)).toBeNull()
    await page.goto(`${site.origin}/en/contact`)
    await dialogOf(page).waitFor()
  })

  it.each(isSoak ? ['before it opens', 'later'] : ['before it opens'])(
    'leaves the page usable when a blocker hides the dialog, %s',
    async (when) => {
      const hide = () => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync('.consent { display: none !important }')
        document.adoptedStyleSheets = [sheet]
        addEventListener('close', () => Object.assign(window, { isClosed: true }), true)
      }
      await openContext(when === 'later' ? undefined : hide)
      const page = await visit('/en')
      if (when === 'later') {
        await dialogOf(page).waitFor()
        await page.evaluate(hide)
      }
      await expect.poll(() => page.evaluate(() => 'isClosed' in window)).toBe(true)
      await page.getByRole('navigation').getByRole('link', { name: 'Blog' }).first().click()
      await page.waitForURL('**/en/blog')
      expect(await recordOf(page)).toBeNull()
    },
  )

  it('gives the accept and reject buttons equal weight', async () => {
    const page = await visit('/en')
    await dialogOf(page).waitFor()
    const looks = await Promise.all(
      ['Accept all', 'Reject all'].map((name) =>
        page
          .getByRole('button', { name })
          .first()
          .evaluate((button) => {
            const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(button)
            const { width, height } = button.getBoundingClientRect()
            return { backgroundColor, color, fontSize, fontWeight, borderColor, width, height }
          }),
      ),
    )
    expect(looks[0]).toEqual(looks[1])
  })

  it('works with only the keyboard', async () => {
    const page = await visit('/en')
    await dialogOf(page).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    expect(await focused()).toBe('Cookies on this site')
    const seen: string[] = []
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab')
      seen.push(await focused())
    }
    expect(seen).toContain('Reject all')
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
      ),
    ).toBe(true)
    await page.getByRole('button', { name: 'Customise' }).press('Enter')
    await page.getByRole('button', { name: 'Back', exact: true }).press('Enter')
    expect(await focused()).toBe('Customise')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('consent-functional')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Save my choice' }).press('Enter')
    await isSent(page)
    expect(await recordOf(page)).toMatchObject({ functionalConsent: false, analyticConsent: true })
  })
})

describe('a choice', () => {
  it('is stored, reported to the data layer and sent with POST before the tags run', async () => {
    const page = await visit('/en/contact')
    await page.getByRole('button', { name: 'Accept all' }).first().click()
    await expect.poll(() => thirdParty.received.map(({ url }) => url)).toEqual([`/gtm.js?id=${container}`])
    await isSent(page)
    const body = {
      referral: `${site.origin}/en/contact`,
      necessaryConsent: true,
      functionalConsent: true,
      analyticConsent: true,
      advertisingConsent: true,
    }
    expect(sent()).toEqual([{ method: 'POST', url: '/api/cookie_consents', body }])
    expect(await recordOf(page)).toEqual({
      id: expect.any(String),
      ...body,
      revision: 1,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await layerOf(page)).toEqual([
      ['consent', 'default', { ...signals(false, false, false), wait_for_update: 500 }],
      ['consent', 'update', signals(true, true, true)],
      { 'gtm.start': expect.any(Number), event: 'gtm.js' },
    ])

    await page.goto(`${site.origin}/en`)
    await expect.poll(() => thirdParty.received.length).toBe(2)
    expect(await dialogOf(page).isVisible()).toBe(false)
    expect((await layerOf(page)).map((entry) => (Array.isArray(entry) ? entry[1] : 'gtm.js'))).toEqual([
      'default',
      'update',
      'gtm.js',
    ])
    expect(sent()).toHaveLength(1)
  })

  it('that refuses everything loads no tags', async () => {
    const page = await visit('/en')
    await page.getByRole('button', { name: 'Reject all' }).first().click()
    await isSent(page)
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(thirdParty.received).toEqual([])
    expect((await layerOf(page)).at(-1)).toEqual(['consent', 'update', signals(false, false, false)])
  })

  it('maps each category to its signals', async () => {
    const page = await visit('/en')
    await page.getByRole('button', { name: 'Customise' }).click()
    await page.getByLabel('Performance').uncheck()
    await page.getByLabel('Advertising').uncheck()
    await page.getByRole('button', { name: 'Save my choice' }).click()
    await isSent(page)
    expect((await layerOf(page))[1]).toEqual(['consent', 'update', signals(false, false, true)])
    expect(await page.getByLabel('Necessary').isDisabled()).toBe(true)
  })

  it('loads nothing from a third party on login and restricted pages', async () => {
    const page = await visit('/en')
    await page.getByRole('button', { name: 'Accept all' }).first().click()
    await expect.poll(() => thirdParty.received.length).toBe(1)
    for (const path of ['/en/login', '/en/client-zone/price-list']) {
      await page.goto(`${site.origin}${path}`)
      await page.waitForLoadState('networkidle')
    }
    expect(thirdParty.received).toHaveLength(1)
    complaints = complaints.filter((text) => !text.includes('status of 40'))
  })

  it('reaches other tabs and closes their dialogs', async () => {
    const [first, second] = [await visit('/en'), await visit('/en/contact')]
    await dialogOf(second).waitFor()
    await first.bringToFront()
    await first.getByRole('button', { name: 'Accept all' }).first().click()
    await expect.poll(async () => (await layerOf(second))[1]).toEqual(['consent', 'update', signals(true, true, true)])
    await expect.poll(() => dialogOf(second).isVisible()).toBe(false)
    await expect.poll(() => thirdParty.received.length).toBe(2)
    await isSent(first)
    expect(sent()).toHaveLength(1)
  })
})

describe('a change', () => {
  it('is made from the footer, sent with PUT, clears the cookies of tags and reloads the page', async () => {
    const page = await visit('/en')
    await page.getByRole('button', { name: 'Accept all' }).first().click()
    await expect.poll(async () => (await context.cookies()).length).toBe(2)
    await isSent(page)
    const id = (await recordOf(page))?.id
    const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' })
    await opener.click()
    await dialogOf(page).waitFor()
    expect(await page.getByLabel('Advertising').isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => opener.evaluate((button) => document.activeElement === button)).toBe(true)
    await opener.click()
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reject all' }).last().click()
    await loaded
    expect(await context.cookies()).toEqual([])
    await isSent(page)
    // The page reloads after a second without an answer, and then sends the choice again.
    const reported = new Set(sent().map(({ method, url }) => `${method} ${url}`))
    expect([...reported]).toEqual(['POST /api/cookie_consents', `PUT /api/cookie_consents/${id}`])
    expect(thirdParty.received).toHaveLength(1)
    expect((await layerOf(page)).at(-1)).toEqual(['consent', 'update', signals(false, false, false)])
  })

  it.runIf(isSoak)('clears the cookies of the refused tags on parent domains too', async () => {
    await openContext()
    const page = await openTab()
    await page.goto(`${site.origin.replace('127.0.0.1', 'www.trasanova.localhost')}/en`)
    await page.getByRole('button', { name: 'Accept all' }).first().click()
    await isSent(page)
    const cookies = ['_ga', '_gac_UA', 'cart'].map((name) => ({ name, value: '1' }))
    await context.addCookies(cookies.map((one) => ({ ...one, domain: '.trasanova.localhost', path: '/' })))
    const refuse = async (category: string): Promise<void> => {
      const loaded = page.waitForEvent('load')
      await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
      await dialogOf(page).waitFor() // which sets the switches
      await page.getByLabel(category).uncheck()
      await page.getByRole('button', { name: 'Save my choice' }).click()
      await loaded
    }
    const left = async () =>
      (await context.cookies(page.url())).flatMap(({ name, domain }) => (domain[0] === '.' ? name : []))
    await refuse('Performance')
    expect(await left()).toEqual(['_gac_UA', 'cart'])
    await refuse('Advertising')
    expect(await left()).toEqual(['cart'])
  })

  it('made while an earlier one is being sent is sent afterwards, under the id of that one', async () => {
    let answer = (): void => {}
    site.intercept = ({ method, url }, response) => {
      if (!url.startsWith('/api/cookie_consents')) return false
      const give = (): void =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"first"}')
      if (method === 'POST') answer = give
      else give()
      return true
    }
    const page = await visit('/en')
    await page.getByRole('button', { name: 'Reject all' }).first().click()
    await expect.poll(() => sent().length).toBe(1)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
    await dialogOf(page).waitFor() // which sets the switches
    await page.getByLabel('Performance').check()
    await page.getByRole('button', { name: 'Save my choice' }).click()
    await expect.poll(async () => (await recordOf(page))?.analyticConsent).toBe(true)
    answer()
    await isSent(page)
    expect((await recordOf(page))?.id).toBe('first')
    expect(sent().map(({ method, url, body }) => `${method} ${url} ${body.analyticConsent}`)).toEqual([
      'POST /api/cookie_consents false',
      'PUT /api/cookie_consents/first true',
    ])
  })

  it('is sent with the accepted formats, the locale and the token of the visitor', async () => {
    const page = await visit('/en')
    await page.evaluate(() => localStorage.setItem('shop-token', 'demo-token'))
    await page.getByRole('button', { name: 'Reject all' }).first().click()
    await isSent(page)
    const [call] = site.received.filter(({ url }) => url.startsWith('/api/cookie_consents'))
    expect(call?.headers).toMatchObject({
      accept: 'application/ld+json, application/json;q=0.9',
      'accept-locale': 'en',
      authorization: 'Bearer demo-token',
    })
  })

  it('can be made on the privacy page', async () => {
    const page = await visit('/en/privacy-and-cookies-policy')
    await page.getByRole('button', { name: 'Reject all' }).first().click()
    await page.getByRole('button', { name: 'Open cookie settings' }).click()
    await dialogOf(page).waitFor()
    expect(await page.getByLabel('Functional').isChecked()).toBe(false)
  })

  const scriptFailures: [does: string, answer: (response: ServerResponse) => void][] = [
    ['is gone or failed to load', (response) => response.writeHead(404).end()],
    ['never arrives', () => {}],
  ]
  it.each(isSoak ? scriptFailures : scriptFailures.slice(0, 1))(
    'reloads the page when the script of the dialog %s',
    async (_, answer) => {
      await openContext() // the shared window may have cached the script
      const page = await visit('/icon.svg')
      await page.evaluate(() => {
        const none = { functionalConsent: false, analyticConsent: false, advertisingConsent: false }
        const record = { necessaryConsent: true, ...none, revision: 1, time: new Date().toISOString() }
        localStorage.setItem('cookiesTypes', JSON.stringify(record))
      })
      await page.goto(`${site.origin}/en/privacy-and-cookies-policy`)
      site.intercept = ({ url }, response) => {
        if (!url.startsWith('/assets/consent-dialog-')) return false
        answer(response)
        return true
      }
      const button = page.getByRole('button', { name: 'Open cookie settings' })
      await Promise.all([page.waitForEvent('load'), button.click()])
      site.intercept = undefined
      await button.click()
      await dialogOf(page).waitFor()
      complaints = complaints.filter((text) => !text.includes('404'))
    },
  )

  it.runIf(isSoak)('of a record that the service has lost becomes a new record', async () => {
    const page = await visit('/en')
    await page.evaluate(() => {
      const record = {
        id: 'lost',
        referral: location.href,
        necessaryConsent: true,
        functionalConsent: false,
        analyticConsent: false,
        advertisingConsent: false,
        revision: 1,
        time: new Date().toISOString(),
      }
      localStorage.setItem('cookiesTypes', JSON.stringify(record))
    })
    await page.reload()
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
    await page.getByRole('button', { name: 'Save my choice' }).click()
    await isSent(page)
    expect(sent().map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /api/cookie_consents/lost',
      'POST /api/cookie_consents',
    ])
    expect((await recordOf(page))?.id).not.toBe('lost')
    complaints = complaints.filter((text) => !text.includes('404'))
  })
})

describe('a failed request', () => {
  const failures = [
    ['500', { status: 500, body: '{}' }],
    ['a page instead of the answer', { status: 200, body: '<!doctype html><title>Welcome</title>' }],
    ['an error inside 200', { status: 200, body: '{"code":"503"}' }],
    ['an answer without id', { status: 201, body: '{}' }],
    ['no words', { status: 204, body: '' }],
  ] as const
  it.each(isSoak ? failures : failures.slice(0, 2))(
    '(%s) is logged; the choice holds and is sent again on the next page, under the same key',
    async (_, answer) => {
      const warnings: string[] = []
      context.on('console', (message) => {
        if (message.text().includes('choice of cookies')) warnings.push(message.text())
      })
      site.intercept = ({ url }, response) => {
        if (!url.startsWith('/api/cookie_consents')) return false
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
        return true
      }
      const page = await visit('/en')
      await page.getByRole('button', { name: 'Accept all' }).first().click()
      await expect.poll(() => warnings.length).toBe(1)
      expect(await recordOf(page)).toMatchObject({ advertisingConsent: true })
      site.intercept = undefined
      await page.goto(`${site.origin}/en/contact`)
      await isSent(page)
      expect(await dialogOf(page).isVisible()).toBe(false)
      const keys = site.received
        .filter(({ url }) => url.startsWith('/api/cookie'))
        .map(({ headers }) => headers['idempotency-key'])
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
      expect((await recordOf(page))?.id).toEqual(expect.any(String))
      complaints = complaints.filter((text) => !text.includes('500'))
    },
  )

  it.runIf(isSoak)('that revokes a consent, and cannot be stored, leaves no record that grants it', async () => {
    const page = await visit('/icon.svg')
    await page.evaluate(() => {
      const all = { necessaryConsent: true, functionalConsent: true, analyticConsent: true, advertisingConsent: true }
      const record = { ...all, revision: 1, time: new Date().toISOString() }
      localStorage.setItem('cookiesTypes', JSON.stringify(record))
      for (let size = 2 ** 20; size >= 1; ) {
        try {
          localStorage.setItem(`filler-${size}-${Math.random()}`, 'x'.repeat(size))
        } catch {
          size /= 2
        }
      }
    })
    await page.goto(`${site.origin}/en`)
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await Promise.all([
      page.waitForEvent('load'), // the page reloads
      page.getByRole('button', { name: 'Reject all' }).click(),
    ])
    thirdParty.received.length = 0
    await page.goto(`${site.origin}/en/contact`)
    await dialogOf(page).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await recordOf(page)).toBeNull()
    expect(thirdParty.received).toEqual([])
  })

  it('of an offline visitor is repeated when the visitor is back online', async () => {
    const page = await visit('/en')
    await dialogOf(page).waitFor()
    await context.setOffline(true)
    await Promise.all([
      page.waitForEvent('requestfailed'), // the attempt to send it
      page.getByRole('button', { name: 'Reject all' }).first().click(),
    ])
    await expect.poll(() => dialogOf(page).isVisible()).toBe(false)
    await context.setOffline(false)
    await page.goto(`${site.origin}/en/contact`)
    await isSent(page)
    expect(sent().map(({ method }) => method)).toEqual(['POST'])
    complaints = complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))
  })
})

describe('the dialog asks again', () => {
  const stored = { necessaryConsent: true, functionalConsent: true, analyticConsent: true, advertisingConsent: true }
  const outdated = [
    ['after another revision', { ...stored, revision: 0, time: new Date().toISOString() }],
    ['after a year', { ...stored, revision: 1, time: new Date(Date.now() - 366 * 86_400_000).toISOString() }],
    ['for a broken record', 'x'],
    ['for a foreign record', { marketing: true }],
  ] as const
  it.each(isSoak ? outdated : outdated.slice(0, 3))('%s, and no tag runs until then', async (_, record) => {
    const page = await visit('/en/404.html')
    await page.evaluate((value) => localStorage.setItem('cookiesTypes', JSON.stringify(value)), record)
    await page.goto(`${site.origin}/en`)
    await dialogOf(page).waitFor()
    await page.waitForLoadState('networkidle')
    expect(thirdParty.received).toEqual([])
    expect((await layerOf(page)).map((entry) => (entry as unknown[])[1])).toEqual(['default'])
  })

  it.each([
    ['go when it is refused', 'Reject all', []],
    ['stay when it is granted again', 'Accept all', ['_ga', '_gcl_au']],
  ])('and cookies that tags set under the old choice %s', async (_, button, left) => {
    const page = await visit('/en/404.html')
    const record = { ...stored, revision: 0, time: new Date().toISOString() }
    await page.evaluate((value) => localStorage.setItem('cookiesTypes', JSON.stringify(value)), record)
    await context.addCookies(['_ga', '_gcl_au'].map((name) => ({ name, value: '1', url: site.origin })))
    await page.goto(`${site.origin}/en`)
    await page.getByRole('button', { name: button }).first().click()
    await isSent(page)
    const names = async () => (await context.cookies()).map(({ name }) => name).sort()
    await expect.poll(names).toEqual(left)
  })

  it('but not for a record of the fields alone, as an earlier site stored it', async () => {
    const page = await visit('/en/404.html')
    await page.evaluate((value) => localStorage.setItem('cookiesTypes', JSON.stringify(value)), { id: 9, ...stored })
    await page.goto(`${site.origin}/en`)
    await page.waitForLoadState('networkidle')
    expect(await dialogOf(page).isVisible()).toBe(false)
    expect((await layerOf(page))[1]).toEqual(['consent', 'update', signals(true, true, true)])
  })
})

describe('under Global Privacy Control', () => {
  const withSignal = () => openContext(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))

  it('advertising starts off, a note says so, and accepting all leaves it off', async () => {
    await withSignal()
    const page = await visit('/en')
    await page.getByText('Global Privacy Control').first().waitFor()
    await page.getByRole('button', { name: 'Customise' }).click()
    expect(await page.getByLabel('Advertising').isChecked()).toBe(false)
    expect(await page.getByLabel('Performance').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Accept all' }).last().click()
    await isSent(page)
    expect(await recordOf(page)).toMatchObject({ analyticConsent: true, advertisingConsent: false })
    expect((await layerOf(page))[1]).toEqual(['consent', 'update', signals(false, true, true)])
  })

  it.runIf(isSoak)('advertising that the visitor turns on is granted', async () => {
    await withSignal()
    const page = await visit('/en')
    await page.getByRole('button', { name: 'Customise' }).click()
    await page.getByLabel('Advertising').check()
    await page.getByRole('button', { name: 'Save my choice' }).click()
    await isSent(page)
    expect((await layerOf(page))[1]).toEqual(['consent', 'update', signals(true, true, true)])
  })

  it.runIf(isSoak)('a consent from before the signal does not count, and its cookies are cleared', async () => {
    await withSignal()
    const page = await visit('/en/404.html')
    await page.evaluate(() => {
      const all = { necessaryConsent: true, functionalConsent: true, analyticConsent: true, advertisingConsent: true }
      localStorage.setItem('cookiesTypes', JSON.stringify({ ...all, revision: 1, time: new Date().toISOString() }))
    })
    // The tag that runs here sets `_gcl_au` again, whatever the consent.
    await context.addCookies([{ name: '_gac_UA', value: '1', url: site.origin }])
    await page.goto(`${site.origin}/en`)
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('_gac_UA')
    expect((await layerOf(page))[1]).toEqual(['consent', 'update', signals(false, true, true)])
  })

  it.runIf(isSoak)('nothing is said of the signal without it', async () => {
    const page = await visit('/en')
    await dialogOf(page).waitFor()
    expect(await page.getByText('Global Privacy Control').first().isVisible()).toBe(false)
  })
})
