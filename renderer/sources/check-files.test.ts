import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseSettings } from '#renderer/settings.ts'
import given from '#site.config.ts'
import { checkFiles } from './check-files.ts'
import { readOwnFiles } from './own-files.ts'

const settings = parseSettings(given, 'site.config.ts')
let root: string
const write = (name: string, text: string): void => writeFileSync(join(root, name), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-files-'))
  for (const folder of ['locales', 'brand']) mkdirSync(join(root, folder))
  write('brand/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
})
afterEach(() => rmSync(root, { recursive: true }))

it('accepts a project with valid files, and one without any', async () => {
  await checkFiles({ toolRoot: root, siteRoot: root }, settings)
  write('locales/pl.json', '{"menu":{"open":"Otwórz"}}')
  write('redirects.json', '{"redirects":[]}')
  await checkFiles({ toolRoot: root, siteRoot: root }, settings)
})

it('accepts files with a byte order mark, as their readers do', async () => {
  write('locales/pl.json', '\ufeff{"menu":{"open":"Otwórz"}}')
  write('redirects.json', '\ufeff{"redirects":[]}')
  mkdirSync(join(root, 'texts'))
  write('texts/pl.json', '\ufeff{"menu":{"open":"Otwórz"}}')
  await checkFiles({ toolRoot: root, siteRoot: root }, settings)
  expect(readOwnFiles(root, settings)).toMatchObject({
    redirects: [],
    texts: { pl: { menu: { open: 'Otwórz' } } },
  })
})

it.each(['PL.json', 'pl-PL.json', 'it.json'])('refuses texts that no locale reads: %s', async (name) => {
  mkdirSync(join(root, 'texts'))
  for (const good of ['.#pl.json', 'pl.json.orig', 'pl.json']) write(`texts/${good}`, '{}')
  await checkFiles({ toolRoot: root, siteRoot: root }, settings)
  write(`texts/${name}`, '{}')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toMatchObject({
    message: expect.stringContaining(`${name}" is named after no locale of the settings.`),
    hint: 'Name it after one of pl, en, de, fr, es, with the same capitals, or remove it.',
  })
})

it('refuses a redirect of an unknown family before anything is read', async () => {
  write('redirects.json', '{"redirects":[{"from":"/a","to":"/b","family":"moon"}]}')
  const checked = checkFiles({ toolRoot: root, siteRoot: root }, settings)
  await expect(checked).rejects.toThrow(
    'Entry 1 of redirects.json names the domain family "moon", which does not exist.',
  )
})

it('refuses a device as the ledger, because a build would replace it', async () => {
  const checked = checkFiles({ toolRoot: root, siteRoot: root }, { ...settings, ledger: '/dev/null' })
  await expect(checked).rejects.toThrow('null" is a pipe or device, but a file is needed.')
})

it.each(['redirects.json', 'tokens.css', 'texts/pl.json', 'brand/icon.svg'])(
  'refuses a folder and a pipe in the place of %s',
  async (name) => {
    const check = () => checkFiles({ toolRoot: root, siteRoot: root }, settings)
    const file = join(root, name)
    rmSync(file, { force: true })
    mkdirSync(file, { recursive: true })
    await expect(check()).rejects.toThrow(`${name}" is a folder, but a file is needed.`)
    rmSync(file, { recursive: true })
    execFileSync('mkfifo', [file])
    await expect(check()).rejects.toThrow(`${name}" is a pipe or device, but a file is needed.`)
  },
)

it.each(['redirects.json', 'tokens.css', 'texts/pl.json', 'addresses.txt', 'blocks/note/note.tsx'])(
  'refuses %s in another encoding than UTF-8, whose letters would be published broken',
  async (name) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), Buffer.from('{\n"\xfc": "/\xfc"}', 'latin1'))
    await expect(checkFiles({ toolRoot: resolve(), siteRoot: root }, settings)).rejects.toMatchObject({
      message: `"${relative(process.cwd(), join(root, name))}" is not in UTF-8, at line 2.`,
      hint: 'Save the file in UTF-8 with your editor. Nothing in it was used.',
    })
  },
)

it('reports an icon that is missing or not an SVG', async () => {
  write('brand/icon.svg', 'PNG')
  const check = () => checkFiles({ toolRoot: root, siteRoot: root }, settings)
  await expect(check()).rejects.toThrow('The icon of the brand, "brand/icon.svg", is not an SVG.')
  rmSync(join(root, 'brand/icon.svg'))
  await expect(check()).rejects.toThrow('The icon of the brand, "brand/icon.svg", cannot be read.')
})

it('names the line of texts that are not JSON', async () => {
  write('locales/pl.json', '{\n  "open": "Otwórz"\n  "close": ""\n}')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toThrow(
    /pl\.json" is not valid JSON: .*, at line 3, column 3\./,
  )
})

it('names an unknown text', async () => {
  write('locales/pl.json', '{"menu":{"open":3}}')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toThrow(
    'line 1: "menu.open" is 3, but a text or an object',
  )
  write('locales/pl.json', '{"menu":["Otwórz"]}')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toThrow(
    'line 1: "menu" is ["Otwórz"], but a text or an object',
  )
})

it('names redirects of a wrong shape by path from the working directory, like other files', async () => {
  write('redirects.json', '[]')
  const name = relative(process.cwd(), join(root, 'redirects.json'))
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toThrow(`"${name}" is not valid`)
})

it('reports redirects that are not JSON', async () => {
  write('redirects.json', '[')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toThrow(
    /redirects\.json" is not valid JSON/,
  )
})

it('names a placeholder in a text that gets no value', async () => {
  write('locales/pl.json', '{"blog":{"by":"Autor: {{name}}","all":"Wszystkie"}}')
  mkdirSync(join(root, 'texts'))
  write('texts/pl.json', '{"blog":{"by":"{{ name }} pisze","all":"Wszystkie"},"own":{"x":"{{any}}"}}')
  await checkFiles({ toolRoot: root, siteRoot: root }, settings)
  write('texts/pl.json', '{"blog":{\n"all": "Wszystkie",\n"by":"{{nmae}}"}}')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toEqual(
    expect.objectContaining({
      message: expect.stringMatching(
        /line 3: the text "blog\.by" contains "{{nmae}}", but it gets no value with that name/,
      ),
      hint: 'It gets "{{name}}".',
    }),
  )
})

it('accepts texts of own blocks and texts that replace ours, and names any other', async () => {
  write('locales/pl.json', '{"menu":{"open_one":"Otwórz"}}')
  mkdirSync(join(root, 'texts'))
  write('texts/pl.json', '{"own":{"quote":{"said":"Mówi"}},"menu":{"open_many":"Otwórz wszystkie"}}')
  await checkFiles({ toolRoot: root, siteRoot: root }, settings)
  write('texts/pl.json', '{\n  "menu": {\n    "opne": "x"\n  }\n}')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toEqual(
    expect.objectContaining({
      message: expect.stringMatching(/texts\/pl\.json", line 3: there is no text "menu\.opne"\.$/),
      hint: expect.stringContaining('Did you mean "menu.open"?'),
    }),
  )
  write('texts/pl.json', '{ "menu": "x" }')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toThrow(
    /texts\/pl\.json", line 1: "menu" is a group of texts, not a text\.$/,
  )
})

it('refuses plural forms of a text that has none, because it is looked up by its key', async () => {
  write('locales/pl.json', '{"search":{"found":"Wyniki: {{count}}"}}')
  mkdirSync(join(root, 'texts'))
  write('texts/pl.json', '{ "search": {\n"found_one": "{{count}} wynik" } }')
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toMatchObject({
    message: expect.stringContaining('pl.json", line 2: there is no text "search.found_one".'),
    hint: expect.stringContaining('Did you mean "search.found"?'),
  })
})

it.each([
  ['{"own.fleet.berths":"4"}', 1, 'own.fleet.berths', '{ "own": { "fleet": { "berths": "…" } } }'],
  ['{\n"own":{\n"fleet.berths":"4"}}', 3, 'fleet.berths', '{ "fleet": { "berths": "…" } }'],
])('refuses a text under a name with dots, which is never looked up: %s', async (texts, line, name, written) => {
  mkdirSync(join(root, 'texts'))
  write('texts/pl.json', texts)
  await expect(checkFiles({ toolRoot: root, siteRoot: root }, settings)).rejects.toMatchObject({
    message: expect.stringContaining(
      `pl.json", line ${line}: no text is looked up at "${name}", because it is one name with a dot.`,
    ),
    hint: `Nest the parts of the name: ${written}.`,
  })
})
