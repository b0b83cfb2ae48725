import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchBrowser, still } from './browser.ts'
import { keepWindow, type LastingWindow } from './lasting-window.ts'
import { openPage, type Site, startSite, type Visit, type VisitOptions, visit } from './site.ts'

type Engine = 'react' | 'preact'

/** Engines that a suite runs with. Usually one is enough, because both run equal scripts. The soak test uses both. */
export function enginesOf(usual: Engine): Engine[] {
  return process.env.ENGINES === 'all' ? ['react', 'preact'] : [usual]
}

export type Stage = {
  site: Site
  /** The page that the test opened. */
  at: Visit | undefined
  /** Opens a page in the window that all tests of the suite share. Use `commit` if the page navigates on. */
  open: (path: string, until?: 'load' | 'commit') => Promise<Page>
  /** Opens it in a window of its own, by default without motion too. */
  openInNewWindow: (path: string, options?: VisitOptions) => Promise<Page>
}

/** How the browser reports any failed request. */
export const failedRequest = 'Failed to load resource'

/**
 * Serves the demo site of an engine to the tests of a suite, with a browser. Any complaint of the browser fails the
 * test, unless it starts with one of `expected`. `options` apply to the shared window, which shows no motion.
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
      stage.at = await visit(browser, `${stage.site.origin}${path}`, { ...still, ...options })
      return stage.at.page
    },
  } as Stage // `site` is set before the first test

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
    // Requests that are aborted by leaving the page do not concern the test.
    const complaints = [...(at?.complaints ?? [])]
    if (at !== own) await at?.context.close()
    else if (task.result?.state !== 'fail') await lasting.leave()
    else {
      // A test that timed out is still running, and would go on in the window of the next test.
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
