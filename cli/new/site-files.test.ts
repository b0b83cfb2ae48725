import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkFiles } from '#renderer/sources/check-files.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { type NewSite, siteFiles } from './site-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const made = (more: Partial<NewSite> = {}): Record<string, string> =>
  siteFiles({
    ...{ name: 'Heron', locales: ['en', 'de'], origin: 'https://www.heron.example', timeZone: 'Europe/Paris' },
    ...{ tool: '^1.0.0', packageJson: {}, ...more },
  })

/** Writes the files of a site, and returns its settings as a command reads them. */
async function settingsOf(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { settings, siteRoot } = await loadSettings(join(folder, 'site.config.ts'))
  await checkFiles({ toolRoot: process.cwd(), siteRoot }, settings)
  return settings
}

it('writes settings with the answers, and other files that every command can read', async () => {
  const { brand, families, timeZone, ledger, api } = await settingsOf(made())
  expect(brand).toMatchObject({ name: 'Heron', icon: 'brand/icon.svg' })
  expect(families).toMatchObject([
    { id: 'main', origin: 'https://www.heron.example', defaultLocale: 'en', locales: ['en', 'de'] },
  ])
  expect([timeZone, ledger, api]).toEqual(['Europe/Paris', 'addresses.txt', undefined])
})

it.each([`O'Neill \\ Söhne`, '\\', `'; process.exit(1) //`])('keeps the name %j unchanged', async (name) => {
  expect((await settingsOf(made({ name }))).brand.name).toBe(name)
})

it('starts with content and texts for each locale, but without content if a service is named', async () => {
  const files = Object.keys(made())
  expect(files.filter((path) => path.startsWith('texts/'))).toEqual(['texts/en.json', 'texts/de.json'])
  expect(files).toContain('content/en/nodes.yaml')
  expect(files).toContain('content/de/nodes.yaml')
  const other = made({ api: 'https://cms.example/api' })
  expect(Object.keys(other).filter((path) => path.startsWith('content/'))).toEqual([])
  expect((await settingsOf(other)).api).toBe('https://cms.example/api')
})

it('names the tool in package.json, and ignores generated files', () => {
  const files = made({ tool: 'file:../site.tgz', packageJson: { dependencies: { zod: '4' } } })
  expect(JSON.parse(files['package.json'] ?? '').dependencies).toEqual({ zod: '4', site: 'file:../site.tgz' })
  expect(files['.gitattributes']).toContain('\naddresses*.txt merge=union\n')
  expect(files['.gitignore']?.split('\n')).toEqual(['node_modules/', 'output/', '.site/', ''])
})

it.each([
  ['Żółta łódź & Söhne', 'zolta-lodz-sohne'],
  ['site', 'my-site'],
  ['…', 'my-site'],
])('names the package of "%s" as npm allows', (name, npmName) => {
  expect(JSON.parse(made({ name })['package.json'] ?? '').name).toBe(npmName)
})

it.each([
  ['heron', 'H'],
  ['  42 sails', '4'],
  ['«Łódź»', 'Ł'],
  ['…', 'S'],
])('draws the first letter of "%s"', (name, letter) => {
  expect(made({ name })['brand/icon.svg']).toContain(`>${letter}</text>`)
})

it.each(['pl', 'de-AT'])('leaves the texts in "%s" to the tool', (locale) => {
  expect(made({ locales: [locale] })[`texts/${locale}.json`]).toBe('{}\n')
})

it('begins with English texts for a language that the tool does not have', () => {
  const texts = made({ locales: ['pt-BR'] })['texts/pt-BR.json'] ?? ''
  expect(JSON.parse(texts)).toMatchObject({ header: { skip: 'Skip to content' } })
})
