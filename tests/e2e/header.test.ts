import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { emptyPage } from './empty-page.ts'
import { setStage } from './stage.ts'
import { axeFindings, isWhole } from './view-checks.ts'

const stage = setStage('react')

async function onPage(
  path: string,
  use: (page: Page) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<void> {
  await use(await (options ? stage.openInNewWindow(path, options) : stage.open(path)))
}

/** Opens an empty page in a new window. The scripts run before those of the pages that the test visits next. */
async function openWith(...scripts: (() => unknown)[]): Promise<Page> {
  const page = await stage.openInNewWindow(emptyPage.path)
  for (const script of scripts) await page.addInitScript(script)
  return page
}

const submenu = (page: Page, name: string) => page.getByRole('button', { name: `Open submenu: ${name}` })
const panelOf = (page: Page, name: string) =>
  page.locator('.has-panel', { has: page.getByRole('button', { name: `Open submenu: ${name}` }) }).locator('.mega-menu')
const isOpen = (page: Page, name: string) => panelOf(page, name).evaluate((panel) => panel.matches(':popover-open'))
const openPanels = (page: Page) => page.locator('header :popover-open').count()
const expandedOf = (page: Page, name: string) => submenu(page, name).getAttribute('aria-expanded')
const hasFocus = (page: Page, name: string) => submenu(page, name).evaluate((one) => one === document.activeElement)
const isAwake = (page: Page) => page.locator('[data-header][data-ready]').waitFor()
/** Waits until all current timers of the header have ended, which are shorter. */
const timersEnd = (page: Page) => page.evaluate(() => new Promise((later) => setTimeout(later, 300)))

describe('the mega menu', () => {
  it('opens when the mouse rests on its entry, and closes after the mouse has left', () =>
    onPage('/en', async (page) => {
      await page.getByRole('link', { name: 'Services', exact: true }).first().hover()
      await expect.poll(() => isOpen(page, 'Services')).toBe(true)
      await expect.poll(() => expandedOf(page, 'Services')).toBe('true')
      await panelOf(page, 'Services').getByRole('link').nth(2).hover()
      await page.getByRole('link', { name: 'Products', exact: true }).first().hover()
      await expect.poll(() => isOpen(page, 'Products')).toBe(true)
      expect(await openPanels(page)).toBe(1)
      await page.mouse.move(640, 780)
      await expect.poll(() => openPanels(page)).toBe(0)
      await expect.poll(() => expandedOf(page, 'Products')).toBe('false')
    }))

  it('opened by the mouse is closed by Escape without moving the mouse', () =>
    onPage('/en', async (page) => {
      await page.getByRole('link', { name: 'Services', exact: true }).first().hover()
      await expect.poll(() => isOpen(page, 'Services')).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => panelOf(page, 'Services').isVisible()).toBe(false)
    }))

  it('opened by the mouse stays open when its button is clicked, and closes at the next click', () =>
    onPage('/en', async (page) => {
      await submenu(page, 'Services').hover()
      await expect.poll(() => isOpen(page, 'Services')).toBe(true)
      await submenu(page, 'Services').click()
      await page.mouse.move(640, 780)
      await page.mouse.move(640, 790)
      await timersEnd(page)
      expect(await isOpen(page, 'Services')).toBe(true)
      await submenu(page, 'Services').click()
      await expect.poll(() => openPanels(page)).toBe(0)
      // It must not open again although the mouse still rests there.
      await timersEnd(page)
      expect(await openPanels(page)).toBe(0)
    }))

  it('opens and closes by keyboard, and the focus returns', () =>
    onPage('/en', async (page) => {
      await submenu(page, 'Company').focus()
      await isAwake(page)
      expect(await expandedOf(page, 'Company')).toBe('false')
      await page.keyboard.press('Enter')
      await expect.poll(() => expandedOf(page, 'Company')).toBe('true')
      await page.keyboard.press('Tab')
      expect(await panelOf(page, 'Company').evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => openPanels(page)).toBe(0)
      expect(await hasFocus(page, 'Company')).toBe(true)
    }))

  it('closes when the focus leaves it, so that it never covers the focus', () =>
    onPage('/en', async (page) => {
      await submenu(page, 'Company').focus()
      await isAwake(page)
      await page.keyboard.press('Enter')
      const links = await panelOf(page, 'Company').getByRole('link').count()
      for (let press = 0; press <= links; press += 1) await page.keyboard.press('Tab')
      await expect.poll(() => openPanels(page)).toBe(0)
    }))

  it('opens by touch, not by the hover that a touch simulates', () =>
    onPage(
      '/en',
      async (page) => {
        await submenu(page, 'Services').tap()
        await expect.poll(() => isOpen(page, 'Services')).toBe(true)
        await submenu(page, 'Company').tap()
        await expect.poll(() => isOpen(page, 'Company')).toBe(true)
        expect(await openPanels(page)).toBe(1)
      },
      { hasTouch: true },
    ))
})

describe('panels', () => {
  it('are open one at a time', () =>
    onPage('/en', async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect.poll(() => page.locator('#search-panel').isVisible()).toBe(true)
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
      await submenu(page, 'Services').click()
      await expect.poll(() => isOpen(page, 'Services')).toBe(true)
      expect(await openPanels(page)).toBe(1)
    }))

  it('of the search close on Escape, even if the browser uses that key for the field', () =>
    onPage('/en', async (page) => {
      const toggle = page.getByRole('button', { name: 'Search', exact: true })
      await toggle.click()
      await isAwake(page)
      const phrase = page.locator('#panel-search-phrase')
      // A synthetic event closes nothing by itself. Safari does the same with every Escape in a search field.
      const pressEscape = () =>
        phrase.evaluate((one) => one.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
      await phrase.fill('fuel')
      await pressEscape()
      expect(await openPanels(page)).toBe(1) // the browser clears the phrase first
      await phrase.fill('')
      await pressEscape()
      expect(await openPanels(page)).toBe(0)
      expect(await toggle.evaluate((one) => one === document.activeElement)).toBe(true)
    }))

  it('opened by a button are not closed by a mouse that passes other entries', () =>
    onPage('/en', async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('link', { name: 'Services', exact: true }).first().hover()
      await page.getByRole('link', { name: 'Products', exact: true }).first().hover()
      await timersEnd(page)
      expect(await page.locator('#search-panel').isVisible()).toBe(true)
      expect(await openPanels(page)).toBe(1)
    }))

  it('of languages open on hover and link to the same page', () =>
    onPage('/en/contact', async (page) => {
      await page.locator('.languages__toggle').hover()
      await expect.poll(() => page.locator('#language-list').isVisible()).toBe(true)
      await page.locator('#language-list').getByRole('link', { name: 'Polski' }).click()
      await page.waitForURL(`${stage.site.origin}/kontakt`)
    }))

  it('of languages cover nothing but their own line', () =>
    onPage('/', async (page) => {
      await page.locator('.languages__toggle').click()
      const [list, line] = [page.locator('#language-list'), page.locator('.top-line')]
      await expect.poll(() => list.isVisible()).toBe(true)
      await list.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished))) // its box only has its full size at the end
      const covered = await page.evaluate(() =>
        [...document.querySelectorAll('.site-bar :is(a, button)')].flatMap((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          if (width === 0 || one.closest('#language-list, .top-line')) return []
          const corners = [0.1, 0.5, 0.9].flatMap((x) =>
            [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]),
          )
          const isFree = corners.every(([x, y]) => one.contains(document.elementFromPoint(x ?? 0, y ?? 0)))
          return isFree ? [] : [one.className]
        }),
      )
      expect(covered).toEqual([])
      expect((await list.boundingBox())?.height).toBe((await line.boundingBox())?.height)
    }))

  const ringed = [
    [1280, '.language-list a'],
    [375, '.main-nav__link'],
    [375, '.language-list a'],
    [375, '.main-nav__toggle'],
  ] as const
  it.each(isSoak ? ringed : ringed.slice(0, 2))('show the whole focus ring at %i px around %s', (width, part) =>
    onPage(
      '/en',
      async (page) => {
        const toggle =
          width === 375 ? page.getByRole('button', { name: 'Menu', exact: true }) : page.locator('.languages__toggle')
        await toggle.press('Enter')
        const link = page.locator(part).first()
        await link.waitFor()
        await link.evaluate((one) => one.scrollIntoView({ block: 'center' }))
        const isWhole = await link.evaluate((one) => {
          one.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
          const { outlineOffset, outlineWidth } = getComputedStyle(one)
          const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
          const { left, right, top, bottom } = one.getBoundingClientRect()
          const cutting = [...document.querySelectorAll('*')].filter(
            (box) => box.contains(one) && getComputedStyle(box).overflowY !== 'visible',
          )
          return [
            ...cutting.map((box) => box.getBoundingClientRect()),
            new DOMRect(0, 0, innerWidth, innerHeight),
          ].every(
            (box) =>
              box.left <= left - out && box.right >= right + out && box.top <= top - out && box.bottom >= bottom + out,
          )
        })
        expect(isWhole).toBe(true)
      },
      { viewport: { width, height: 740 }, reducedMotion: 'reduce' },
    ),
  )

  it.runIf(isSoak)('inside the drawer close when the focus moves behind them', () =>
    onPage(
      '/en',
      async (page) => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await submenu(page, 'Company').click()
        await expect.poll(() => isOpen(page, 'Company')).toBe(true)
        await isAwake(page)
        await page.keyboard.press('Shift+Tab')
        await expect.poll(() => isOpen(page, 'Company')).toBe(false)
        expect(await page.locator('#site-menu').isVisible()).toBe(true)
        expect(await hasFocus(page, 'Company')).toBe(true)
      },
      { viewport: { width: 375, height: 740 } },
    ),
  )

  it.runIf(isSoak)('close when the window becomes too wide for them', () =>
    onPage(
      '/en',
      async (page) => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await expect.poll(() => page.locator('#site-menu').isVisible()).toBe(true)
        await isAwake(page)
        await page.setViewportSize({ width: 1280, height: 740 })
        await expect.poll(() => openPanels(page)).toBe(0)
        expect(await page.locator('.main-nav').isVisible()).toBe(true)
      },
      { viewport: { width: 375, height: 740 } },
    ),
  )

  it.runIf(isSoak)('close when the page is left, because the browser may keep the page as it is for Back', () =>
    onPage(
      '/en',
      async (page) => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await submenu(page, 'Company').click()
        await expect.poll(() => openPanels(page)).toBe(2)
        await isAwake(page)
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
        expect(await openPanels(page)).toBe(0)
      },
      { viewport: { width: 375, height: 740 } },
    ),
  )

  it('of narrow windows close on Escape, and the focus returns', () =>
    onPage(
      '/en',
      async (page) => {
        const toggle = page.getByRole('button', { name: 'Menu', exact: true })
        await toggle.click()
        await expect.poll(() => page.locator('#site-menu').isVisible()).toBe(true)
        await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true')
        await submenu(page, 'Services').click()
        await expect.poll(() => isOpen(page, 'Services')).toBe(true)
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('mega-menu__back')
        await page.keyboard.press('Escape')
        await expect.poll(() => isOpen(page, 'Services')).toBe(false)
        await expect.poll(() => hasFocus(page, 'Services')).toBe(true)
        await page.keyboard.press('Escape')
        await expect.poll(() => page.locator('#site-menu').isVisible()).toBe(false)
        await expect.poll(() => toggle.evaluate((one) => one === document.activeElement)).toBe(true)
      },
      { viewport: { width: 375, height: 740 } },
    ))
})

describe('the drawer', () => {
  const phone = { viewport: { width: 375, height: 500 } }

  it.each(isSoak ? ['tap', 'Enter'] : ['tap'])('takes the focus after %s, and gives it back', (how) =>
    onPage(
      '/en',
      async (page) => {
        const toggle = page.getByRole('button', { name: 'Menu', exact: true })
        const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)
        if (how === 'tap') await toggle.tap()
        else await toggle.press(how)
        await expect.poll(() => isFocused(page.locator('#site-menu a').first())).toBe(true)
        await page.keyboard.press('Escape')
        await expect.poll(() => page.locator('#site-menu').isVisible()).toBe(false)
        await expect.poll(() => isFocused(toggle)).toBe(true)
      },
      { ...phone, hasTouch: true },
    ),
  )

  it.runIf(isSoak)('keeps its back button fully at the upper edge, with the focus ring', () =>
    onPage(
      '/en',
      async (page) => {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await submenu(page, 'Services').click()
        const panel = panelOf(page, 'Services')
        await panel.evaluate((one) => one.scrollTo({ top: 200, behavior: 'instant' }))
        const { ring, top, edge } = await panel.locator('.mega-menu__back').evaluate((back) => {
          const { outlineOffset, outlineWidth } = getComputedStyle(back)
          return {
            ring: Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth),
            top: back.getBoundingClientRect().top,
            edge: back.parentElement?.getBoundingClientRect().top ?? Number.NaN,
          }
        })
        expect(top).toBe(edge)
        expect(ring).toBeLessThanOrEqual(0)
      },
      phone,
    ),
  )

  it.each(isSoak ? ['ltr', 'rtl'] : ['ltr'])('separates the phone and the login, in %s', (direction) =>
    onPage(
      '/en',
      async (page) => {
        await page.evaluate((dir) => {
          document.documentElement.dir = dir
        }, direction)
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        const [number, login] = await Promise.all(
          ['.top-line__phone', '.top-line__login'].map((part) => page.locator(`header ${part}`).boundingBox()),
        )
        if (!number || !login) throw new Error('The drawer has no phone, or no login.')
        const [left, right] = direction === 'rtl' ? [login, number] : [number, login]
        expect(right.x - left.x - left.width).toBeGreaterThan(16)
      },
      phone,
    ),
  )
})

describe('panels in browsers without popovers', () => {
  /** Opens a page in a browser without popovers. Such browsers have no scroll-driven animations either. */
  const openWithout = async (path: string, size?: { width: number; height: number }): Promise<Page> => {
    const page = await openWith(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'popover')
      Object.assign(CSS, { supports: () => false })
      const keepShut = (event: Event) => {
        if ((event.target as Element).closest('[popovertarget]')) event.preventDefault()
      }
      addEventListener('click', keepShut, true)
    })
    await page.emulateMedia({ reducedMotion: 'reduce' }) // nor do they have transitions between pages
    if (size) await page.setViewportSize(size)
    await page.goto(`${stage.site.origin}${path}`)
    await page.locator('.site-header [popovertarget][aria-expanded]').first().waitFor({ state: 'attached' })
    return page
  }
  const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.className)

  it('open as a drawer that fills the window, with a panel inside, and close on Escape', async () => {
    const page = await openWithout('/en', { width: 375, height: 740 })
    const menu = page.locator('#site-menu')
    expect(await menu.isVisible()).toBe(false)
    const toggle = page.getByRole('button', { name: 'Menu', exact: true })
    await toggle.click()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await menu.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
    const bar = await page.locator('.site-header').boundingBox()
    const box = await menu.boundingBox()
    expect(box?.y).toBeCloseTo((bar?.y ?? 0) + (bar?.height ?? 0), 0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(740, -1)
    await submenu(page, 'Services').click()
    expect(await panelOf(page, 'Services').isVisible()).toBe(true)
    expect(await focusOf(page)).toBe('mega-menu__back')
    await page.keyboard.press('Escape')
    expect(await panelOf(page, 'Services').isVisible()).toBe(false)
    expect(await hasFocus(page, 'Services')).toBe(true)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    expect(await menu.isVisible()).toBe(false)
    await toggle.click()
    await menu.getByRole('link', { name: 'Contact', exact: true }).click()
    await page.waitForURL(`${stage.site.origin}/en/contact`)
  })

  it.runIf(isSoak)('show one icon on the menu button, and readable text, even without `:has()`', async () => {
    const page = await openWithout('/en/services', { width: 375, height: 740 })
    await page.evaluate(() => {
      const forget = (parent: CSSStyleSheet | CSSGroupingRule): void => {
        for (let at = parent.cssRules.length - 1; at >= 0; at -= 1) {
          const rule = parent.cssRules[at]
          if (rule instanceof CSSStyleRule) {
            // Browsers skip an unknown selector inside `:is()`. Elsewhere they skip the whole rule.
            rule.selectorText = rule.selectorText.replaceAll(':has(', ':unknown(')
            if (rule.selectorText.includes(':has(')) parent.deleteRule(at)
          } else if (rule instanceof CSSGroupingRule) forget(rule)
        }
      }
      for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) forget(sheet)
    })
    const toggle = page.getByRole('button', { name: 'Menu', exact: true })
    const signs = () => toggle.locator('.icon').evaluateAll((all) => all.map((one) => one.checkVisibility()))
    expect(await signs()).toEqual([true, false])
    await toggle.click()
    expect(await signs()).toEqual([false, true])
    expect(await axeFindings(page, '#site-menu', ['color-contrast'])).toEqual([])
  })

  it('open one at a time below the bar, and close on a click beside them', async () => {
    const page = await openWithout('/en')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    expect(await page.locator('#search-panel').isVisible()).toBe(true)
    expect(await focusOf(page)).toBe('search-form__phrase')
    await page.locator('.languages__toggle').click()
    expect(await page.locator('#search-panel').isVisible()).toBe(false)
    const list = page.locator('#language-list')
    await expect.poll(() => list.getByRole('link', { name: 'Deutsch' }).isVisible()).toBe(true)
    expect((await list.boundingBox())?.height).toBe((await page.locator('.top-line').boundingBox())?.height)
    await page.mouse.click(640, 700)
    await expect.poll(() => list.isVisible()).toBe(false)
  })
})

describe('scrolling', () => {
  const lowerEdge = (page: Page) => page.locator('[data-header]').evaluate((bar) => bar.getBoundingClientRect().bottom)
  const scrollTo = (page: Page, top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  const toTop = (page: Page) => page.locator('.to-top')

  const behaves = async (page: Page): Promise<void> => {
    const high = await lowerEdge(page)
    await scrollTo(page, 46)
    await expect.poll(() => lowerEdge(page)).toBeLessThan(high)
    await scrollTo(page, 45)
    await expect.poll(() => lowerEdge(page)).toBe(high)
    await scrollTo(page, 499)
    await expect.poll(() => toTop(page).evaluate((one) => getComputedStyle(one).visibility)).toBe('hidden')
    await scrollTo(page, 502)
    await expect.poll(() => toTop(page).evaluate((one) => getComputedStyle(one).visibility)).toBe('visible')
    await expect.poll(() => toTop(page).evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
    await toTop(page).click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect.poll(() => lowerEdge(page)).toBe(high)
  }

  it('shrinks the header past 45 px and shows the button to the top past 500 px', () => onPage('/en/services', behaves))

  it.each(isWhole ? [320, 375, 640, 768, 1024, 1280, 1440, 1920] : [320, 1024])(
    'keeps the button to the top off every word of the footer at %i px',
    (width) =>
      onPage(
        '/de',
        async (page) => {
          const { start, end } = await page.evaluate(() => ({
            start: (document.querySelector('footer')?.getBoundingClientRect().top ?? 0) + scrollY - innerHeight,
            end: document.documentElement.scrollHeight - innerHeight,
          }))
          for (let top = end; top > Math.max(start, 501); top -= 40) {
            await scrollTo(page, top)
            expect(await page.evaluate(coveredInFooter)).toEqual([])
          }
          await scrollTo(page, end)
          await expect.poll(() => toTop(page).evaluate((one) => getComputedStyle(one).visibility)).toBe('visible')
          expect(await toTop(page).evaluate((one) => Boolean(one.closest('footer')))).toBe(true)
        },
        { viewport: { width, height: 740 } },
      ),
  )

  it.runIf(isSoak)('does the same by script when styles cannot follow scrolling', async () => {
    const page = await openWith(() => Object.assign(CSS, { supports: () => false }))
    await page.goto(`${stage.site.origin}/en`)
    await page.evaluate(() => {
      // Drops these rules, as a browser does that does not know them.
      const drop = (owner: CSSStyleSheet | CSSGroupingRule): void => {
        for (let at = owner.cssRules.length - 1; at >= 0; at -= 1) {
          const rule = owner.cssRules[at]
          if (rule instanceof CSSSupportsRule && rule.conditionText.includes('animation-timeline')) owner.deleteRule(at)
          else if (rule instanceof CSSGroupingRule) drop(rule)
        }
      }
      for (const sheet of document.styleSheets) drop(sheet)
    })
    await page.locator('[data-header][data-scrolled="false"]').waitFor()
    const fading = () => toTop(page).evaluate((one) => getComputedStyle(one).transitionProperty)
    expect(await toTop(page).evaluate((one) => getComputedStyle(one).opacity)).toBe('0')
    expect(await fading(), 'of a link that is hidden').toBe('all')
    await behaves(page)
    await scrollTo(page, 502)
    await expect.poll(fading).toBe('opacity')
    const motionSwitch = () => page.locator('.motion-switch').evaluate((one) => (one as HTMLElement).style.visibility)
    await scrollTo(page, 0)
    await expect.poll(motionSwitch).toBe('hidden')
    await page.locator('.is-moving').first().scrollIntoViewIfNeeded()
    await expect.poll(motionSwitch).toBe('')
  })
})

describe('links of the header', () => {
  const withoutRules = () => Object.assign(HTMLScriptElement, { supports: () => false })
  /** Collects the pages that are fetched from now on. */
  const prefetchedIn = (page: Page): string[] => {
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') fetched.push(request.url())
    })
    return fetched
  }

  it('in view are prefetched when idle if there are no speculation rules, and the policy allows it', async () => {
    const page = await openWith(withoutRules)
    const links = prefetchedIn(page)
    const { origin } = stage.site
    const first = page.waitForResponse((response) => response.request().resourceType() === 'fetch')
    await page.goto(`${origin}/en/blog`)
    expect((await first).status()).toBe(200)
    const seen = await page
      .locator('header nav a:visible')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    const others = new Set(seen.filter((href) => href !== `${origin}/en/blog`))
    await expect.poll(() => links.toSorted()).toEqual([...others].sort())
  })

  const idlePrefetch = async (page: Page, path: string): Promise<string[]> => {
    const links = prefetchedIn(page)
    await page.goto(stage.site.origin + path)
    await page.waitForTimeout(2500) // the prefetch begins after two seconds at the latest
    return links
  }

  it.runIf(isSoak)('are not prefetched by script if there are speculation rules', () =>
    onPage('/en', async (page) => expect(await idlePrefetch(page, '/en/contact')).toEqual([])),
  )

  it('are not prefetched when the visitor saves data, and by the login', async () => {
    const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    const saving = await openWith(withoutRules, saveData)
    const login = await openWith(withoutRules)
    const links = await Promise.all([idlePrefetch(saving, '/en/contact'), idlePrefetch(login, '/en/login')])
    expect(links).toEqual([[], []])
  })
})

/** Texts of the footer that the button to the top covers. */
function coveredInFooter(): string[] {
  const button = document.querySelector('.to-top')
  const over = button?.getBoundingClientRect()
  const footer = document.querySelector('footer')
  if (!button || !over || !footer) return ['nothing was found']
  const isUnder = ({ left, right, top, bottom }: DOMRect): boolean =>
    left < over.right && right > over.left && top < over.bottom && bottom > over.top
  const words = document.createTreeWalker(footer, NodeFilter.SHOW_TEXT)
  const covered: string[] = []
  while (words.nextNode()) {
    const { currentNode } = words
    const range = document.createRange()
    range.selectNodeContents(currentNode)
    if (!button.contains(currentNode) && [...range.getClientRects()].some(isUnder))
      covered.push(currentNode.nodeValue ?? '')
  }
  return covered
}
