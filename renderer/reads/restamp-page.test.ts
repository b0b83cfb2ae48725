import { expect, test } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import type { KnownPage } from './known-build.ts'
import { openPageStore, type PageStore } from './page-store.ts'
import { holdsNamesOf, restampPage } from './restamp-page.ts'
import { printNames, type Stamp } from './stamps.ts'

const { site } = testSite({ locales: { pl: smallSite() } })
const namesOf = (main: string) => ({ ...site, assets: new Map([['main.js', main]]) })
const html = '<script src="/assets/main-1.js"></script>'
const stamps: Stamp[] = [[13, 'address', 'main.js']]
const page = { file: 'index.html', stamps } as KnownPage // the only fields that are looked at
const writer = { read: async () => Buffer.from(html) }

function storeOf(main: string): PageStore {
  const facts = { names: printNames(namesOf(main)) }
  return {
    ...openPageStore(undefined, 'tools'),
    previous: { questions: new Map(), pages: new Map(), steps: new Map(), facts },
  }
}

test('A page whose bundled files have the names of before is the same', async () => {
  const known = { site: namesOf('/assets/main-1.js'), store: storeOf('/assets/main-1.js'), writer }
  expect(holdsNamesOf(page, known.site, known.store)).toBe(true)
  expect(await restampPage(page, known)).toBe('same')
})

test('New names are put into the page as it is published', async () => {
  const known = { site: namesOf('/assets/main-22.js'), store: storeOf('/assets/main-1.js'), writer }
  expect(holdsNamesOf(page, known.site, known.store)).toBe(false)
  expect(await restampPage(page, known)).toEqual({ html: html.replace('main-1', 'main-22'), stamps })
})

test('A page that is not published, holds other names, or of which no names are known has to be rendered', async () => {
  const site = namesOf('/assets/main-2.js')
  const nowhere = { read: async () => undefined }
  expect(await restampPage(page, { site, store: storeOf('/assets/main-1.js'), writer: nowhere })).toBeUndefined()
  expect(await restampPage(page, { site, store: storeOf('/assets/main-3.js'), writer })).toBeUndefined()
  expect(await restampPage(page, { site, store: openPageStore(undefined, 'tools'), writer })).toBeUndefined()
})
