import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { failedRequest, setStage } from './stage.ts'

const stage = setStage('preact', [failedRequest])

/** How long a loader fades, and the bar at the top edge runs, and whether the line in the loader runs. */
function timesOf(page: Page, loader: string) {
  return page.evaluate((selector) => {
    const of = (part: Element | null, pseudo?: string) => getComputedStyle(part as Element, pseudo)
    const element = document.querySelector(selector)
    return {
      fade: element && of(element).transitionDuration.split(', ')[0],
      bar: of(document.body, '::before').animationName !== 'none' && of(document.body, '::before').animationDuration,
      line: element && of(element, '::before').animationName !== 'none',
    }
  }, loader)
}

const places: [path: string, loader: string][] = [
  ['/en/search', '.search-status .loader'],
  ['/en/login', '.login-form .loader'],
  ['/en/client-zone?page=price-list', '.restricted-page .loader'],
]

async function openAt(path: string, reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
  const page = await stage.openInNewWindow('/en/help', { reducedMotion })
  await page.evaluate(() => localStorage.setItem('shop-token', 'demo-token'))
  stage.site.faultOf = (url) => (/^\/api\/(token|hidden)/.test(url) ? { status: 500 } : undefined)
  await page.goto(`${stage.site.origin}${path}`)
  return page
}

describe('a loader', () => {
  /** All of them have the same styles. The soak test looks at each. */
  const tried = isSoak ? places : places.slice(0, 1)
  it.each(tried)('on %s fades within half a second', async (path, loader) => {
    const page = await openAt(path, 'no-preference')
    expect(await timesOf(page, loader)).toEqual({ fade: '0.5s', bar: '1s', line: true })
  })

  it.each(tried)('on %s does not move with reduced motion', async (path, loader) => {
    const page = await openAt(path, 'reduce')
    expect(await timesOf(page, loader)).toEqual({ fade: '0s', bar: false, line: false })
  })

  it('runs for 400 ms on an error page', async () => {
    const page = await openAt('/en/404.html', 'no-preference')
    expect((await timesOf(page, '.loader')).bar).toBe('0.4s')
  })

  it("hides nothing of the page's own content", async () => {
    stage.site.faultOf = (path) => (/\.js$/.test(path.split('?')[0] ?? '') ? { status: 503 } : undefined)
    const page = await stage.openInNewWindow('/en/search', { reducedMotion: 'no-preference' })
    for (const part of ['h1', '#search [name=q]', '.search-page__info', 'footer'])
      expect(
        await page
          .locator(part)
          .first()
          .evaluate((one) => one.checkVisibility({ opacityProperty: true })),
      ).toBe(true)
  })
})
