import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions } from 'playwright'

/** The first is a Chromium without windows. It draws the same and takes half the processor time. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const quietArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Options of windows whose tests are not about motion. The browser would spend most of its time on animating panels and
 * the transitions between pages. In the soak test windows move as for most visitors.
 */
export const still: BrowserContextOptions = {
  reducedMotion: process.env.MOTION === 'on' ? 'no-preference' : 'reduce',
}

/** How long a step of a test may take. It ends only steps that hang, and then the error says what the step waited for. */
const pageTimeout = 100_000

/**
 * Starts the Chromium of `CHROMIUM_PATH`, of the system, or of Playwright. Without any, the error says how to get one.
 */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  const browser = await launch((options) => chromium.launch(options), args)
  browser.on('context', (context) => context.setDefaultTimeout(pageTimeout))
  return browser
}

/** The same with a profile folder that survives until the next start. */
export async function launchWithProfile(folder: string): Promise<BrowserContext> {
  const context = await launch((options) => chromium.launchPersistentContext(folder, options))
  context.setDefaultTimeout(pageTimeout)
  return context
}

async function launch<T>(start: (options: LaunchOptions) => Promise<T>, args: string[] = []): Promise<T> {
  const executablePath = [process.env.CHROMIUM_PATH ?? '', ...systemPaths].find((path) => path && existsSync(path))
  try {
    return await start({ ...(executablePath && { executablePath }), args: [...quietArgs, ...args] })
  } catch (cause) {
    throw new Error(
      'No Chromium can be started. Install one with "npx playwright install chromium", or name it in CHROMIUM_PATH.',
      { cause },
    )
  }
}
