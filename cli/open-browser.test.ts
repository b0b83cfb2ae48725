import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { openBrowser } from './open-browser.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
  vi.stubEnv('PATH', site.root)
})
afterEach(() => {
  vi.unstubAllEnvs()
  site.remove()
})

it.runIf(process.platform === 'linux')('opens the address in the browser of the user', async () => {
  site.write('xdg-open', `#!/bin/sh\necho "$@" > '${site.at('opened')}'\n`)
  chmodSync(site.at('xdg-open'), 0o755)
  const { stderr } = await captureOutput(async () => {
    openBrowser('http://127.0.0.1:4020/admin/')
    await expect.poll(() => existsSync(site.at('opened')) && readFileSync(site.at('opened'), 'utf8')).toBeTruthy()
  })
  expect([readFileSync(site.at('opened'), 'utf8'), stderr]).toEqual(['http://127.0.0.1:4020/admin/\n', ''])
})

it('prints a line if no browser can be started', async () => {
  await captureOutput(async (said) => {
    openBrowser('http://127.0.0.1:4020/admin/')
    await expect.poll(() => said.stderr).toBe('No browser could be started; open the address yourself.\n')
  })
})
