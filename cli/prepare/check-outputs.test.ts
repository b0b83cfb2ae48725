import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeAddresses } from '#publish/redirects/addresses.ts'
import { partFile } from '#renderer/shards/part.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import {
  checkExport,
  checkOutput,
  checkOutputs,
  refuseOtherFamily,
  requireExport,
  requireLocales,
} from './check-outputs.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-outputs-'))
  writeFileSync(join(root, 'file'), '')
  mkdirSync(join(root, 'folder'))
})
afterEach(() => rmSync(root, { recursive: true }))

it.each(['none/new', 'folder', 'file/new'])('refuses a report and a snapshot at "%s"', (name) => {
  const [out, file] = [join(root, 'out'), join(root, name)]
  const reported = (what: string, option: string) =>
    expect.objectContaining({
      message: `The ${what} cannot be written to "${file}".`,
      hint: `Choose another file with ${option}; its folder must exist.`,
      cause: expect.any(Error),
    })
  expect(() => checkOutputs({ out, report: file })).toThrow(reported('report', '--report'))
  expect(() => checkOutputs({ out, saveSnapshot: file })).toThrow(reported('snapshot', '--save-snapshot'))
})

it.each(['new', 'file', 'out/new'])('accepts "%s", and creates nothing', (name) => {
  checkOutputs({ out: join(root, 'out'), report: join(root, name), saveSnapshot: join(root, name) })
  expect(readdirSync(root)).toEqual(['file', 'folder'])
})

it.each(['site/report.json', 'hosts/caddy/report.json'])('refuses a report and a snapshot at "out/%s"', (name) => {
  const [out, file] = [join(root, 'out'), join(root, 'out', name)]
  const reported = `"${file}" lies in "${join(out, name.split('/')[0] ?? '')}", where every build removes files that it did not write.`
  expect(() => checkOutputs({ out, report: file })).toThrow(`The report ${reported}`)
  expect(() => checkOutputs({ out, saveSnapshot: file })).toThrow(`The snapshot ${reported}`)
})

it.each([
  ['file', 'is a file.'],
  ['file/new/out', 'cannot be created, because "'],
])('refuses the output folder "%s"', (name, reported) => {
  const out = join(root, name)
  expect(() => checkOutputs({ out })).toThrow(`The output folder "${out}" ${reported}`)
})

it.each(['', 'heron', '..'])('refuses the output folder "%s", which contains the site', (name) => {
  const out = join(root, name)
  expect(() => checkOutputs({ out, config: join(root, 'heron/site.config.ts') })).toThrow(
    `The output folder "${out}" contains the site itself.`,
  )
  expect(readdirSync(root)).toEqual(['file', 'folder'])
})

it('accepts an output folder inside the site', () => {
  checkOutputs({ out: join(root, 'output'), config: join(root, 'site.config.ts') })
})

it('accepts something other than a file if it can be written', () => {
  checkOutputs({ out: join(root, 'out'), report: '/dev/null' })
})

it('refuses a device as a snapshot or a plan, because the file would replace it', () => {
  const reported = (work: () => void) => expect(work).toThrow(expect.objectContaining({ cause: isDevice }))
  const isDevice = new Error('it is a pipe or a device, but a file is needed')
  reported(() => checkOutputs({ out: join(root, 'out'), saveSnapshot: '/dev/null' }))
  reported(() => checkOutput('/dev/stdout', 'plan', '--out'))
})

it('refuses a folder without an export, and says how to make one', () => {
  const out = mkdtempSync(join(tmpdir(), 'site-out-'))
  expect(() => requireExport(out)).toThrow(`There is no export in "${out}".`)
  mkdirSync(join(out, 'site'))
  requireExport(out)
  rmSync(out, { recursive: true })
})

it('refuses a folder with the part of a shard, which an export would replace', () => {
  mkdirSync(join(root, 'part'))
  writeFileSync(join(root, 'part', partFile), '')
  expect(() => checkExport({ out: join(root, 'part') })).toThrow(
    `"${join(root, 'part')}" contains the part of a shard, which the export would replace.`,
  )
  checkExport({ out: join(root, 'folder') })
  expect(() => checkExport({ out: join(root, 'file') })).toThrow('is a file.')
})

it('refuses the export of another family of the settings, and accepts any other folder', async () => {
  const of = (id: string, locale: string) => ({
    ...{ id, origin: `https://${id}.example`, defaultLocale: locale, locales: [locale] },
  })
  const settings = testSettings({ families: [of('main', 'en'), of('shop', 'pl')] })
  const [main, shop] = settings.families
  if (!main || !shop) throw new Error('The settings have two families.')
  const out = join(root, 'folder')
  const make = (family: typeof main) =>
    refuseOtherFamily({ out, family, settings } as Parameters<typeof refuseOtherFamily>[0]) // no other field is read
  const facts = { defaultLocale: 'en', locales: ['en'], built: ['en'], pages: [], files: [], elsewhere: [], shells: [] }
  await writeAddresses(out, { ...facts, family: 'shop' })
  await make(main) // nothing is published yet
  mkdirSync(join(out, 'site'))
  await make(shop)
  await expect(make(main)).rejects.toMatchObject({
    message: `"${out}" contains the export of the domain family "shop", not of "main".`,
    hint: 'Each family needs its own folder: choose another folder for "main" with --out, or the other family with --family.',
  })
  await writeAddresses(out, { ...facts, family: 'removed' })
  await make(main)
  writeFileSync(join(out, 'addresses.json'), 'damaged')
  await make(main)
})

it('refuses locales that the export does not have, naming each once', () => {
  requireLocales('out', ['en', 'pl'], ['pl'])
  expect(() => requireLocales('out', ['en', 'pl'], ['de', 'pl', 'fr', 'de'])).toThrow(
    expect.objectContaining({
      message: 'The export in "out" has no pages in de, fr.',
      hint: 'It has pages in en, pl. Build it with "site build --locale en,pl,de,fr" first.',
    }),
  )
})
