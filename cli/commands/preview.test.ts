import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { PreviewOptions } from '#cli/prepare/preview-job.ts'
import { SiteError, UsageError } from '#content/finding.ts'
import { node, page } from '#tests/fixtures/content.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { captureOutput, captureWhile, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { preview } from './preview.ts'

/** Number of processes that this process has started and that have not ended. */
const processes = (): number => process.getActiveResourcesInfo().filter((one) => one === 'ProcessWrap').length
const before = processes()

let site: OwnSite
beforeAll(() => {
  site = openOwnSite()
  for (const locale of ['en', 'de']) {
    site.write(`content/${locale}/nodes.yaml`, JSON.stringify([node('/', 1, { nodeType: 'root' }), node('/a', 2)]))
    site.write(`content/${locale}/menus.yaml`, '[]')
    site.write(`content/${locale}/pages/home.yaml`, JSON.stringify(page(1, 'Home')))
    site.write(`content/${locale}/pages/a.yaml`, JSON.stringify(page(2, 'Published')))
    site.write(`content/${locale}/pages/a.draft.yaml`, JSON.stringify(page(2, `Drafted ${locale}`)))
  }
})
afterAll(() => site.remove())
const optionsOf = (more: Partial<PreviewOptions>): PreviewOptions => {
  const { cache, config, images } = site.options
  return { type: 'article_with_crumbs', port: 0, cache, config, images, ...more }
}

it('exports the draft of a page as a folder, and exits', async () => {
  const out = site.at('draft')
  const { signal } = new AbortController()
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo // the port of a running preview
  const { stderr } = await captureOutput(() => preview('2', optionsOf({ export: out, locale: 'de', port }), signal))
  const [, files, opened = ''] = /^The draft was written as (\d+) files; open (\S+)$/m.exec(stderr) ?? []
  expect(Number(files)).toBeGreaterThan(1)
  const file = opened.startsWith('file:') ? fileURLToPath(opened) : opened
  expect(readFileSync(file, 'utf8')).toContain('Drafted de')
  expect(existsSync(site.at('.site/demo.sqlite'))).toBe(true) // forms of the preview are stored there
})

it.runIf(process.platform === 'linux')('opens the address in the browser of the system', async () => {
  site.write('bin/xdg-open', `#!/bin/sh\necho "$1" > "${site.at('opened')}"`)
  chmodSync(site.at('bin/xdg-open'), 0o755)
  vi.stubEnv('PATH', `${site.at('bin')}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const opened = () => existsSync(site.at('opened')) && readFileSync(site.at('opened'), 'utf8')
  const { stderr } = await captureWhile(
    (signal) => preview(undefined, optionsOf({ open: true }), signal),
    () => expect.poll(opened).toMatch(/\n$/),
  )
  expect(stderr).toContain(`The preview is at ${opened()}`)
})

it('exports a page with invalid addresses, and reports the files that it names in vain', async () => {
  const html = '<p><a href="/assets/50%.pdf">Half</a> <a href="/assets/a%20b%1B%5B31m.pdf">Whole</a></p>'
  const odd = page(3, 'Odd', { blocks: [{ id: 9, type: 'text', html }] })
  site.write('content/en/pages/odd.draft.yaml', JSON.stringify(odd))
  const options = optionsOf({ export: site.at('odd'), type: 'article' })
  const { stderr } = await captureOutput(() => preview('3', options, new AbortController().signal))
  expect(stderr).toMatch(/^The draft was written as \d+ files; open /m)
  expect(stderr).toContain(
    'The draft refers to files that the site does not have: assets/50%.pdf, assets/a b\\u001b[31m.pdf\n',
  )
})

it.runIf(process.platform === 'linux')('says that the cache folder cannot be created', async () => {
  const previewing = preview('2', optionsOf({ cache: '/proc/site' }), new AbortController().signal)
  await expect(previewing).rejects.toThrow('The cache folder "/proc/site" cannot be written.')
})

it('names a file of an exported draft that cannot be written', async () => {
  const exported = (folder: string) => preview('2', optionsOf({ export: folder }), new AbortController().signal)
  await expect(exported('/proc/site/draft')).rejects.toMatchObject({
    message: expect.stringMatching(/^"\/proc\/site\/draft\/\.site-preview" cannot be written: /),
    hint: 'Choose another folder with --export.',
  })
})

it('shows the drafts of files when SITE_API_TOKEN is empty', async () => {
  const { config, cache, images } = optionsOf({})
  const args = ['preview', '2', '--type', 'article_with_crumbs', '--locale', 'de', '--config', config, '--cache', cache]
  const env = { ...process.env, SITE_API_TOKEN: '' }
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['cli/site.js', ...args, '--images', images, '--export', site.at('untold')],
    { env },
  )
  expect(stderr).toContain('The draft was written as')
})

it('prints its address, warns of a missing page, and runs until it is interrupted', async () => {
  let origin = ''
  const { stderr } = await captureWhile(
    (signal) => preview('77', optionsOf({}), signal),
    async (said) => {
      await expect.poll(() => said.stderr, { interval: 20 }).toContain('There is no page')
      origin = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(said.stderr)?.[1] ?? ''
      expect((await fetch(`${origin}/admin/`)).status).toBe(200)
    },
  )
  expect(stderr).toContain(`The preview is at ${origin}/admin/article_with_crumbs/77?locale=en\nStop it with Ctrl+C.\n`)
  expect(stderr).toContain('There is no page "77" of the type "article_with_crumbs" in "en": ')
  expect(stderr).toMatch(/\nPass the id of the page, not its address. All pages are listed at http:\S+\/admin\/\n/)
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
})

it('reports that the service refuses the token, for the named page and for viewed pages', async () => {
  const { stderr } = await captureWhile(
    (signal) => preview('2', optionsOf({ token: 'wrong' }), signal),
    async (said) => {
      await expect.poll(() => said.stderr, { interval: 20 }).toContain('cannot be shown')
    },
  )
  expect(stderr).toContain('The page "2" of the type "article_with_crumbs" in "en" cannot be shown: GET /pages/2 (en)')
  expect(stderr).toContain(' answered 401')
  expect(stderr).toContain(
    'Set SITE_API_TOKEN, or --token, to a token that the service accepts. The page is shown as it is published.\n',
  )

  const args = ['preview', '--port', '0', '--token', 'wrong', '--images', 'off', '--config', optionsOf({}).config]
  const command = spawn(process.execPath, ['cli/site.js', ...args, '--cache', optionsOf({}).cache])
  let said = ''
  command.stderr.on('data', (chunk) => (said += chunk))
  await expect.poll(() => said).toContain('The preview is at')
  const [, origin = ''] = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? []
  for (const path of ['/a', '/', '/a']) expect((await fetch(`${origin}${path}`)).status).toBe(200)
  command.kill('SIGINT')
  await once(command, 'close')
  expect(said.match(/Pages are shown without their drafts: GET \/pages\/2 \(en\) answered 401.*\nSet /g)).toHaveLength(
    1,
  )
})

it('refuses a locale that the site does not have, and the export of a missing page', async () => {
  const { signal } = new AbortController()
  await expect(preview(undefined, optionsOf({ locale: 'xx' }), signal)).rejects.toMatchObject({
    message: 'The site has no locale "xx".',
    hint: 'Choose from: en, de.',
  })
  const missing = preview('77', optionsOf({ export: site.at('none') }), signal)
  await expect(missing).rejects.toThrow(/^There is no page "77" of the type "[a-z_]+" in "en": /)
  await expect(missing).rejects.toBeInstanceOf(UsageError)
  expect(existsSync(site.at('none'))).toBe(false)
})

it('fails, and does not say that it was used wrongly, when the service refuses the draft that should be exported', async () => {
  const refusing = await startFixtureService({
    locales: {},
    intercept: (_, response) => Boolean(response.writeHead(401).end()),
  })
  onTestFinished(() => refusing.close())
  const exported = preview('2', optionsOf({ api: refusing.api, export: site.at('none') }), AbortSignal.any([]))
  await expect(exported).rejects.toThrow(
    /^The page "2" of the type "[a-z_]+" in "en" cannot be exported: GET .* answered 401/,
  )
  await expect(exported).rejects.toBeInstanceOf(SiteError)
})

it('says what it waits for, and can be interrupted, while the service does not answer', async () => {
  const silent = await startFixtureService({ locales: {}, intercept: () => true })
  onTestFinished(() => silent.close())
  const { stderr } = await captureWhile(
    (signal) => preview(undefined, optionsOf({ api: silent.api }), signal),
    (said) => expect.poll(() => said.stderr).not.toBe(''),
  )
  expect(stderr).toBe(`Still reading the content at "${silent.api}". Stop it with Ctrl+C.\n`)
})

it('ends the processes that render when the address of the service is invalid', async () => {
  await expect.poll(processes, { interval: 20 }).toBe(before) // those of the tests above have ended
  const shown = preview(undefined, optionsOf({ api: 'nonsense' }), new AbortController().signal)
  await expect(shown).rejects.toThrow('The address of the content service')
  await expect.poll(processes, { interval: 20 }).toBe(before)
})

it('reports once why the service does not answer', async () => {
  const asked = preview('2', optionsOf({ api: 'http://127.0.0.1:9/api', export: site.at('none') }), AbortSignal.any([]))
  await expect(asked).rejects.toThrow(/^"http:\/\/127\.0\.0\.1:9" does not answer [^(]*ECONNREFUSED[^(]*$/)
})

it.runIf(process.platform === 'linux')('reports a file that its disk cannot read in a sentence', async () => {
  symlinkSync('/proc/self/mem', site.at('tokens.css')) // a file whose reading fails
  onTestFinished(() => rmSync(site.at('tokens.css')))
  const options = optionsOf({ export: site.at('none') })
  await expect(preview('2', options, new AbortController().signal)).rejects.toMatchObject({
    message: 'A file of the site cannot be read or written: its disk is failing.',
    finding: { hint: expect.stringContaining('Check the disk, for example with') },
  })
})

it('does not export over another website', async () => {
  site.write('website/index.html', 'other')
  const options = optionsOf({ export: site.at('website'), locale: 'de' })
  await expect(preview('2', options, new AbortController().signal)).rejects.toMatchObject({
    message: expect.stringContaining(
      `The folder "${site.at('website')}" holds files that do not belong to an exported draft`,
    ),
    hint: 'Choose an empty or new folder with --export.',
  })
  expect(readFileSync(site.at('website/index.html'), 'utf8')).toBe('other')
})

it('names the file and line that prevents a page from being shown', async () => {
  const good = readFileSync(site.at('content/en/nodes.yaml'), 'utf8')
  // Until the whole site is read, a page is shown from content that was read for it alone.
  const expectReported = (path: string, words: RegExp): Promise<unknown> =>
    captureWhile(
      (signal) => preview(undefined, optionsOf({}), signal),
      async (said) => {
        await expect.poll(() => said.stderr, { interval: 20 }).toContain('The preview is at')
        const [, origin = ''] = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(said.stderr) ?? []
        await expect.poll(async () => (await fetch(`${origin}${path}`)).text()).toMatch(words)
      },
    )
  site.write('content/en/pages/a.yaml', 'id: 2\ntitle: 7\nblocks: []\n')
  await expectReported('/a', /pages\/a\.yaml&quot;, line 2, field &quot;title&quot;: expected a text, got 7/)
  site.write('content/en/nodes.yaml', '- id: [1')
  await expectReported('/a', /nodes\.yaml&quot; is not valid YAML: .*, at line 1/)
  site.write('content/en/nodes.yaml', good)
  site.write('content/en/pages/a.yaml', JSON.stringify(page(2, 'Published')))
})
