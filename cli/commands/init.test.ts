import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { UsageError } from '#content/finding.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { runSite } from '#tests/run-site.ts'
import { type InitOptions, init } from './init.ts'

let outer: string
let folder: string
let said = ''
beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'site-init-'))
  folder = join(outer, 'blue-heron')
  await mkdir(folder)
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text
    return true
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(outer, { recursive: true })
})

const put = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text)
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
const make = (given: InitOptions = {}): Promise<void> =>
  init(folder, { yes: true, ...given }, new AbortController().signal)
const refusal = async (given?: InitOptions): Promise<string> => {
  const error = await make(given).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  const { message, hint } = error as UsageError
  return `${message} ${hint}`
}
const packageJson = async () => JSON.parse(await read('package.json'))

it.each([
  ['of two lines', 'One\r\nTwo\u2028Three', 'One Two Three'],
  ['with quotes', `"Herons'" \`\${1}\``, `"Herons'" \`\${1}\``],
  ['that ends in a backslash', 'C:\\', 'C:\\'],
  ['that looks like markup', '</script><!-- <b>&amp; */', '</script><!-- <b>&amp; */'],
  ['of signs beyond letters', '🦩 👩‍👩‍👧', '🦩 👩‍👩‍👧'],
  ['of 300 characters', 'x'.repeat(300), 'x'.repeat(300)],
  ['of blanks, which is the one of the folder', ' \t ', 'Blue heron'],
])('accepts a name %s', async (_what, name, brand) => {
  await make({ name, locales: 'de,en' })
  expect((await loadSettings(join(folder, 'site.config.ts'))).settings.brand.name).toBe(brand)
  expect(load(await read('content/en/pages/about.yaml'))).toMatchObject({ blocks: [{ headline: brand }] })
  expect((await packageJson()).name).toMatch(/^[a-z0-9][a-z0-9-]{0,99}$/)
  expect((await sharp(Buffer.from(await read('brand/icon.svg'))).metadata()).width).toBe(64)
})

it('leaves texts to the tool if it has the language, for any country, and otherwise writes English ones', async () => {
  await make({ locales: 'de-AT,pt-BR' })
  expect(JSON.parse(await read('texts/de-AT.json'))).toEqual({})
  expect(JSON.parse(await read('texts/pt-BR.json'))).toMatchObject({ header: { skip: 'Skip to content' } })
  expect(said).toContain('The tool has no texts in "pt-BR", so it wrote English texts. Translate "texts/pt-BR.json".\n')
  expect(said).not.toContain('texts in "de-AT"')
})

it('makes a site with a hostile name that can be built, even if the database of its preview is damaged', async () => {
  await make({ name: `</title>"'\\ \n\${x}🦩`, locales: 'en,pt-BR' })
  await mkdir(join(folder, '.site'))
  await put('.site/demo.sqlite', 'damaged')
  const { code, stderr } = await runSite(['build'], { cwd: folder })
  expect(stderr).toContain('0 warnings')
  expect(code).toBe(0)
  expect(await read('output/site/index.html')).toContain('&lt;/title&gt;&quot;&#x27;\\ ')
})

it.each([
  ['is cut off', '{\n  "name": "x",', /package\.json" is not valid JSON: .*, at line 2, column 15\. Fix it/],
  ['is a list', '[]', /package\.json" is not valid: the whole file: .*expected object/],
  ['has dependencies that are none', '{ "dependencies": "left" }', /package\.json" is not valid: "dependencies": /],
])('writes nothing when package.json %s', async (_what, text, reported) => {
  await put('package.json', text)
  expect(await refusal()).toMatch(reported)
  expect(await readdir(folder)).toEqual(['package.json'])
  expect(await read('package.json')).toBe(text)
})

it('keeps what package.json says, in its order', async () => {
  const given = {
    version: '3.0.0',
    name: 'kept',
    type: 'commonjs',
    private: false,
    scripts: { build: 'make', test: 'echo "Error: no test specified" && exit 1' },
    devDependencies: { site: 'file:../site.tgz' },
    allowScripts: { sharp: true },
  }
  await put('package.json', `\uFEFF${JSON.stringify(given)}`)
  await make({ name: 'Other' })
  const made = await packageJson()
  expect(made).toEqual({
    ...given,
    type: 'module',
    scripts: { ...made.scripts, build: 'make', test: expect.stringMatching(/^node --test/) },
    allowScripts: { sharp: true, esbuild: true, node: true },
  })
  expect(Object.keys(made)).toEqual(expect.arrayContaining(Object.keys(given)))
  expect(said).toContain('The "type" in "package.json" was changed from "commonjs" to "module"')
})

it('fills a folder of content that is empty', async () => {
  await mkdir(join(folder, 'content'))
  await make()
  expect(said).not.toContain('existed already')
  expect(await readdir(join(folder, 'content'))).toEqual(['en'])
})

it('keeps what is in the folder, and says so', async () => {
  await put('README.md', 'Mine')
  await put('tokens.css', 'mine')
  await mkdir(join(folder, 'content'))
  await mkdir(join(folder, 'media'))
  await put('content/mine.yaml', '')
  await make()
  expect(said).toContain('These files existed already and were not changed: "tokens.css", "content".')
  expect([await read('tokens.css'), await readdir(join(folder, 'content'))]).toEqual(['mine', ['mine.yaml']])
  expect(await refusal()).toMatch(
    /^There is already a site in ".*blue-heron": it contains "site\.config\.ts"\. Nothing was/,
  )
})

it.each([
  ['a file stands where a folder belongs', () => put('brand', '')],
  ['a link leads nowhere', () => symlink('nowhere', join(folder, 'tokens.css'))],
])('removes what it wrote when %s', async (_what, prepare) => {
  await prepare()
  expect(await refusal()).toMatch(/" cannot be written\. No site was created\./)
  expect(await refusal({ name: 'Again' })).toContain('cannot be written')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(files.filter((one) => !one.isDirectory()).map(({ name }) => name)).toHaveLength(1)
})

it.runIf(process.platform === 'linux')('ends when the system cannot create folders', async () => {
  folder = '/proc/site'
  expect(await refusal()).toMatch(/^"\/proc\/site\/.*" cannot be written\. No site was created\./)
})

it('leaves no partial file when the disk is full', async () => {
  await put('package.json', '{"name":"mine"}')
  await runSite(['init', '--help']) // compiles the command, which needs room too
  const onFullDisk = `trap '' XFSZ; ulimit -f 0; exec "$@"`
  const [node, ...words] = [process.execPath, resolve('cli/site.js'), 'init', folder, '--yes']
  const { status, stderr } = spawnSync('bash', ['-c', onFullDisk, 'bash', node, ...words], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be written')])
  expect(await readdir(folder)).toEqual(['package.json'])
})

it.each([
  [{ api: 'https://cms.example.com/api?key=1' }, 'is not the address of a content service'],
  [{ api: 'https://me:word@cms.example.com/api' }, 'is not the address of a content service'],
  [{ origin: 'https://a.example/path' }, 'is not the address of a site'],
  [{ locales: 'en,english' }, '"english" is not a locale'],
])('refuses %o', async (given, reported) => {
  expect(await refusal(given)).toContain(reported)
  expect(await readdir(folder)).toEqual([])
})

it.each([
  ['a pipeline', {}, false, undefined],
  ['a CI system with a terminal', {}, true, '1'],
  ['a terminal with --yes', { yes: true }, true, undefined],
])('asks nothing in %s', async (_what, given, isTerminal, ci) => {
  const before = process.stdin.isTTY
  vi.stubEnv('CI', ci)
  process.stdin.isTTY = isTerminal
  onTestFinished(() => {
    vi.unstubAllEnvs()
    process.stdin.isTTY = before
  })
  await init(folder, given, AbortSignal.abort()) // a question would be interrupted
  expect((await loadSettings(join(folder, 'site.config.ts'))).settings.brand.name).toBe('Blue heron')
})

it('names the next commands', async () => {
  await make({ api: 'https://cms.example.com/api/' })
  expect(said).toMatch(
    /cd .*blue-heron\n {2}npm install\n {2}npx site preview\n {2}npx site build\n {2}npx site serve\n/,
  )
  expect(said).toContain('"npx site doctor --api https://cms.example.com/api" checks')
  expect(await readdir(folder)).not.toContain('content')
})

it('creates a missing folder with its parents, and says where the site is', async () => {
  const deep = join(folder, 'not/there')
  await init(deep, { yes: true }, new AbortController().signal)
  expect(await readdir(deep)).toContain('site.config.ts')
  expect(JSON.parse(await readFile(join(deep, 'package.json'), 'utf8')).dependencies.site).toMatch(/^file:/)
  expect(said).toContain(`The site is in "${deep}". Its content is in "content", as files.\n`)
  expect(said).toContain('"npx site doctor" checks this machine')
})

it('refuses a file in the place of the folder', async () => {
  await put('mine', 'text')
  const making = init(join(folder, 'mine'), { yes: true }, new AbortController().signal)
  await expect(making).rejects.toThrow(`"${join(folder, 'mine')}" is a file.`)
  expect(await read('mine')).toBe('text')
})

it('quotes the folder for a shell', async () => {
  await init(join(folder, "it's $HOME"), { yes: true }, new AbortController().signal)
  expect(said).toMatch(/\n {2}cd '.*\/it'\\''s \$HOME'\n/)
})

it('says that the address is a placeholder when none was given', async () => {
  await make()
  expect(said).toContain('replace "https://www.example.com" in "site.config.ts" with its own address')
  said = ''
  await init(join(outer, 'other'), { yes: true, origin: 'https://heron.example' }, new AbortController().signal)
  expect(said).not.toContain('its own address')
})
