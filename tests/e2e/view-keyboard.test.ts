import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { layouts } from './layouts.ts'
import { type Site, startSite } from './site.ts'
import { axeFindingsInBoth, isWhole, openWindow, type Sight, walkedAt } from './view-checks.ts'

let browser: Browser
let site: Site

beforeAll(async () => {
  browser = await launchBrowser()
  site = await startSite(inject('exports').react)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

type Stop = { number: number | undefined; name: string; faults: string[] }

/** The focused element: its number, and what hides it or its focus. Undefined at the end of the page. */
function focusedStop(page: Page): Promise<Stop | undefined> {
  return page.evaluate(() => {
    const one = document.activeElement as HTMLElement | null
    if (!one || one === document.body) return undefined
    const name = `${one.localName}.${one.className} "${(one.textContent || one.id).trim().slice(0, 40)}"`
    const faults: string[] = []
    const outlines = [getComputedStyle(one), getComputedStyle(one, '::after')]
    if (!outlines.some((style) => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2))
      faults.push('its focus is not shown')
    const box = one.getClientRects()[0] ?? one.getBoundingClientRect()
    const [x, y] = [box.left + Math.min(box.width / 2, 20), box.top + Math.min(box.height / 2, 20)]
    const top = document.elementFromPoint(x, y)
    if (!top || !(one.contains(top) || top.contains(one))) faults.push(`covered by ${top?.localName}.${top?.className}`)
    return { number: (one as HTMLElement & { number?: number }).number, name, faults }
  })
}

/** All elements that the keyboard must reach. Each keeps its number, so that a replaced element counts as lost. */
function reachable(page: Page): Promise<{ number: number; name: string }[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('*')]
    const wanted = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]'
    return all.flatMap((one, number) => {
      const isShown =
        one.matches(wanted) && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]')
      const isOff = (one as HTMLInputElement).disabled || (one as HTMLInputElement).type === 'hidden'
      if (!isShown || isOff) return []
      Object.assign(one, { number })
      return [{ number, name: `${one.localName}.${one.className}` }]
    })
  })
}

const walked = ['home', 'contact', 'blog list', 'job offer', 'login'] as const
const alsoInSoak = ['service', 'post', 'advisor', 'gallery'] as const

describe.each([375, 1280])('with the keyboard alone at %i px', (width) => {
  let sight: Sight
  beforeAll(async () => {
    sight = await openWindow(browser, site.origin, width, { reducedMotion: 'reduce' })
  })
  afterAll(() => sight.context.close())

  it.each(walkedAt(width, isWhole ? [...walked, ...alsoInSoak] : walked))(
    '%s: Tab reaches every element, and nothing covers the focused one',
    async (layout) => {
      const { page } = sight
      await page.goto(`${site.origin}${layouts[layout].de}`)
      await page.waitForSelector('fieldset:disabled', { state: 'detached' })
      const wanted = await reachable(page)
      const seen = new Map<number | undefined, Stop>()
      for (let step = 0; step < wanted.length + 40; step += 1) {
        await page.keyboard.press('Tab')
        const stop = await focusedStop(page)
        if (!stop) break
        if (!seen.has(stop.number)) seen.set(stop.number, stop)
      }
      const faulty = [...seen.values()].filter(({ faults }) => faults.length > 0)
      expect(faulty.map(({ name, faults }) => `${name}: ${faults.join(', ')}`)).toEqual([])
      expect(wanted.filter(({ number, name }) => !seen.has(number) && name !== 'a.to-top')).toEqual([])
    },
  )
})

it('moving backwards never puts the focus under the header', async () => {
  const { page, context } = await openWindow(browser, site.origin, 1280, { reducedMotion: 'reduce' })
  await page.goto(`${site.origin}${layouts.contact.de}`)
  await page.locator('footer a').last().focus()
  for (let step = 0; step < 60; step += 1) {
    const stop = await focusedStop(page)
    expect(stop?.faults ?? [], stop?.name).toEqual([])
    await page.keyboard.press('Shift+Tab')
  }
  await context.close()
})

it('a refused form explains its errors in words, and is accessible', async () => {
  const { page, context } = await openWindow(browser, site.origin, 375, { reducedMotion: 'reduce' })
  await page.goto(`${site.origin}${layouts.contact.de}`)
  await page.locator('.form__submit').click()
  await page.locator('.form__summary:visible').waitFor()
  expect(await page.locator('.field__error:visible').count()).toBeGreaterThan(2)
  expect(await axeFindingsInBoth(page, 'main')).toEqual([])
  await context.close()
})

describe('without scripts', () => {
  it('panels, menus, answers, pictures and contact details are usable', async () => {
    const { page, context } = await openWindow(browser, site.origin, 1280, { javaScriptEnabled: false })
    await page.goto(`${site.origin}${layouts.home.de}`)
    for (const toggle of await page.locator('header [popovertarget]:visible').all()) {
      const panel = page.locator(`#${await toggle.getAttribute('popovertarget')}`)
      await toggle.click()
      expect(await panel.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      await page.mouse.move(0, 600)
      expect(await panel.isVisible()).toBe(false)
    }
    const [first, second] = await page.locator('.faq__item').all()
    await first?.locator('summary').click()
    await second?.locator('summary').click()
    expect(await page.locator('.faq__item[open]').count()).toBe(1)
    await page.goto(`${site.origin}${layouts.gallery.de}`)
    expect(await page.locator('.gallery__link').first().getAttribute('href')).toMatch(/^\/assets\//)
    await page.goto(`${site.origin}${layouts.contact.de}`)
    expect(await page.locator('main .direct-line:visible').innerText()).toContain('kontakt.de@trasanova.example')
    const failure = page
      .locator('.island-failure')
      .first()
      .evaluate((one) => getComputedStyle(one).display)
    expect(await failure, 'what is said where scripts fail').toBe('none')
    await context.close()
  })

  it('the drawer opens, its groups open one at a time and close again, and it closes', async () => {
    const { page, context } = await openWindow(browser, site.origin, 375, { javaScriptEnabled: false })
    await page.goto(`${site.origin}${layouts.home.de}`)
    await page.locator('.site-bar__toggle.is-menu').click()
    const groups = page.locator('.main-nav__toggle')
    for (const at of [0, 1]) {
      await groups.nth(at).click()
      expect(await page.locator('.mega-menu:popover-open').count()).toBe(1)
      await page.locator('.mega-menu__back:visible').click()
      expect(await page.locator('.mega-menu:popover-open').count()).toBe(0)
    }
    expect(await page.locator('.site-menu').isVisible()).toBe(true)
    await page.locator('.site-bar__toggle.is-menu').click()
    expect(await page.locator('.site-menu').isVisible()).toBe(false)
    await context.close()
  })
})
