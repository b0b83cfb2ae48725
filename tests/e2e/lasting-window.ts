import { emptyPage } from './empty-page.ts'
import { storedConsent, type Visit } from './site.ts'

export type LastingWindow = {
  /** Opens a page of the site for a visitor who has answered the question about cookies; `commit` where it leads on by itself. */
  visit: (path: string, until?: 'load' | 'commit') => Promise<void>
  /** Leaves the page and closes other tabs; forgets cookies and storage. The server must answer again. */
  leave: () => Promise<void>
}

/**
 * Makes a window serve many tests one after the other, since a new one takes ten times as long as a page in one that is there. Before each
 * visit it is as one that was never on the site, but for files that it may keep. What a test sets besides pages, storage and the
 * connection (scripts of its own, the size), and what it does with files on their way, needs a window of its own.
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
