import type { Page } from 'playwright'

/** Makes a page believe that its tab is hidden, or visible again. A browser without windows hides no tabs. */
export async function hideTab(page: Page, isHidden = true): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
