import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchBrowser, still } from './browser.ts'
import { keepWindow, type LastingWindow } from './lasting-window.ts'
import { openPage, type Site, startSite, type Visit, type VisitOptions, visit } from './site.ts'

type Engine = 'react' | 'preact'

/** Engines that a suite runs with: `usual` alone, because both run the same scripts over equal markup; in the soak test both. */
export function enginesOf(usual: Engine): Engine[] {
  return process.env.ENGINES === 'all' ? ['react', 'preact'] : [usual]
}

export type Stage = {
  site: Site
  /** The page that the test has opened. */
  at: Visit | undefined
  /** Opens a page in the window that all tests of the suite use; `commit` where the page leads on by itself. */
  open: (path: string, until?: 'load' | 'commit') => Promise<Page>
  openInNewWindow: (path: string, options?: VisitOptions) => Promise<Page>
}

/** What the browser says by itself of each request that failed. */
export const failedRequest = 'Failed to load resource'

/**
 * Serves the demo site as an engine made it to the tests of a suite, with a browser of theirs. Whatever the browser complains of fails
 * the test, unless it begins with one of `expected`. `options` are those of the window of the suite, which draws no motion.
 */
export function setStage(engine: Engine, expected: string[] = [], options: BrowserContextOptions = {}): Stage {
  let browser: Browser
  let own: Visit
  let lasting: LastingWindow
  const openOwn = async (): Promise<void> => {
    own = await openPage(browser, { ...still, ...options })
    lasting = await keepWindow(own, stage.site.origin)
  }
  const stage = {
    at: undefined,
    async open(path, until) {
      stage.at = own
      await lasting.visit(path, until)
      return own.page
    },
    async openInNewWindow(path, options) {
      stage.at = await visit(browser, `${stage.site.origin}${path}`, options)
      return stage.at.page
    },
  } as Stage // its site is there before the first test

  beforeAll(async () => {
    browser = await launchBrowser()
    stage.site = await startSite(inject('exports')[engine])
    await openOwn()
  })
  afterEach(async ({ task }) => {
    const { at, site } = stage
    stage.at = undefined
    site.faultOf = () => undefined
    site.waitFor = () => undefined
    // What breaks off when the page is left is none of the test's.
    const complaints = [...(at?.complaints ?? [])]
    if (at !== own) await at?.context.close()
    else if (task.result?.state !== 'fail') await lasting.leave()
    else {
      // A test that took too long goes on, and would go on in the window of the next.
      await own.context.close()
      await openOwn()
    }
    own.complaints.length = 0
    expect(complaints.filter((text) => !expected.some((one) => text.startsWith(one)))).toEqual([])
  })
  afterAll(async () => {
    await browser.close()
    await stage.site.close()
  })
  return stage
}
