import { existsSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { measureFiles, pruneFiles } from '#publish/export/kept-files.ts'
import { type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'
import { cachesIn } from './caches-in.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
})
afterEach(() => site.remove())

it('finds the files of each kind in its folder', async () => {
  const paths = [
    `pictures/${'a'.repeat(16)}.picture`,
    `compressed/aa/${'a'.repeat(64)}.br`,
    `preview/${'a'.repeat(16)}.site`,
  ]
  for (const path of paths) site.write(`.site/${path}`, 'x')
  const caches = await cachesIn(site.at('.site'))
  expect(caches.map(({ name, place, files }) => [name, place, measureFiles(files).all.files])).toEqual([
    ['pictures', site.at('.site'), 1],
    ['compressed', site.at('.site/compressed'), 1],
    ['memory', site.at('.site/builds'), 0],
    ['previews', site.at('.site/preview'), 1],
  ])
})

it('counts files of a preview as used for a month', async () => {
  const aged = (name: string, days: number): string => {
    site.write(`.site/preview/${name.repeat(16)}.site`, 'x')
    const at = Date.now() / 1000 - days * 86_400
    utimesSync(site.at(`.site/preview/${name.repeat(16)}.site`), at, at)
    return site.at(`.site/preview/${name.repeat(16)}.site`)
  }
  const files = [aged('a', 29), aged('b', 31)]
  const [previews] = (await cachesIn(site.at('.site'))).slice(-1)
  if (previews) pruneFiles(previews.files)
  expect(files.map((file) => existsSync(file))).toEqual([true, false])
})
