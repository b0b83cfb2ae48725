import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** The first is Chromium without windows, which draws the same and takes half the processor time. */
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

/** As long as a test may take: no shorter limit decides on a slow machine. */
export const pageTimeout = 120_000

/** Starts the Chromium of `CHROMIUM_PATH`, of the system, or Playwright's own. Throws with the way to get one. */
export async function launchBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM_PATH ?? '', ...systemPaths].find((path) => path && existsSync(path))
  try {
    return await chromium.launch({ ...(executablePath && { executablePath }), args: [...quietArgs, ...args] })
  } catch (cause) {
    throw new Error(
      'No Chromium can be started. Install one with "npx playwright install chromium", or name it in CHROMIUM_PATH.',
      { cause },
    )
  }
}
