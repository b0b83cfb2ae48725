import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { launchBrowser } from './browser.ts'
import { layouts } from './layouts.ts'
import { type Site, startSite, visit } from './site.ts'
import {
  axeFindings,
  axeFindingsInTurn,
  clippedTexts,
  crushedTexts,
  inTurn,
  isWhole,
  keepSight,
  layoutShift,
  movingParts,
  openWindow,
  type Sight,
  sidewaysScroll,
  styleBytes,
  walkedAt,
} from './view-checks.ts'

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

const open = keepSight(() => ({ browser, origin: site.origin }))

/** Layouts whose parts are also on pages of other layouts. Only the soak test walks through them. */
const similar = ['second page of the blog', 'partners', 'demo', 'advisor', 'references', 'cooperation', 'server error']
const pages = Object.entries(layouts).filter(([name]) => isWhole || !similar.includes(name))

/** The kinds of elements in the header. Equal headers behave alike. The soak test compares all of their markup. */
function headerOf(page: Page): Promise<string> {
  return page.evaluate((withMarkup) => {
    const header = document.querySelector('header') as HTMLElement
    const parts = [...header.querySelectorAll('*')].map((one) => `${one.localName}.${one.getAttribute('class')}`)
    return withMarkup ? header.outerHTML : [...new Set(parts)].sort().join()
  }, isWhole)
}

/** For a walk through all pages. */
const long = { timeout: 900_000 }

describe('every layout', () => {
  let sight: Sight
  const knownHeaders = new Set<string>()
  beforeAll(async () => {
    sight = await openWindow(browser, site.origin, 1280, { reducedMotion: 'reduce' })
  })
  afterAll(async () => {
    await sight.context.close()
    expect(sight.complaints).toEqual([])
    expect(sight.foreign).toEqual([])
  })

  const numbered = pages.map(([name, { de }], at) => [name, de, at] as const)
  it.each(numbered)('%s: accessible with every panel closed and open, with small styles', async (_, de, at) => {
    const { page } = sight
    await page.goto(`${site.origin}${de}`)
    expect(await styleBytes(page)).toBeLessThanOrEqual(15 * 1024)
    const header = await headerOf(page)
    // The first page is checked at both widths, and others at one. Each width has one of the schemes.
    const some = knownHeaders.size === 0 ? [375, 1280] : inTurn(at, [375, 1280])
    for (const [turn, width] of some.entries()) {
      const findingsIn = (part: string) => axeFindingsInTurn(page, Math.floor(at / 2) + turn, part)
      await page.setViewportSize({ width, height: width === 375 ? 800 : 900 })
      expect(await findingsIn('html'), `${width} px`).toEqual([])
      expect(await movingParts(page)).toEqual([])
      if (knownHeaders.has(header)) continue
      for (const toggle of await page.locator('header [popovertarget]:not([popovertargetaction]):visible').all()) {
        await toggle.click()
        expect(await page.locator(':popover-open').count()).toBe(1)
        expect(await findingsIn('header'), `${width} px`).toEqual([])
        expect(await movingParts(page)).toEqual([])
        await page.keyboard.press('Escape')
        expect(await toggle.evaluate((one) => one === document.activeElement)).toBe(true)
      }
    }
    knownHeaders.add(header)
  })
})

it('the links of post cards are aligned in each row, and follow the text of a post without a picture', async () => {
  const page = await open('/de/blog')
  const bottomsOf = (part: string) =>
    page
      .locator(part)
      .evaluateAll((all) => all.slice(0, 3).map((one) => Math.round(one.getBoundingClientRect().bottom)))
  const words = await bottomsOf('.post-card__lead')
  const ways = await bottomsOf('.post-card__more')
  expect(new Set(words).size).toBeGreaterThan(1)
  expect(new Set(ways).size).toBe(1)
  await page
    .locator('.post-card__picture')
    .first()
    .evaluate((picture) => picture.remove())
  const [end = 0] = await bottomsOf('.post-card__lead')
  const [way = 0, other = 0] = await bottomsOf('.post-card__more')
  expect(way - end).toBeLessThan(50)
  expect(other - way).toBeGreaterThan(100)
})

it('the line of the 404 page is behind the names of languages, however many there are', async () => {
  const page = await open(layouts['not found'].de)
  const groundOf = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor)
  const ground = await groundOf('.error-page')
  expect(ground).toMatch(/^rgb\(/)
  expect(await groundOf('.error-page__languages a')).toBe(ground)
})

it.each([layouts.home.de, layouts.jobs.de, layouts.service.de, layouts['not found'].de])(
  '%s: routes and arrows point forward, and the button to the top is at the end side, in both directions',
  async (address) => {
    const page = await open(address)
    const placeOf = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((one) => one.getBoundingClientRect().x)
    const arrow = page.locator('.icon').first()
    for (const part of ['.route-line__end', '.to-top']) expect(await placeOf(part)).toBeGreaterThan(640)
    expect(await arrow.evaluate((one) => getComputedStyle(one).scale)).toBe('none')
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    for (const part of ['.route-line__end', '.to-top']) expect(await placeOf(part)).toBeLessThan(640)
    expect(await arrow.evaluate((one) => getComputedStyle(one).scale)).toBe('-1 1')
  },
)

it('no language on an error page covers the mark below another', async () => {
  const page = await open(layouts['not found'].de, 320)
  const boxes = await page
    .locator('.error-page__languages a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect))
  const rows = [...new Set(boxes.map(({ top }) => top))]
  expect(rows.length).toBeGreaterThan(1)
  expect(boxes.filter(({ top, bottom }) => rows.some((row) => row > top && row < bottom))).toEqual([])
})

it.each([
  [layouts.home.de, '.banner__picture'],
  [layouts['blog list'].de, '.intro__picture'],
])('%s: the alternative text of a picture that fails to load does not overlap the header', async (address, part) => {
  const page = await open(address)
  const img = page.locator(`${part} > img`).first()
  expect(await img.getAttribute('alt')).not.toBe('')
  expect(await img.evaluate((one) => getComputedStyle(one).color)).toBe('rgba(0, 0, 0, 0)')
})

it.each([
  [layouts.home.de, '.text__words > ol > li', '::before'],
  [layouts.home.de, '.text__words > ol > li', '::after'],
  [layouts.home.de, '.is-figures > .tile', '::before'],
  [layouts.contact.de, '.maps__place', '::before'],
  ['/de/produkte/ortungsgeraete/fahrzeuge', '.category-tree__list > li', '::after'],
])('%s: the mark of "%s" (%s) is at the start side, in both directions', async (address, part, pseudo) => {
  const page = await open(address)
  const placeOf = (side: 'left' | 'right') =>
    page
      .locator(part)
      .first()
      .evaluate((one, [of, from]) => getComputedStyle(one, of)[from], [pseudo, side] as const)
  const left = await placeOf('left')
  expect(Number.parseFloat(left)).toBeLessThan(40)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  expect(await placeOf('right')).toBe(left)
})

it('arrows of links point forward and move forward, when text runs from right to left', async () => {
  const page = await open(layouts.jobs.de, 375)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  const arrow = page.locator('.job-row .icon').first()
  const placeOf = async () => (await arrow.boundingBox())?.x ?? 0
  const before = await placeOf()
  await page.locator('.job-row').first().hover()
  await expect.poll(placeOf).toBeLessThan(before)
  await page.locator('.site-bar__toggle.is-menu').click()
  const side = await page
    .locator('.main-nav__toggle')
    .first()
    .evaluate((one) => {
      const { borderLeftWidth, borderTopWidth, rotate } = getComputedStyle(one, '::before')
      return [borderLeftWidth, borderTopWidth, rotate]
    })
  expect(side).toEqual(['2px', '2px', '-45deg'])
})

it('the first words of a table are at its start side when text runs from right to left', async () => {
  const page = await open(layouts.service.de, 375)
  const room = await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    const text = document.querySelector('.text .rich-text') as HTMLElement
    text.innerHTML = '<div class="rich-text__scroll"><table><tr><td>1</td><td>2</td></tr></table></div>'
    const { paddingLeft, paddingRight } = getComputedStyle(text.querySelector('td') as HTMLElement)
    return [paddingLeft, paddingRight]
  })
  expect(room).toEqual(['24px', '0px'])
})

it.each(['ltr', 'rtl'])('a wide table has a shadow at the edge where it continues, in %s', async (direction) => {
  const page = await open(layouts.service.de, 375)
  await page.evaluate((dir) => {
    document.documentElement.dir = dir
    const text = document.querySelector('.text .rich-text') as HTMLElement
    text.innerHTML = '<div class="rich-text__scroll"><table><tr><td></td></tr></table></div>'
    Object.assign((text.querySelector('td') as HTMLElement).style, { minWidth: '60rem', height: '4rem', border: '0' })
    text.scrollIntoView({ block: 'center' })
  }, direction)
  const table = page.locator('.rich-text__scroll')
  const { data, info } = await sharp(await table.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = Math.floor(info.height / 2) * info.width
  const [left = 0, centre = 0, right = 0] = [1, info.width / 2, info.width - 2].map(
    (x) => data[(middle + Math.floor(x)) * 3],
  )
  const [shaded, plain] = direction === 'rtl' ? [left, right] : [right, left]
  expect(shaded).toBeLessThan(centre - 10)
  expect(plain).toBe(centre)
})

it('the dark scheme applies to the consent dialog, but not to paper', async () => {
  const { page, context } = await visit(browser, `${site.origin}/de/kontakt`, {
    hasChosen: false,
    colorScheme: 'dark',
    reducedMotion: 'reduce', // the dialog appears immediately
  })
  const colours = (part: string) =>
    page.locator(part).evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color])
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await axeFindings(page, 'dialog[open]')).toEqual([])
  await dialog.locator('[data-action="settings"]').click()
  expect(await axeFindings(page, 'dialog[open]')).toEqual([])
  const dark = await colours('body')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const printed = await colours('body')
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  expect(printed).toEqual(await colours('body'))
  expect(printed).not.toEqual(dark)
  await context.close()
})

it('the buttons that accept and reject cookies have room for "Akceptuj wszystkie" on a phone', async () => {
  const { page, context } = await visit(browser, `${site.origin}/`, {
    hasChosen: false,
    viewport: { width: 375, height: 800 },
    reducedMotion: 'reduce',
  })
  await page.getByRole('dialog').waitFor()
  const room = await page.locator('.consent__actions > .button:visible').evaluateAll((all) =>
    all.map((one) => {
      const { paddingLeft, paddingRight } = getComputedStyle(one)
      return one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    }),
  )
  expect(room).toHaveLength(3)
  // As wide as phones draw these words. A Chromium without windows draws them wider.
  expect(Math.min(...room)).toBeGreaterThan(132)
  await context.close()
})

it.each([375, 768, 1280])('the last of five columns of the footer has a row of its own at %i px', async (width) => {
  const page = await open(layouts.help.de, width)
  const isRow = await page.locator('.site-footer__nav').evaluate((nav) => {
    const fifth = nav.firstElementChild?.cloneNode(true) as HTMLElement
    nav.append(fifth)
    const lefts = [...fifth.querySelectorAll('li')].map((one) => one.getBoundingClientRect().left)
    return [nav.children.length, fifth.offsetWidth === (nav as HTMLElement).offsetWidth, new Set(lefts).size > 1]
  })
  expect(isRow).toEqual([5, true, true])
})

it('forms are printed to be filled in on paper, without useless parts', async () => {
  const print = { media: 'print' } as const
  const page = await open(layouts['job offer'].de, 1280, print)
  const seen = (parts: string) => page.locator(`main :is(${parts})`).filter({ visible: true }).count()
  expect(await seen('.field__control')).toBeGreaterThan(3)
  expect(await seen('button, .files__choose')).toBe(0)
  const breaks = await page
    .locator('main .field')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside))
  expect(new Set(breaks)).toEqual(new Set(['avoid']))
  const displays = await page
    .locator('main :is(.form-section, fieldset)')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).display))
  expect(displays, 'because Firefox breaks grids through their fields').toEqual(['block', 'block'])
  expect(
    await page
      .locator('main h2')
      .first()
      .evaluate((one) => getComputedStyle(one).breakAfter),
  ).toBe('avoid')
  await open(layouts.contact.de, 1280, print)
  const room = await page.locator('.form-section__intro').evaluate((intro) => {
    const form = intro.parentElement?.querySelector('.form-section__form')
    return (form?.getBoundingClientRect().top ?? 0) - intro.getBoundingClientRect().bottom
  })
  expect(room, 'between the words and the first label').toBeGreaterThanOrEqual(12)
  for (const { de } of [layouts.search, layouts.login]) {
    await open(de, 1280, print)
    expect(await seen('input, button'), de).toBe(0)
    expect(await page.locator('footer a[href^="tel:"]').isVisible(), de).toBe(true)
  }
})

it('printing breaks no word of a table with few columns', async () => {
  const page = await open(layouts.privacy.de, 660)
  await page.emulateMedia({ media: 'print' })
  const lines = await page.locator('.rich-text__scroll tr > :first-child').evaluateAll((all) =>
    all.map((one) => {
      const range = new Range()
      range.selectNodeContents(one)
      return `${one.textContent} ${range.getClientRects().length}`
    }),
  )
  expect(lines).toContain('Notwendig 1')
  expect(lines.filter((line) => !line.endsWith(' 1'))).toEqual([])
  expect(await sidewaysScroll(page)).toEqual([])
})

it('icons and edges are visible in forced colours, which remove backgrounds', async () => {
  const forced = { forcedColors: 'active' } as const
  const page = await open(layouts.home.de, 1280, forced)
  const styleOf = (part: string, name: string, pseudo?: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one, [key, of]) => getComputedStyle(one, of).getPropertyValue(key), [name, pseudo] as const)
  const canvas = await styleOf('html', 'background-color')
  expect(await styleOf('.site-header', 'background-color'), 'over a picture').toBe(canvas)
  expect(await styleOf('.to-top', 'border-top-style'), 'over words').toBe('solid')
  await open(layouts['not found'].de, 1280, forced)
  expect(await styleOf('.lost-route', 'display'), 'its colours are made for a dark page').toBe('none')
  await open(layouts.FAQ.de, 1280, forced)
  const text = await styleOf('body', 'color')
  for (const pseudo of ['::before', '::after'])
    expect(await styleOf('.faq__question', 'background-color', pseudo)).toBe(text)
  await open(layouts['job offer'].de, 1280, forced)
  await page.locator('[data-awake] .form').waitFor()
  await page.locator('.form__submit').click()
  await page.locator('.form__summary:visible').waitFor()
  const mark = await styleOf('.field__error:not([hidden])', 'background-color', '::before')
  expect(mark).not.toBe(canvas)
  expect(await styleOf('.field__control[aria-invalid=true]', 'border-top-width')).toBe('3px')
  const file = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await page.locator('.form [name=cv]').setInputFiles(file)
  await page.locator('.files__remove').waitFor()
  expect(await styleOf('.files__remove', 'background-color', '::before')).toBe(await styleOf('.files__remove', 'color'))
})

it('links to the page that is open are marked in forced colours', async () => {
  const page = await open(layouts['blog list'].de, 1280, { forcedColors: 'active' })
  const lineOf = (part: string) => page.locator(part).evaluate((one) => getComputedStyle(one).textDecorationLine)
  expect(await lineOf('.main-nav__link.is-active')).toBe('underline')
  expect(await lineOf('.page-links__number[aria-current]')).toBe('underline')
  const other = page.locator('.page-links__number:not([aria-current])').first()
  expect(await other.evaluate((one) => getComputedStyle(one).borderBottomStyle)).toBe('none')
})

it.each(['light', 'dark'] as const)(
  'more contrast makes quiet text and faint lines clear in the %s scheme',
  async (colorScheme) => {
    const page = await open(layouts.home.de, 1280, { contrast: 'more', colorScheme })
    for (const part of ['main', '.section.is-ink', '.site-footer']) {
      const [text, quiet, strong, rule] = await page
        .locator(part)
        .first()
        .evaluate((one) =>
          ['--text', '--text-quiet', '--rule-strong', '--rule'].map((name) =>
            getComputedStyle(one).getPropertyValue(name),
          ),
        )
      expect([quiet, rule], part).toEqual([text, strong])
    }
  },
)

it('the search of the header fits into a narrow window with large text', async () => {
  const page = await open(layouts.home.de, 320)
  await page.locator('[popovertarget*=search]:visible').first().click()
  await page.locator('.search-panel:popover-open').waitFor()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const panel = page.locator('.search-panel')
  expect(await panel.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  const box = await panel.locator('input').boundingBox()
  expect(box?.x).toBeGreaterThan(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(320)
})

const readersStyles = {
  'text at twice its size': 'html { font-size: 200% !important }',
  'wide spacing':
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important } p { margin-block-end: 2em !important }',
}

/** Expects at each width that nothing reaches beyond the window or is cut off. */
async function expectWhole(page: Page, name: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 375 ? 800 : 900 })
    expect.soft(await sidewaysScroll(page), `${name} at ${width}`).toEqual([])
    expect.soft(await clippedTexts(page), `${name} at ${width}`).toEqual([])
  }
}

const walkedLocales = isWhole ? (['de', 'pl'] as const) : (['de'] as const)

it.each(walkedLocales)('nothing scrolls sideways or is cut off at any width in "%s"', long, async (locale) => {
  const { page, context } = await openWindow(browser, site.origin, 320, { reducedMotion: 'reduce' })
  for (const [at, [, paths]] of pages.entries()) {
    const answer = await page.goto(`${site.origin}${paths[locale]}`)
    expect(answer?.status(), paths[locale]).toBe(200)
    const widths = isWhole ? [320, 375, 768, 1024, 1280, 1920] : [320, ...inTurn(at, [768, 1024, 1920])]
    await expectWhole(page, paths[locale], widths)
    if (locale === 'pl') continue
    for (const [name, style] of inTurn(at, Object.entries(readersStyles))) {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        document.adoptedStyleSheets = [sheet]
      }, style)
      await expectWhole(page, `${paths.de} with ${name}`, inTurn(Math.floor(at / 2), [375, 1280]))
    }
  }
  await context.close()
})

it.each(isWhole ? [375, 1280] : [375])(
  'nothing moves while a slow font and the pictures load at %i px',
  long,
  async (width) => {
    let slowFonts = 0
    site.faultOf = (path) => {
      if (!path.endsWith('.woff2')) return undefined
      slowFonts += 1
      return { delayMs: 300 }
    }
    const sight = await openWindow(browser, site.origin, width, { reducedMotion: 'reduce' })
    for (const [name, { de, pl }] of walkedAt(width, pages)) {
      slowFonts = 0
      const url = `${site.origin}${width === 375 ? pl : de}`
      expect.soft(await layoutShift(sight, url), name).toBeLessThan(0.0005)
      expect.soft(slowFonts, `fonts that ${name} loaded`).toBeGreaterThan(0)
    }
    await sight.context.close()
    site.faultOf = () => undefined
  },
)

it.runIf(isSoak)('text at twice its size is not cut off', long, async () => {
  // Pictures take a quarter of the time of a page, and the walk through all widths loads them.
  const zoomed = await launchBrowser(['--blink-settings=defaultFontSize=32,imagesEnabled=false'])
  const { page } = await openWindow(zoomed, site.origin, 375, { reducedMotion: 'reduce' })
  for (const [at, [, { de }]] of pages.entries()) {
    await page.goto(`${site.origin}${de}`, { waitUntil: 'domcontentloaded' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await expectWhole(page, de, inTurn(at, [375, 1280]))
    expect.soft(await crushedTexts(page), de).toEqual([])
  }
  await zoomed.close()
})
