import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppServer } from '#publish/serve/serve-app.ts'
import { startStaticServer } from '#publish/serve/static-server.ts'
import { allBlocks } from '#tests/fixtures/all-blocks.ts'
import { node, page as pageOf } from '#tests/fixtures/content.ts'
import { type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { runSite } from '#tests/run-site.ts'
import { launchBrowser } from './browser.ts'
import { enginesOf } from './stage.ts'
import { axeFindings, inTurn, isWhole, openWindow } from './view-checks.ts'

type Json = Record<string, unknown>

const item = (group: string, name: string, children: Json[] = []): Json => ({
  id: `${group}-${name}`,
  group,
  name,
  url: `/ziel/${group}-${name}`.toLowerCase().replaceAll(' ', '-'),
  ...(children.length > 0 && { children }),
})
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** Eight entries with fourteen items below each: 120 links. */
const large = times(8, (at) =>
  item(
    'main',
    `Teil ${at}`,
    times(14, (child) => ({
      ...item('main', `Angebot ${at} ${child}`),
      description: child % 2 ? 'Wozu es dient.' : '',
    })),
  ),
)
const names =
  'Abonnement,Dokumentation,Downloads,Fahrzeuge,Geschichte,Integrationen,Kundenservice,Nachhaltigkeit,Partner,Preise'
const locales = {
  /** Ten long names beside each other. */
  de: { main: names.split(',').map((name, at) => item('main', name, at % 3 ? [] : [item('main', `Unter ${name}`)])) },
  en: { main: large },
  /** Few words in the bar, many in the top line. */
  fr: { main: [item('main', 'Offre')], top: names.split(',').map((name) => item('top', name)) },
  /** An empty menu. */
  es: { main: [] },
}
type Locale = keyof typeof locales

const nodes = [
  node('/', 'home', { nodeType: 'root' }),
  node('/alles', 'all'),
  ...['/demo', '/demander-une-demo'].map((slug) => node(slug, 'demo')),
  node('/suche', 'search', { nodeType: 'search' }),
]
const contentOf = ({ main, top = [] }: { main: Json[]; top?: Json[] }) => ({
  nodes,
  menus: [...main, ...top],
  pages: {
    home: pageOf('home', 'Start'),
    demo: pageOf('demo', 'Demo'),
    all: pageOf('all', 'Alles', { blocks: allBlocks }),
    search: pageOf('search', 'Suche', { layout: 'search' }),
  },
})

const served = new Map<string, Promise<AppServer>>()
const opened: { close: () => Promise<void> }[] = []
let browser: Browser
let service: FixtureService
let folder: string

/** Returns the server of an engine's export, which is built once for all locales. */
function serve(engine: 'react' | 'preact'): Promise<AppServer> {
  const host = served.get(engine) ?? build(engine)
  served.set(engine, host)
  return host
}

/** Builds with the command line, because a process can only use one engine. */
async function build(engine: 'react' | 'preact'): Promise<AppServer> {
  const out = join(folder, engine)
  const chosen = ['--api', service.api, '--locale', Object.keys(locales).join(), '--engine', engine, '--images', 'off']
  const { code, stderr } = await runSite(['build', ...chosen, '--no-ledger', '--out', out, '--cache', `${out}-cache`])
  if (code !== 0) throw new Error(`The site cannot be built with ${engine}:\n${stderr}`)
  const host = await startStaticServer({ directory: out, api: service.api, port: 0 })
  opened.push(host)
  return host
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-header-'))
  browser = await launchBrowser()
  service = await startFixtureService({
    locales: Object.fromEntries(Object.entries(locales).map(([locale, menus]) => [locale, contentOf(menus)])),
  })
  opened.push(service)
})
afterAll(async () => {
  await browser.close()
  for (const one of opened.reverse()) await one.close()
  await rm(folder, { recursive: true, force: true })
})

async function inWindow(
  origin: string,
  use: (page: Page) => Promise<void>,
  { width = 1280, ...options }: BrowserContextOptions & { width?: number } = {},
): Promise<void> {
  const { page, context, complaints } = await openWindow(browser, origin, width, {
    reducedMotion: 'reduce',
    ...options,
  })
  await use(page)
  await context.close()
  expect(complaints).toEqual([])
}

/** Whether the menu is in the bar or a drawer, and the faults in the layout of the header. */
function layOut(page: Page): Promise<{ isBar: boolean; faults: string[] }> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
    const isBar = shown('.main-nav').length + shown('.top-line').length > 0
    const faults = isBar === shown('.is-menu').length > 0 ? ['the menu is in the bar and in a drawer, or in none'] : []
    const parts = shown('.site-header :is(a, button, .main-nav__link)').map((part) => ({
      part,
      box: part.getBoundingClientRect(),
    }))
    for (const { part, box } of parts) {
      const name = `"${part.textContent}"`
      if (box.left < 0 || box.right > innerWidth) faults.push(`${name} is outside of the window`)
      if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
        faults.push(`${name} is cut`)
      for (const other of parts) {
        const isApart =
          other.part === part ||
          other.box.left >= box.right - 1 ||
          other.box.right <= box.left + 1 ||
          other.box.top >= box.bottom - 1 ||
          other.box.bottom <= box.top + 1
        if (!isApart) faults.push(`${name} lies over "${other.part.textContent}"`)
      }
    }
    for (const link of shown('.main-nav__link, .top-line a')) {
      const range = document.createRange()
      range.selectNodeContents(link)
      const tops = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => Math.round(bottom / 12)),
      )
      if (tops.size > 1) faults.push(`"${link.textContent}" is broken into lines`)
    }
    return { isBar, faults }
  })
}

describe.each(enginesOf('react'))('a menu of 120 links, with %s', (engine) => {
  let host: AppServer
  beforeAll(async () => {
    host = await serve(engine)
  })

  it('has each link once, and at most half of the elements of a page', async () => {
    await inWindow(host.origin, async (page) => {
      await page.goto(`${host.origin}/en/alles`)
      const { links, inHeader, inPage, drawings } = await page.evaluate(() => ({
        links: [...document.querySelectorAll('header a[href*="/ziel/main-"]')].map((one) => one.getAttribute('href')),
        inHeader: document.querySelectorAll('header, header *').length,
        inPage: document.querySelectorAll('*').length,
        drawings: [...document.querySelectorAll('header path')].map((one) => one.getAttribute('d')),
      }))
      expect(links).toHaveLength(120)
      expect(new Set(links).size).toBe(120)
      expect(inHeader).toBeLessThanOrEqual(inPage / 2)
      expect(inHeader).toBeLessThanOrEqual(911 / 2)
      expect(new Set(drawings).size).toBe(drawings.length)
    })
  })

  it.each(isWhole ? [375, 1280] : [1280])('shows every link at %i px, accessibly', async (width) => {
    await inWindow(
      host.origin,
      async (page) => {
        await page.goto(`${host.origin}/en/alles`)
        if (width < 1280) await page.locator('.is-menu').click()
        const seen = new Set<string | null>()
        const see = async () => {
          const shown = await page.evaluate(() =>
            [...document.querySelectorAll('header a[href*="/ziel/main-"]')].flatMap((one) =>
              one.checkVisibility() ? [one.getAttribute('href')] : [],
            ),
          )
          for (const href of shown) seen.add(href)
        }
        await see()
        for (const toggle of await page.locator('.main-nav__toggle').all()) {
          await toggle.click()
          await page.locator('[data-header][data-ready]').waitFor() // the script loads on the first pointer event, and then returns the focus
          await see()
          if (seen.size === 120) expect(await axeFindings(page, 'header')).toEqual([])
          await page.keyboard.press('Escape')
          await expect.poll(() => toggle.evaluate((one) => one === document.activeElement)).toBe(true)
        }
        expect(seen.size).toBe(120)
      },
      { width },
    )
  })
})

describe('the layout of the header', () => {
  let host: AppServer
  beforeAll(async () => {
    host = await serve('react')
  })
  // In the soak test all of them. The words of "de" are the longest, those of "es" fit where they do not.
  const all: Locale[] = isWhole ? (Object.keys(locales) as Locale[]) : ['de', 'es']
  const widths = [320, 375, 480, 600, 768, 1024, 1200, 1280, 1440, 1920]
  const pathOf = (locale: Locale) => `/${locale}/alles`

  /** The widths at which the menu is in the bar. */
  async function barWidths(page: Page, locale: Locale): Promise<number[]> {
    const bars: number[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const { isBar, faults } = await layOut(page)
      expect.soft(faults, `${locale} at ${width}`).toEqual([])
      if (isBar) bars.push(width)
    }
    return bars
  }

  it.each(all)('shows all words of "%s" unbroken at any width, in the bar where they fit', async (locale) => {
    await inWindow(host.origin, async (page) => {
      await page.goto(`${host.origin}${pathOf(locale)}`)
      const bars = await barWidths(page, locale)
      expect(bars).toContain(1920)
      // If the words fit at one width, they fit at every larger width.
      expect(bars).toEqual(widths.slice(widths.length - bars.length))
      expect(bars.includes(1200)).toBe(locale === 'en' || locale === 'es')
    })
  })

  const readersStyles = [
    'html { font-size: 200% !important }',
    '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
  ]

  it.each(all)('shows those of "%s" at twice the size or with wide spacing', async (locale) => {
    await inWindow(host.origin, async (page) => {
      for (const style of inTurn(all.indexOf(locale), readersStyles)) {
        await page.goto(`${host.origin}${pathOf(locale)}`)
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(text)
          document.adoptedStyleSheets = [sheet]
        }, style)
        const bars = await barWidths(page, locale)
        if (locale !== 'es') expect(bars).not.toContain(600)
      }
    })
  })

  it('is correct before scripts run', async () => {
    await inWindow(
      host.origin,
      async (page) => {
        for (const locale of all) {
          await page.goto(`${host.origin}${pathOf(locale)}`)
          expect((await layOut(page)).faults).toEqual([])
        }
      },
      { javaScriptEnabled: false, width: 1100 },
    )
  })
})

it.each(isWhole ? [320, 375, 480] : [320])(
  'keeps the menu in view beside a long brand name or large letters at %i px',
  async (width) => {
    const host = await serve('react')
    await inWindow(
      host.origin,
      async (page) => {
        await page.goto(`${host.origin}/en/alles`)
        const brand = page.locator('header .logo__name')
        const space = await brand.evaluate((name) => {
          name.textContent = 'Blue Heron & Daughters Instrument Makers'
          const range = document.createRange()
          range.setStart(name.firstChild as Text, 4)
          range.setEnd(name.firstChild as Text, 5)
          return range.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(name).fontSize)
        })
        expect(space).toBeGreaterThan(0.2)
        expect(await layOut(page)).toEqual({ isBar: false, faults: [] })
        await brand.evaluate((name) => {
          name.textContent = 'Trasanova'
          const sheet = new CSSStyleSheet()
          // Like text zoom in Safari, which also doubles the size that the window limits.
          sheet.replaceSync('html { font-size: 200% } .logo__name { font-size: calc(2 * min(1.4rem / 2, 6.4vi)) }')
          document.adoptedStyleSheets = [sheet]
        })
        expect(await layOut(page)).toEqual({ isBar: false, faults: [] })
      },
      { width },
    )
  },
)

it.each(isWhole ? [320, 375, 768] : [320])('keeps the longest brand name within the bar at %i px', async (width) => {
  const host = await serve('react')
  await inWindow(
    host.origin,
    async (page) => {
      await page.goto(`${host.origin}/en/alles`)
      const [bar, name] = await page.locator('header .logo__name').evaluate((one) => {
        one.textContent = 'Zweckverband Wasserversorgung und Abwasserbeseitigung Oberunterwellenborn'
        one.classList.add('is-long')
        return [one.closest('header'), one].map((part) => part?.getBoundingClientRect().toJSON() as DOMRect)
      })
      expect(name?.top).toBeGreaterThanOrEqual(bar?.top ?? Number.NaN)
      expect(name?.bottom).toBeLessThanOrEqual(bar?.bottom ?? Number.NaN)
      expect(await layOut(page)).toEqual({ isBar: false, faults: [] })
    },
    { width },
  )
})
