import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Whether walks check every page at every width, as in the soak test. */
export const isWhole = process.env.WALKS === 'all'

/** One of several choices for each item of a walk, in turn. In the soak test all of them. */
export function inTurn<T>(at: number, choices: readonly T[]): readonly T[] {
  return isWhole ? choices : choices.slice(at % choices.length).slice(0, 1)
}

/** The items to walk through at one of two widths. Each item gets one width, in the soak test both. */
export function walkedAt<T>(width: number, all: readonly T[]): T[] {
  return all.filter((_, at) => inTurn(at, [1280, 375]).includes(width))
}

export type Sight = { page: Page; context: BrowserContext; complaints: string[]; foreign: string[] }

const sizeOf = (width: number) => ({ width, height: width < 700 ? 800 : 900 })

/** A window for a visitor who answered the consent dialog. Records complaints and requests to other origins. */
export async function openWindow(
  browser: Browser,
  origin: string,
  width: number,
  options: BrowserContextOptions = {},
): Promise<Sight> {
  const context = await browser.newContext({
    viewport: sizeOf(width),
    serviceWorkers: 'block',
    ...options,
  })
  const sight: Sight = { page: await context.newPage(), context, complaints: [], foreign: [] }
  context.on('weberror', (error) => sight.complaints.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') sight.complaints.push(message.text())
  })
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) sight.foreign.push(request.url())
  })
  await context.addInitScript(() => {
    const choice = { functionalConsent: false, analyticConsent: false, advertisingConsent: false, revision: 1 }
    localStorage.setItem('cookiesTypes', JSON.stringify({ ...choice, necessaryConsent: true, time: new Date() }))
  })
  return sight
}

/** Opens a page in the window of a file. Only what the site has stored is left of the page before. */
export type OpenAgain = (path: string, width?: number, media?: Parameters<Page['emulateMedia']>[0]) => Promise<Page>

/** One window for many tests, because a new one takes ten times as long as another page in it. */
export function keepSight(stageOf: () => { browser: Browser; origin: string }): OpenAgain {
  let sight: Promise<Sight> | undefined
  return async (path, width = 1280, media = {}) => {
    const { browser, origin } = stageOf()
    sight ??= openWindow(browser, origin, width)
    const { page } = await sight
    await page.mouse.move(0, 0)
    await page.setViewportSize(sizeOf(width))
    const usual = { media: null, colorScheme: null, forcedColors: null, contrast: null } as const
    await page.emulateMedia({ ...usual, reducedMotion: 'reduce', ...media })
    await page.goto(`${origin}${path}`)
    return page
  }
}

/** Findings of axe in the page or a part of it, as `rule: element`, by all rules or some. */
export async function axeFindings(page: Page, part = 'html', rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource)
    // The browser compiles a script for new pages once. In each of them, it would compile what it evaluates again.
    await page.context().addInitScript(axeSource)
  }
  return page.evaluate(
    async ([selector, runOnly]) => {
      const { axe } = window as unknown as { axe: { run: (part: string, options: RunOptions) => Promise<AxeResults> } }
      // Transferring all results of axe takes longer than computing them.
      const { violations } = await axe.run(selector, { resultTypes: ['violations'], ...(runOnly && { runOnly }) })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    [part, rules] as const,
  )
}

/** Findings of axe in the page or a part of it in the light scheme, and its contrast findings in the dark one. */
export async function axeFindingsInBoth(page: Page, part = 'html'): Promise<string[]> {
  const light = await axeFindings(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeFindings(page, part, ['color-contrast', 'link-in-text-block'])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => `dark: ${finding}`)]
}

/** The same in one of both schemes in turn, because only colours depend on it. In the soak test in both. */
export async function axeFindingsInTurn(page: Page, at: number, part = 'html'): Promise<string[]> {
  if (isWhole) return axeFindingsInBoth(page, part)
  const colorScheme = at % 2 === 0 ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  const findings = await axeFindings(page, part)
  await page.emulateMedia({ colorScheme: 'light' })
  return findings.map((finding) => `${colorScheme}: ${finding}`)
}

/** Elements beyond the right edge of a window that scrolls sideways. Empty if it does not. */
export function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide.slice(-5).map((one) => `${one.localName}.${one.className} in ${scrollWidth} of ${clientWidth}`)
  })
}

/** Boxes that cut off their own text, except those that scroll. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolling = '.visually-hidden, .rich-text__scroll, select, dialog, [popover]:popover-open, svg *'
    return [...document.body.querySelectorAll<HTMLElement>('body *')].flatMap((one) => {
      const { overflowX, overflowY } = getComputedStyle(one)
      const isCut =
        (['hidden', 'clip'].includes(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
        (['hidden', 'clip'].includes(overflowY) && one.scrollHeight > one.clientHeight + 1)
      if (!isCut || one.closest(scrolling) || !one.innerText?.trim()) return []
      const texts = [...one.querySelectorAll('*')].filter(
        (inner) => inner.childElementCount === 0 && inner.textContent?.trim(),
      )
      const box = one.getBoundingClientRect()
      const outside = texts.filter((inner) => {
        const { left, right, bottom, width } = inner.getBoundingClientRect()
        return (
          width > 1 &&
          !inner.closest(scrolling) &&
          (right > box.right + 1 || left < box.left - 1 || bottom > box.bottom + 1)
        )
      })
      return outside.length > 0 ? [`${one.localName}.${one.className}: ${outside[0]?.textContent}`] : []
    })
  })
}

/** Long words broken where no language allows it. Addresses, code, names and replaced pictures are exempt. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const exempt =
      'script, style, code, pre, svg *, [href^="mailto:"], [href^="http"], .contact-person__name, .post__facts, .maps__address, .picture__alt'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement
      if (!box || box.closest(exempt) || !box.checkVisibility({ visibilityProperty: true })) continue
      for (const { 0: word, index } of node.textContent?.matchAll(/[\p{L}]{12,}/gu) ?? []) {
        const range = new Range()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1) broken.push(`${word} in ${box.localName}.${box.className}`)
      }
    }
    return broken
  })
}

/** Texts in boxes so narrow that a line hardly holds a syllable. */
export function crushedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [...document.body.querySelectorAll<HTMLElement>('main :not(svg *, .visually-hidden)')].filter(
      (one) => one.childElementCount === 0 && (one.textContent?.trim().length ?? 0) > 20,
    )
    const isCrushed = (one: HTMLElement) => {
      const { display, fontSize } = getComputedStyle(one)
      return display !== 'inline' && one.checkVisibility() && one.offsetWidth < 3 * Number.parseFloat(fontSize)
    }
    return texts.filter(isCrushed).map((one) => `${one.localName}.${one.className} in ${one.offsetWidth}`)
  })
}

/**
 * Opens a page with an empty browser cache, scrolls through it to load everything, and returns how far its layout
 * shifted. On a machine under load, Chromium rarely stops drawing frames in a tab. A new tab then replaces it.
 */
export async function layoutShift(sight: Sight, url: string): Promise<number> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const session = await sight.context.newCDPSession(sight.page)
    await session.send('Network.clearBrowserCache')
    await session.detach()
    await sight.page.goto(url)
    const shift = await shiftOnScrolling(sight.page)
    if (shift !== 'no frame') return shift
    await sight.page.close()
    sight.page = await sight.context.newPage()
  }
  throw new Error(`The browser draws no frames of "${url}" while it is scrolled.`)
}

function shiftOnScrolling(page: Page): Promise<number | 'no frame'> {
  return page.evaluate(async () => {
    let sum = 0
    const count = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number })[]) sum += entry.value
    }
    const observer = new PerformanceObserver((list) => count(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight * 0.8) {
      scrollTo({ top, behavior: 'instant' })
      const isDrawn = await new Promise<boolean>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)))
        setTimeout(() => done(false), 15_000)
      })
      if (!isDrawn) return 'no frame'
    }
    // A lazy picture in a closed part never loads by itself.
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await new Promise((drawn) => setTimeout(drawn, 100))
    count(observer.takeRecords())
    return sum
  })
}

/** Size of the page's styles as a good host sends them. */
export async function styleBytes(page: Page): Promise<number> {
  const hrefs = await page.$$eval('link[rel="stylesheet"]', (links) =>
    links.map((one) => (one as HTMLLinkElement).href),
  )
  const sizes = await Promise.all(hrefs.map((href) => compressedSize(page, href)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const compressedSizes = new Map<string, Promise<number>>()

function compressedSize(page: Page, href: string): Promise<number> {
  const size =
    compressedSizes.get(href) ??
    page.request
      .get(href)
      .then((answer) => answer.body())
      .then((body) => brotliCompressSync(body).length)
  compressedSizes.set(href, size)
  return size
}

/** Animations that run by themselves. Those that follow scrolling do not count. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline, playState }) => timeline instanceof DocumentTimeline && playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().activeDuration !== 0) // shows something at once, but later
      .map((one) => (one instanceof CSSAnimation ? one.animationName : 'transition')),
  )
}

/** Whether the middle of an element is in the window, with nothing over it. */
export function isInSight(part: Locator): Promise<boolean> {
  return part.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}
