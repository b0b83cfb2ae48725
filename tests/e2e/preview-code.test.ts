import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, still } from './browser.ts'
import { hideTab } from './hide-tab.ts'
import { visit } from './site.ts'

let browser: Browser
let project: string
let command: ChildProcess
let origin: string
let page: Page
let reported = ''

const notCopied = new Set(['node_modules', 'output', '.git', '.site', 'tests', 'docs'])

// A copy of the project, because the tests change its code.
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'site-project-'))
  for (const name of readdirSync('.')) if (!notCopied.has(name)) cpSync(name, join(project, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
  const panel = join(project, 'preview/panel/main.tsx')
  const good = readFileSync(panel, 'utf8')
  writeFileSync(panel, `${good}\nthis is no code`)
  const { SITE_API: _, SITE_API_TOKEN: _token, ...env } = process.env
  const args = [join(project, 'cli/site.js'), 'preview', '31', '--locale', 'en', '--port', '0', '--images', 'off']
  command = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'inherit', 'pipe'] })
  const address = await new Promise<string>((found, failed) => {
    command.on('exit', () => failed(new Error(`The preview has ended: ${reported}`)))
    command.stderr?.on('data', (chunk) => {
      reported += chunk
      const [, url] = /The preview is at (\S+)/.exec(reported) ?? []
      if (url) found(url)
    })
  })
  origin = new URL(address).origin
  for (const [path, status] of [
    ['', 200],
    ['assets/panel.js', 500],
  ] as const)
    expect((await fetch(`${origin}/admin/${path}`)).status).toBe(status)
  writeFileSync(panel, good)
  browser = await launchBrowser()
  const visited = await visit(browser, `${origin}/admin/article_with_crumbs/31?locale=en`, still)
  page = visited.page
  await page.locator('.panel__live.is-on').waitFor()
  await shown().locator('main').waitFor()
})
afterAll(async () => {
  await browser.close()
  await end()
  rmSync(project, { recursive: true, force: true })
})

async function end(): Promise<void> {
  if (command.exitCode !== null) return
  command.removeAllListeners('exit')
  command.kill('SIGINT')
  await new Promise((ended) => command.once('exit', ended))
}

const shown = () => page.frameLocator('iframe:not(.is-coming)')

/** Changes a file of the project, and waits until the page shows the change. */
async function change(file: string, from: string, to: string, isShown: () => Promise<boolean>): Promise<void> {
  const path = join(project, file)
  const before = readFileSync(path, 'utf8')
  expect(before).toContain(from)
  const changedAt = performance.now()
  writeFileSync(path, before.replace(from, to))
  await expect.poll(isShown, { interval: 10 }).toBe(true)
  console.log(`${file} shows after ${Math.round(performance.now() - changedAt)} ms`)
}

it('The preview shows a change of styles', async () => {
  const css = readFileSync('templates/base.css', 'utf8').split('\n')[0] ?? ''
  await change('templates/base.css', css, `main{outline:3px solid rgb(1, 2, 3)}\n${css}`, async () => {
    const outline = await shown()
      .locator('main')
      .evaluate((element) => getComputedStyle(element).outlineColor)
    return outline === 'rgb(1, 2, 3)'
  })
})

it('The preview shows a change of interface texts', async () => {
  await change('locales/en.json', '"skip": "', '"skip": "Quickly: ', async () => {
    const text = await shown().locator('.skip-link').textContent()
    return text?.startsWith('Quickly: ') ?? false
  })
})

it('The preview shows a change of code, and reports code that cannot run', async () => {
  const file = 'blocks/text/text.tsx'
  const good = readFileSync(join(project, file), 'utf8')
  writeFileSync(join(project, file), `${good}\nthis is no code`)
  await page.locator('.panel__failure').waitFor()
  expect(await shown().locator('main').isVisible()).toBe(true)
  const later = await visit(browser, `${origin}/admin/article_with_crumbs/31?locale=en`, still)
  await later.page.locator('.panel__failure', { hasText: 'text.tsx' }).waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Reading…' }).waitFor({ state: 'detached' })
  expect(await page.locator('.panel__failure').innerText()).toContain('The change cannot be shown')
  await later.context.close()
  writeFileSync(join(project, file), good)
  await page.locator('.panel__failure').waitFor({ state: 'detached' })
  await change(
    'blocks/_shared/section.tsx',
    'className="section__inner"',
    'className="section__inner is-changed"',
    async () => {
      return (await shown().locator('.section__inner.is-changed').count()) > 0
    },
  )
})

it('A hidden tab shows code that changed meanwhile once it is visible again, even if no byte of the page changed', async () => {
  const file = join(project, 'blocks/text/text.tsx')
  const other = await visit(browser, `${origin}/admin/article_with_crumbs/31?locale=en`, still)
  await other.page.locator('.panel__live.is-on').waitFor()
  await hideTab(page)
  const root = (of: Page) => of.frameLocator('iframe:not(.is-coming)').locator('html')
  for (const one of [page, other.page]) await root(one).evaluate((html) => html.setAttribute('data-is-old', ''))
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n// changes no byte of the page`)
  const isOld = (of: Page) => root(of).getAttribute('data-is-old')
  await expect.poll(() => isOld(other.page)).toBe(null)
  expect(await isOld(page)).toBe('')
  await hideTab(page, false)
  await expect.poll(() => isOld(page)).toBe(null)
  await other.context.close()
})

it('The preview ends with the command, which the panel reports, and never prints the token', async () => {
  await end()
  await page.locator('.panel__live', { hasText: 'Connecting…' }).waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page
    .locator('.panel__failure', { hasText: 'The preview does not respond. If it has ended, start it again' })
    .waitFor()
  expect(reported).not.toContain('demo-token')
  expect(reported).toContain('The change cannot be shown')
})
