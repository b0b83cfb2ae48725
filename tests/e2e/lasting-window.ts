import { emptyPage } from './empty-page.ts'
import { storedConsent, type Visit } from './site.ts'

export type LastingWindow = {
  /** Opens a page of the site for a visitor who has chosen cookies. Use `commit` if the page navigates on. */
  visit: (path: string, until?: 'load' | 'commit') => Promise<void>
  /** Leaves the page, closes other tabs, and clears cookies and storage. The server must answer again. */
  leave: () => Promise<void>
}

/**
 * Makes one window serve many tests one after the other, because a new window takes ten times as long as a page in an
 * existing one. Before each visit the window seems to have never been on the site, except for cached files. A test
 * needs its own window if it adds scripts, sets the size, or intercepts files that may be cached.
 */
export async function keepWindow({ page, context }: Omit<Visit, 'complaints'>, origin: string): Promise<LastingWindow> {
  const leave = async (): Promise<void> => {
    await context.setOffline(false)
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.mouse.move(0, 0)
    await page.goto(`${origin}${emptyPage.path}`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
  }
  await leave()
  return {
    leave,
    async visit(path, until = 'load') {
      await page.evaluate((record) => localStorage.setItem('cookiesTypes', record), storedConsent())
      await page.goto(`${origin}${path}`, { waitUntil: until })
    },
  }
}
