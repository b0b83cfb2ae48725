import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { planPictures } from '#publish/pictures/plan-pictures.ts'
import { loadEngine } from '#renderer/reader/engine.ts'
import { loadRenderer } from '#renderer/reader/open-page-renderer.ts'
import { packContents, readContents } from '#renderer/site/content-pieces.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSettings, testSite } from '#tests/fixtures/site.ts'
import { openTaskRenderer, renderFinding } from './task-renderer.ts'

it('opens the site again when another locale begins, and makes the same pages as one renderer of the whole site', async () => {
  const { site, data, routes } = testSite({ locales: { pl: smallSite(), en: smallSite() } })
  const inTurn = ['pl', 'en', 'pl'].flatMap((locale) => routes.filter((route) => route.locale === locale))
  const renderPage = (await loadRenderer(await loadEngine('react')))(site)
  const pieces = packContents(data.contents)
  let opened = 0
  const make = await openTaskRenderer({
    engine: 'react',
    code: data.code,
    siteOf(documents) {
      opened += 1
      const contents = readContents(pieces.keys(), (locale) => pieces.get(locale) ?? new Uint8Array())
      return indexSite({ ...data, contents }, { ...documents, find: site.documents.find })
    },
  })
  const packed: string[] = []
  for (const { locale, file } of inTurn) {
    const { page } = make({ locale, file })
    const { html, reads } = renderPage(file)
    packed.push(...(page?.reads.fresh.map(({ question }) => question) ?? []))
    expect(page?.html.toString()).toBe(html.toString())
    expect(Array.from(page?.reads.asked ?? [], (place) => packed[place])).toEqual(reads.map(({ question }) => question))
  }
  expect(opened).toBe(3)
})

it('names the own block that requested a picture for an unknown place', async () => {
  const block = join(mkdtempSync(join(tmpdir(), 'site-block-')), 'quote.ts')
  writeFileSync(block, 'export function quote(reader) {\n  return reader.picture("/a.jpg", "nonsense")\n}\n')
  const { quote } = await import(pathToFileURL(block).href)
  const source = { url: '/a.jpg', hash: 'a', format: 'jpeg', width: 10, height: 10 }
  const encoding = { presets: testSettings().picturePresets, effort: 1, encoder: 'none' }
  const plans = planPictures({ known: new Map([['/a.jpg', { source: source as never }]]), encoding })
  const error: unknown = await (async () => quote(plans))().catch((cause: unknown) => cause)
  const { message, hint } = renderFinding(undefined, error)
  expect(message).toContain('There is no picture preset "nonsense"; the presets are: header_intro_thumb, ')
  expect(hint).toContain(`The fault is in a component, in "${relative(process.cwd(), block)}", line 2. Fix it there.`)
})
