import type { Page } from 'playwright'

/** Has a page believe that another tab is before it, or no more: a browser without windows hides none. */
export async function hideTab(page: Page, isHidden = true): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
