import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { openLines } from '#content/parse/field-lines.ts'
import { textFiles, withoutForm } from '#locales/translator.ts'
import { readIcon } from '#publish/read-icon.ts'
import { findNearest } from '#publish/redirects/nearest-addresses.ts'
import { parseRedirects } from '#publish/redirects/redirects.ts'
import { ledgerFile } from '#renderer/plan/ledger-file.ts'
import { entriesOf } from '#renderer/plan/moved-addresses.ts'
import { localesOf, type Settings } from '#renderer/settings.ts'
import type { Roots } from './own-blocks.js'
import { readHandwrittenJson, requireUtf8 } from './syntax-place.ts'

/**
 * Checks the handwritten files of a site, before anything else. Throws a `UsageError` that names the place in a file.
 */
export async function checkFiles({ toolRoot, siteRoot }: Roots, settings: Settings): Promise<void> {
  const texts = localesOf(settings).map((locale) => `texts/${locale}.json`)
  expectFile(join(siteRoot, settings.brand.icon)) // drawings may name another encoding
  for (const name of ['tokens.css', ...texts]) expectText(join(siteRoot, name))
  if (siteRoot !== toolRoot)
    for (const name of globSync('blocks/*/*.{ts,tsx,css}', { cwd: siteRoot })) expectText(join(siteRoot, name))
  refuseUnreadTexts(join(siteRoot, 'texts'), localesOf(settings))
  const ledgers = settings.families.flatMap((family) => ledgerFile({ settings, family, siteRoot }) ?? [])
  for (const ledger of ledgers) expectText(ledger) // a build replaces the ledger, even if it is a device
  await readIcon(siteRoot, settings.brand.icon)
  for (const locale of localesOf(settings)) {
    for (const ours of textFiles(locale).map((name) => join(toolRoot, 'locales', name)))
      if (existsSync(ours)) await readTexts(ours)
    const own = join(siteRoot, 'texts', `${locale}.json`)
    if (existsSync(own)) await checkOwnTexts(own, join(toolRoot, 'locales'))
  }
  await checkRedirects(siteRoot, settings)
}

/** Checks `redirects.json`. Throws a `UsageError` that names the place of the mistake. */
export async function checkRedirects(siteRoot: string, settings: Settings): Promise<void> {
  const redirects = join(siteRoot, 'redirects.json')
  if (!existsSync(redirects)) return
  expectText(redirects)
  await readJson(redirects)
  const entries = parseRedirects(readFileSync(redirects, 'utf8'), nameOf(redirects))
  for (const family of settings.families) entriesOf(family, settings, entries)
}

/** Refuses anything that is where a file should be: a folder, or a pipe, which would be waited for forever. */
function expectFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || found.isFile()) return
  const what = found.isDirectory() ? 'a folder' : 'a pipe or device'
  throw new UsageError(`"${nameOf(file)}" is ${what}, but a file is needed.`, { hint: 'Replace it with a file.' })
}

/** Refuses what `expectFile` refuses, and a file that is not in UTF-8. */
function expectText(file: string): void {
  expectFile(file)
  requireUtf8(file, nameOf(file))
}

/** Refuses a file of texts that is named after no locale, so that no page would show them. */
function refuseUnreadTexts(folder: string, locales: string[]): void {
  if (!existsSync(folder)) return
  const names = readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name))
  const unread = names.find((name) => !locales.includes(name.slice(0, -'.json'.length)))
  if (unread === undefined) return
  throw new UsageError(`"${nameOf(join(folder, unread))}" is named after no locale of the settings.`, {
    hint: `Name it after one of ${locales.join(', ')}, with the same capitals, or remove it.`,
  })
}

function nameOf(file: string): string {
  return relative(process.cwd(), file)
}

function readJson(file: string): Promise<unknown> {
  return readHandwrittenJson(file, { name: nameOf(file), hint: 'Correct it there. Nothing in the file was used.' })
}

/** A text with its whole key. */
type Text = [key: string, text: string]

/** The texts of a file, in which areas hold texts and further areas. Throws a `UsageError` for anything else. */
async function readTexts(file: string): Promise<Text[]> {
  return textsIn(await readJson(file), file, [])
}

function textsIn(tree: unknown, file: string, path: string[]): Text[] {
  const key = path.join('.')
  if (typeof tree === 'string' && key !== '') return [[key, tree]]
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) {
    const what = key === '' ? 'the whole file' : `"${key}"`
    throw new UsageError(
      `${placeIn(file, path)}: ${what} is ${JSON.stringify(tree)}, but a text or an object of texts is expected.`,
      { hint: 'Write a text in double quotation marks. Nothing in the file was used.' },
    )
  }
  const joined = Object.keys(tree).find((name) => name.includes('.'))
  if (joined !== undefined)
    throw new UsageError(
      `${placeIn(file, [...path, joined])}: no text is looked up at "${joined}", because it is one name with a dot.`,
      {
        hint: `Nest the parts of the name: { ${joined
          .split('.')
          .map((part) => `"${part}": `)
          .join('{ ')}"…"${' }'.repeat(joined.split('.').length)}.`,
      },
    )
  return Object.entries(tree).flatMap(([name, part]) => textsIn(part, file, [...path, name]))
}

/** The place of a text, such as `"texts/en.json", line 3`. */
function placeIn(file: string, path: string[]): string {
  return `"${nameOf(file)}", line ${openLines(readFileSync(file, 'utf8'), nameOf(file))(path)}`
}

/** Areas in which a site may have texts that the tool lacks: the texts of its own blocks, and its industries. */
const openAreas = /^(own|industry)\./

/**
 * Throws a `UsageError` for a text of the site that replaces none of the tool's texts, so that nobody would see it, or
 * that has an unknown placeholder.
 */
async function checkOwnTexts(file: string, ourFolder: string): Promise<void> {
  const own = (await readTexts(file)).filter(([key]) => !openAreas.test(key))
  const ours = readdirSync(ourFolder).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(ours.map((name) => readTexts(join(ourFolder, name))))
  const known = Map.groupBy(texts.flat(), ([key]) => withoutForm(key))
  const at = (key: string): string => placeIn(file, key.split('.'))
  for (const [key, text] of own) {
    const forms = known.get(withoutForm(key))
    const values = new Set(forms?.flatMap(([, ours]) => valuesIn(ours)))
    const wrong = forms && valuesIn(text).find((name) => !values.has(name))
    if (wrong === undefined) continue
    throw new UsageError(
      `${at(key)}: the text "${key}" contains "{{${wrong}}}", but it gets no value with that name.`,
      {
        hint:
          values.size > 0 ? `It gets ${[...values].map((name) => `"{{${name}}}"`).join(', ')}.` : 'It gets no values.',
      },
    )
  }
  /** Whether the tool has a text, in this plural form or in any. A text that has no forms is looked up by its key. */
  const isKnown = (key: string): boolean =>
    known.get(withoutForm(key))?.some(([ours]) => ours === key || ours !== withoutForm(ours)) === true
  const [unknown] = own.find(([key]) => !isKnown(key)) ?? []
  if (unknown === undefined) return
  const near = findNearest([...known.keys()].map(asPath))(asPath(unknown)).map(
    (path) => `"${path.slice(1).replaceAll('/', '.')}"`,
  )
  const isArea = [...known.keys()].some((key) => key.startsWith(`${unknown}.`))
  const what = isArea ? `"${unknown}" is a group of texts, not a text` : `there is no text "${unknown}"`
  throw new UsageError(`${at(unknown)}: ${what}.`, {
    hint: `${!isArea && near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}The valid keys are in "${nameOf(join(ourFolder, 'en.json'))}". Texts of your own blocks belong in the group "own".`,
  })
}

/** Names of the values that are inserted into a text. */
function valuesIn(text: string): string[] {
  return [...text.matchAll(/{{-?\s*(\w+)/g)].map(([, name = '']) => name)
}

const asPath = (key: string): string => `/${key.replaceAll('.', '/')}`
