import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { readTexts } from '#locales/translator.ts'
import { emptyPage } from './empty-page.ts'
import { setStage } from './stage.ts'
import { isWhole } from './view-checks.ts'

const stage = setStage('react')

const locales = ['pl', 'en', 'de', 'fr', 'es']
const homeOf = (locale: string): string => (locale === 'pl' ? '/' : `/${locale}`)

/** The buttons of the shown view that can be clicked without scrolling: their boxes, by action. */
function reachable(page: Page): Promise<Record<string, { y: number; width: number; height: number }>> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('dialog .consent__actions [data-action]')]
    const inReach = buttons.flatMap((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      const corners = [y + 2, y + height - 2].map((at) => document.elementFromPoint(x + width / 2, at))
      const isReached = width > 0 && corners.every((one) => one?.closest('[data-action]') === button)
      return isReached ? [[button.dataset.action, { y, width, height }]] : []
    })
    return Object.fromEntries(inReach)
  })
}

/** Words in the title and the buttons of the shown view that are broken across lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange()
    const isBroken = (node: Node, from: number, to: number): boolean => {
      range.setStart(node, from)
      range.setEnd(node, to)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
    }
    const parts = [...document.querySelectorAll('.consent__title, .consent__view:not([hidden]) .button')]
    return parts.flatMap(({ firstChild: node }) =>
      [...(node?.nodeValue ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) =>
        node && isBroken(node, index, index + word.length) ? [word] : [],
      ),
    )
  })
}

describe.each([
  { width: 375, height: 740 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
])('the consent dialog at $width x $height', (viewport) => {
  // The soak test tries every language.
  it.each(isWhole ? locales : [viewport.width === 375 ? 'pl' : 'de'])(
    'keeps the accept and reject buttons equally in reach in both views, in %s',
    async (locale) => {
      const page = await stage.openInNewWindow(homeOf(locale), { viewport, hasChosen: false })
      await page.locator('dialog[open]').waitFor()
      for (const view of ['information', 'settings']) {
        if (view === 'settings') await page.locator('[data-action=settings]').click()
        await expect.poll(async () => Object.keys(await reachable(page)).slice(0, 2)).toEqual(['accept', 'reject'])
        const { accept, reject } = await reachable(page)
        expect(accept).toEqual(reject)
      }
      // A focused switch must not be covered by the buttons.
      const switches = page.locator('.consent__switch > input:enabled')
      for (const one of await switches.all()) {
        await one.focus()
        const isSeen = await one.evaluate((control) => {
          const { left, top, width, height } = control.getBoundingClientRect()
          return document.elementFromPoint(left + width / 2, top + height / 2) === control
        })
        expect(isSeen).toBe(true)
      }
    },
  )
})

it('shows the settings in four, two or one columns (spec §9)', async () => {
  const page = await stage.openInNewWindow('/en', { hasChosen: false })
  await page.locator('[data-action=settings]').click()
  for (let width = 320; width <= 1440; width += isWhole ? 16 : 80) {
    await page.setViewportSize({ width, height: 740 })
    const columns = await page
      .locator('.consent__category')
      .evaluateAll((categories) => new Set(categories.map((one) => one.getBoundingClientRect().left)).size)
    expect([1, 2, 4], `${width} px`).toContain(columns)
  }
})

it('breaks no word in a window of 320 pixels at twice the text size', async () => {
  const page = await stage.openInNewWindow(emptyPage.path, { viewport: { width: 320, height: 800 }, hasChosen: false })
  for (const locale of locales) {
    await page.goto(`${stage.site.origin}${homeOf(locale)}`)
    await page.locator('dialog[open]').waitFor()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await brokenWords(page), locale).toEqual([])
  }
})

it('leaves no single letter at the end of a line of the Polish title', () => {
  const words = readTexts(['pl']).pl?.cookies as Record<string, string>
  expect(words.title).not.toMatch(/(?:^| )\p{L} /u)
})
