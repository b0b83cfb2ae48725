import { randomUUID } from 'node:crypto'
import { existsSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteExport } from '#publish/export/kept-files.ts'
import { openPageStore } from '#renderer/reads/page-store.ts'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { cache } from './cache.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => site.remove())
const lastMonth = Date.now() / 1000 - 31 * 86_400
const yesterday = Date.now() / 1000 - 90_000
const run = (prune = false) => captureOutput(() => cache({ cache: site.options.cache, prune }))
const [used, left, gone, begun] = [...'abcd'].map((digit) => digit.repeat(16))
const linesOf = (stdout: string) => stdout.split('\n').map((line) => line.replace(/ in ".*"$/, ''))

it('prints for each kind where it is kept, how much there is, and what no export uses', async () => {
  site.write('output/.site-export', '')
  site.write('.site/program/record.json', '{}') // of a site with own blocks
  site.write(`.site/pictures/${used}.picture`, 'x'.repeat(1_200_000))
  site.write(`.site/pictures/${left}.picture`, 'x'.repeat(300_000))
  noteExport(site.options.cache, site.options.out, [`${used}.picture`])
  const { stdout } = await run()
  const folder = site.options.cache
  expect(stdout.split('\n')).toEqual([
    `pictures    2 files, 1.5 MB in "${folder}"`,
    'unused      1 file, 0.3 MB',
    `compressed  0 files, 0.0 MB in "${folder}/compressed"`,
    'unused      0 files, 0.0 MB',
    `memory      0 files, 0.0 MB in "${folder}/builds"`,
    'unused      0 files, 0.0 MB',
    `previews    0 files, 0.0 MB in "${folder}/preview"`,
    'unused      0 files, 0.0 MB',
    '',
  ])
  expect(existsSync(site.at(`.site/pictures/${left}.picture`))).toBe(true)
})

it('removes with --prune what no export uses, and nothing else', async () => {
  site.write('output/.site-export', '')
  site.write(`.site/pictures/${used}.picture`, 'x')
  site.write(`.site/pictures/${left}.picture`, 'x')
  site.write(`.site/compressed/aa/${'a'.repeat(64)}.br`, 'x')
  site.write(`.site/builds/${gone}.answers.sqlite`, 'x')
  for (const name of [used, left]) site.write(`.site/preview/${name}.site`, 'x')
  utimesSync(site.at(`.site/preview/${left}.site`), lastMonth, lastMonth)
  for (const name of [gone, begun])
    openPageStore(site.at(`.site/builds/${name}.pages.sqlite`), 'tools')[Symbol.dispose]()
  const foreign = ['pictures/summer.jpg', 'builds/house.pdf', 'compressed/aa/notes.txt']
  for (const file of foreign) site.write(`.site/${file}`, 'of somebody')
  utimesSync(site.at(`.site/builds/${gone}.pages.sqlite`), yesterday, yesterday)
  noteExport(site.options.cache, site.options.out, [`${used}.picture`])
  const removed = linesOf((await run(true)).stdout).filter((line) => line.startsWith('removed'))
  expect(removed.map((line) => line.replace(/,.*/, ''))).toEqual([
    'removed     1 file',
    'removed     1 file',
    expect.stringMatching(/^removed {5}[12] files?$/),
    'removed     1 file',
  ])
  const pictures = [`pictures/${used}.picture`, `pictures/${left}.picture`, `compressed/aa/${'a'.repeat(64)}.br`]
  const files = [...pictures, `preview/${used}.site`, `preview/${left}.site`]
  expect(files.map((file) => existsSync(site.at(`.site/${file}`)))).toEqual([true, false, false, true, false])
  expect(foreign.filter((file) => existsSync(site.at(`.site/${file}`)))).toEqual(foreign)
  expect(existsSync(site.at(`.site/builds/${gone}.answers.sqlite`))).toBe(false)
  expect(existsSync(site.at(`.site/builds/${begun}.pages.sqlite`))).toBe(true) // a build may be running
})

it('keeps the data of an export with --prune as long as the export exists', async () => {
  site.write('output/.site-export', '')
  const files = [site.options.out, site.at('gone')].map((out, at) => {
    const file = site.at(`.site/builds/${String(at).repeat(16)}.pages.sqlite`)
    site.write(`.site/builds/${String(at).repeat(16)}.answers.sqlite`, 'x')
    using store = openPageStore(file, 'tools')
    store.save({ ...store.previous, facts: { out } })
    return file
  })
  utimesSync(files[0] ?? '', yesterday, yesterday)
  await run(true)
  for (const ending of ['pages', 'answers'])
    expect(files.map((file) => existsSync(file.replace('pages', ending)))).toEqual([true, false])
})

it('leaves with --prune what a build that has just begun may be writing', async () => {
  const [fresh, old] = [randomUUID(), randomUUID()].map((id) => `.site/pictures/${left}.picture.${id}`)
  const files = [fresh ?? '', `.site/builds/${left}.answers.sqlite`, old ?? '', `.site/builds/${gone}.answers.sqlite`]
  for (const file of files) site.write(file, 'x')
  for (const file of files.slice(2)) utimesSync(site.at(file), yesterday, yesterday)
  await run(true)
  expect(files.map((file) => existsSync(site.at(file)))).toEqual([true, true, false, false])
})

it('says that a folder which no build used is empty, and does not create it', async () => {
  site.write('compiled/program/record.json', '{}')
  for (const name of ['none', 'compiled']) {
    const { stdout } = await captureOutput(() => cache({ cache: site.at(name), prune: true }))
    expect(stdout).toBe(`Nothing is kept in "${site.at(name)}": no build has used this folder.\n`)
  }
  expect(existsSync(site.at('none'))).toBe(false)
})

it('refuses a file in the place of the folder', async () => {
  site.write('kept', '')
  await expect(cache({ cache: site.at('kept') })).rejects.toThrow(`The cache folder "${site.at('kept')}" is a file.`)
})
