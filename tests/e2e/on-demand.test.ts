import type { ServerResponse } from 'node:http'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { launchBrowser, still } from './browser.ts'
import { keepWindow, type LastingWindow } from './lasting-window.ts'
import { type LoopbackServer, startLoopbackServer, startVariantSite, type VariantSite } from './variant-site.ts'

/** The part of reCAPTCHA that forms use. Like the real one, it gives no token until some time after loading. */
const recaptcha = `let isReady = false
window.grecaptcha = {
  ready: (then) => setTimeout(() => { isReady = true; then() }, 50),
  execute: async (key, { action }) => isReady ? key + ":" + action : Promise.reject(new Error("not ready")),
}`

let browser: Browser
let site: VariantSite
let thirdParty: LoopbackServer
let context: BrowserContext
let page: Page
let lasting: LastingWindow
let complaints: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  thirdParty = await startLoopbackServer(({ url }, response) => {
    const isScript = url.startsWith('/recaptcha/')
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? recaptcha : '<title>A map</title>')
  })
  const { origin } = thirdParty
  site = await startVariantSite({
    settings: { recaptchaSiteKey: 'key', recaptchaOrigin: origin, mapEmbed: `${origin}/embed` },
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
  thirdParty.received.length = 0
  thirdParty.intercept = undefined
  site.intercept = undefined
})
afterEach(async ({ task }) => {
  const heard = [...complaints]
  if (task.result?.state !== 'fail') await lasting.leave()
  else {
    await context.close() // a test that timed out is still running
    await openLasting()
  }
  expect(heard).toEqual([])
})

async function openLasting(): Promise<void> {
  context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 }, ...still })
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page = await context.newPage()
  lasting = await keepWindow({ page, context }, site.origin)
}

async function open(path: string, choice: 'Accept all' | 'Reject all'): Promise<void> {
  await page.goto(`${site.origin}${path}`)
  await page.getByRole('button', { name: choice }).first().click()
}

describe('the viewer of a gallery', () => {
  const viewer = () => page.getByRole('dialog', { name: 'Picture viewer' })
  const first = () => page.locator('[data-gallery] a').first()
  const file = (shown: Locator) => shown.evaluate((img: HTMLImageElement) => img.decode().then(() => img.currentSrc))
  const shown = () => file(viewer().locator('img'))
  const position = () => viewer().locator('[data-position]').textContent()

  beforeEach(() => open('/en/company/about-us', 'Reject all'))

  it('opens at the picture, cycles with the arrow keys, and returns the focus on Escape', async () => {
    await first().focus()
    await page.keyboard.press('Enter')
    await viewer().waitFor()
    expect(await position()).toMatch(/^1 \/ \d+$/)
    const opened = await shown()
    expect(opened).toContain((await first().getAttribute('href')) ?? '?')
    await page.keyboard.press('ArrowRight')
    expect(await position()).toMatch(/^2 \//)
    expect(await shown()).not.toBe(opened)
    const second = await page.locator('[data-gallery] img').nth(1).getAttribute('alt')
    expect(await viewer().locator('[aria-live]').getByRole('img').getAttribute('alt')).toBe(second)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    expect(await position()).toMatch(/^(\d+) \/ \1$/)
    await page.keyboard.press('Home')
    expect(await position()).toMatch(/^1 \//)
    await page.keyboard.press('End')
    expect(await position()).toMatch(/^(\d+) \/ \1$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => viewer().isVisible()).toBe(false)
    expect(await first().evaluate((link) => link === document.activeElement)).toBe(true)
  })

  it.runIf(isSoak)('cycles the other way by arrow keys when text runs from right to left', async () => {
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await first().press('Enter')
    await viewer().waitFor()
    await page.keyboard.press('ArrowLeft')
    expect(await position()).toMatch(/^2 \//)
    await page.keyboard.press('ArrowRight')
    expect(await position()).toMatch(/^1 \//)
  })

  it('shows the next picture after a swipe to the side, and none after a swipe down or with two fingers', async () => {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.reload() // a page learns only when it is loaded whether there is a touchscreen
    const swipe = async (from: [x: number, y: number][], by: [x: number, y: number]) => {
      const points = (share: number) => from.map(([x, y], id) => ({ x: x + by[0] * share, y: y + by[1] * share, id }))
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) })
      for (const share of [0.3, 0.6, 1])
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(share) })
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await first().press('Enter')
    await viewer().waitFor()
    await swipe([[800, 400]], [-200, 30])
    expect(await position()).toMatch(/^2 \//)
    await swipe([[800, 400]], [60, 200])
    await swipe(
      [
        [500, 400],
        [800, 400],
      ],
      [-200, 0],
    )
    expect(await position()).toMatch(/^2 \//)
    await swipe([[400, 400]], [200, -30])
    expect(await position()).toMatch(/^1 \//)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await session.detach()
  })

  it('works with its buttons and shows captions', async () => {
    await first().click()
    await viewer().getByRole('button', { name: 'Next picture' }).click()
    await viewer().getByRole('button', { name: 'Previous picture' }).click()
    expect(await position()).toMatch(/^1 \//)
    const caption = await page.locator('[data-gallery] figcaption').first().textContent()
    expect(await viewer().locator('figcaption').textContent()).toBe(caption)
    await viewer().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => viewer().isVisible()).toBe(false)
  })

  it('closes on Back, which goes to the previous page after the viewer was closed, however that was', async () => {
    await page.goto(`${site.origin}/en/contact`)
    await page.goto(`${site.origin}/en/company/about-us`)
    const address = page.url()
    await first().click()
    await viewer().waitFor()
    await page.goBack()
    await expect.poll(() => viewer().isVisible()).toBe(false)
    expect(page.url()).toBe(address)
    expect(await first().evaluate((link) => link === document.activeElement)).toBe(true)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => viewer().getByRole('button', { name: 'Close' }).click(),
    ]) {
      await first().click()
      await viewer().waitFor()
      await close()
      await expect.poll(() => viewer().isVisible()).toBe(false)
      await expect.poll(() => page.evaluate(() => history.state?.isViewing)).toBeUndefined()
    }
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/en/contact')
  })

  it('closed by a reload, leaves no history entry where Back would stop, and keeps the scroll position', async () => {
    await page.goto(`${site.origin}/en/contact`)
    await page.goto(`${site.origin}/en/company/about-us`)
    await first().click()
    await viewer().waitFor()
    const before = await page.evaluate(() => scrollY)
    await page.reload()
    await expect.poll(() => page.evaluate(() => history.state?.isViewing)).toBeUndefined()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/en/contact')
  })

  it.runIf(isSoak)('opened again after a reload, leaves no history entry where Back would stop', async () => {
    await page.goto(`${site.origin}/en/contact`)
    await page.goto(`${site.origin}/en/company/about-us`)
    await first().click()
    await viewer().waitFor()
    await page.reload()
    await expect.poll(() => page.evaluate(() => history.state?.isViewing)).toBeUndefined()
    await first().click()
    await viewer().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => history.state?.isViewing)).toBeUndefined()
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/en/contact')
  })

  it.each(isSoak ? (['Control', 'Shift'] as const) : (['Control'] as const))(
    'leaves a click with %s to the browser',
    async (modifier) => {
      site.intercept = ({ url }, response) => {
        if (url !== '/favicon.ico') return false // the browser requests it beside a bare picture
        response.writeHead(204).end()
        return true
      }
      const [opened] = await Promise.all([context.waitForEvent('page'), first().click({ modifiers: [modifier] })])
      await opened.close()
      expect(await viewer().isVisible()).toBe(false)
      // Chromium lays out a bare picture with inline styles, which the policy of the site refuses.
      complaints = complaints.filter((text) => !text.startsWith('Applying inline style violates'))
    },
  )
})

describe('a map', () => {
  it('loads only after a click, at the chosen place', async () => {
    await open('/en/company/about-us', 'Accept all')
    await page.waitForLoadState('networkidle')
    expect(thirdParty.received).toEqual([])
    await page.getByRole('button', { name: 'Show the map here: Warsaw' }).click()
    await expect.poll(() => thirdParty.received.map(({ url }) => url)).toHaveLength(1)
    expect(thirdParty.received[0]?.url).toMatch(/^\/embed\?bbox=.*&layer=mapnik&marker=52.2297%2C21.0122$/)
    expect(await page.locator('iframe').getAttribute('title')).toBe('Warsaw')
    const pressed = page.getByRole('button', { name: /^Show the map here/, pressed: true })
    expect(await pressed.getAttribute('aria-label')).toBe('Show the map here: Warsaw')
    await page.getByRole('button', { name: 'Show the map here: Berlin' }).click()
    await expect.poll(() => page.locator('iframe').getAttribute('title')).toBe('Berlin')
    expect(await page.locator('iframe').count()).toBe(1)
    expect(await pressed.getAttribute('aria-label')).toBe('Show the map here: Berlin')
  })
})

const failures: [does: string, answer: (response: ServerResponse) => void][] = [
  ['fails to load', (response) => response.writeHead(503).end()],
  ['never arrives', () => {}],
]

describe.each(isSoak ? failures : failures.slice(0, 1))('a click whose script %s', (_, answer) => {
  beforeEach(async () => {
    site.intercept = ({ url }, response) => {
      if (!url.startsWith('/assets/on-demand-')) return false
      answer(response)
      return true
    }
    await context.close() // this window may have cached the script
    await openLasting()
    await open('/en/company/about-us', 'Reject all')
  })
  afterEach(() => {
    // A bare picture has no transition, and inline styles that the policy of the site refuses.
    complaints = complaints.filter((text) => !/503|inline style|ViewTransition/.test(text))
  })
  const picture = () => page.locator('[data-gallery] a').first()

  it('opens the picture, or the place on the map to which the link beside the button points', async () => {
    const address = await picture().getAttribute('href')
    await picture().click()
    await page.waitForURL(({ pathname }) => pathname === address)
    await page.goBack()
    await page
      .locator('.maps__link')
      .first()
      .evaluate((link: HTMLAnchorElement) => {
        link.href = '/en?from-the-map' // a test must not load the real one
      })
    await page.locator('[data-map-show]').first().click()
    await expect.poll(() => page.url()).toBe(`${site.origin}/en?from-the-map`)
  })
})

describe('reCAPTCHA', () => {
  const script = '/recaptcha/api.js?render=key'
  const fill = async (): Promise<void> => {
    await page.getByLabel('Full name').fill('Jan Kowalski')
    await page.getByLabel('E-mail').fill('jan@example.com')
    await page.getByLabel('Message', { exact: false }).first().fill('A question about trackers')
    await page.locator('form [name^="consents"]').check()
  }
  const send = () => page.getByRole('button', { name: 'Send the message' }).click()
  const notice = () => page.getByText('This site is protected by reCAPTCHA.')
  const sentBody = () => {
    const request = site.received.filter(({ url }) => url === '/api/contact_form_entries').at(-1)
    return request && JSON.parse(request.body)
  }

  beforeEach(() => {
    site.received.length = 0
  })

  it('loads at the first focus in a form, and its token is sent with the form', async () => {
    await open('/en/contact', 'Accept all')
    await page.waitForLoadState('networkidle')
    expect(thirdParty.received).toEqual([])
    expect(await notice().isVisible()).toBe(true)
    const search = page.locator('header form input[name=q]').first()
    await search.evaluate((field) => field.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
    expect(await page.locator('script[data-recaptcha]').count()).toBe(0)
    await fill()
    await expect.poll(() => thirdParty.received.map(({ url }) => url)).toEqual([script])
    await page.waitForFunction(() => 'grecaptcha' in window) // a form waits 3 s for it
    await send()
    await page.getByText('Thank you for submitting the form.').waitFor()
    expect(sentBody()).toMatchObject({ recaptchaToken: 'key:contact' })
    expect(await page.locator('script[data-recaptcha]').count()).toBe(1)
  })

  it.runIf(isSoak)('is mentioned in forms while it may load, also after a choice in another tab', async () => {
    await open('/en/contact', 'Reject all')
    const other = await context.newPage()
    await other.goto(`${site.origin}/en/contact`)
    expect(await notice().isVisible()).toBe(false)
    for (const functionalConsent of [true, false]) {
      await other.evaluate(
        (change) => {
          const record = JSON.parse(localStorage.getItem('cookiesTypes') ?? '')
          localStorage.setItem('cookiesTypes', JSON.stringify({ ...record, ...change }))
        },
        { functionalConsent },
      )
      await expect.poll(() => notice().isVisible()).toBe(functionalConsent)
    }
    await other.close()
  })

  it('does not load without its consent, and the form is sent without it', async () => {
    await open('/en/contact', 'Reject all')
    expect(await notice().isVisible()).toBe(false)
    await fill()
    await send()
    await page.getByText('Thank you for submitting the form.').waitFor()
    expect(thirdParty.received).toEqual([])
    expect(sentBody()).not.toHaveProperty('recaptchaToken')
    await page.goto(`${site.origin}/en/help`)
    await page.evaluate(() => Object.assign(document.body.dataset, { recaptchaConsent: 'necessary' })) // as a setting may ask for
    await fill()
    await expect.poll(() => thirdParty.received.map(({ url }) => url)).toEqual([script])
  })

  const failures: [does: string, answer: (response: ServerResponse) => unknown][] = [
    ['is blocked', (response) => response.destroy()],
    ['does not answer', () => {}],
    [
      'gives no token',
      (response) => response.end(recaptcha.replace(/execute: .*/, 'execute: () => new Promise(() => {}),')),
    ],
  ]
  it.each(isSoak ? failures : failures.slice(1, 2))(
    'that %s does not prevent the form from being sent',
    async (_, answer) => {
      thirdParty.intercept = (_request, response) => {
        answer(response)
        return true
      }
      await open('/en/contact', 'Accept all')
      await fill()
      await send()
      await page.getByText('Thank you for submitting the form.').waitFor()
      expect(sentBody()).not.toHaveProperty('recaptchaToken')
      complaints = complaints.filter((text) => !text.includes('ERR_'))
    },
  )

  it.runIf(isSoak)('that is blocked is requested at the first focus, and then once per submission', async () => {
    thirdParty.intercept = (_request, response) => {
      response.writeHead(404).end() // a browser may retry a cut connection once
      return true
    }
    site.intercept = ({ method }, response) => {
      if (method === 'POST') response.writeHead(500).end()
      return method === 'POST'
    }
    const isGone = () => expect.poll(() => page.locator('script[data-recaptcha]').count()).toBe(0)
    await open('/en/contact', 'Accept all')
    await page.getByLabel('Full name').focus()
    await expect.poll(() => thirdParty.received.length).toBe(1)
    await isGone()
    await fill()
    expect(thirdParty.received).toHaveLength(1)
    for (const tries of [2, 3]) {
      await send()
      await page.getByText('An error occurred while submitting the form.').waitFor()
      await expect.poll(() => site.received.filter(({ url }) => url.includes('form_entries')).length).toBe(tries - 1)
      await isGone()
      await page.getByLabel('E-mail').focus()
      expect(thirdParty.received).toHaveLength(tries)
    }
    complaints = complaints.filter((text) => !/status of (404|500)/.test(text))
  })

  it('is not loaded on login pages', async () => {
    await open('/en/login', 'Accept all')
    await page.locator('#login-name, [name=login]').first().focus()
    await page.waitForLoadState('networkidle')
    expect(thirdParty.received).toEqual([])
    complaints = []
  })
})
