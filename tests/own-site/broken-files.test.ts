import { readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { build } from '#cli/commands/build.ts'
import { startingContent } from '#cli/new/starting-content.ts'
import type { BuildOptions } from '#cli/prepare/prepare-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { captureOutput, type OwnSite, openOwnSite } from '#tests/fixtures/own-site.ts'

let site: OwnSite
beforeEach(() => {
  site = openOwnSite()
  for (const locale of ['en', 'de'])
    for (const [path, text] of Object.entries(startingContent('Heron', locale, 'en'))) site.write(path, text)
})
afterEach(() => site.remove())

const { signal } = new AbortController()
const run = (options: Partial<BuildOptions> = {}) => captureOutput(() => build({ ...site.options, ...options }, signal))
const reportIn = (folder: string) => JSON.parse(readFileSync(site.at(`${folder}/report.json`), 'utf8')) as Report

const about = 'content/en/pages/about.yaml'
const inAbout = expect.stringContaining(about)

it.each<[string, () => void, object[]]>([
  [
    'is invalid YAML',
    () => site.write(about, 'id: 2\ntitle: [About\nblocks: []\n'),
    [{ code: 'file-invalid', where: { locale: 'en', url: '/pages/2', path: '/about', file: inAbout } }],
  ],
  [
    'has a field of a wrong type',
    () => site.write(about, 'id: 2\ntitle: 7\nblocks: []\n'),
    [
      {
        code: 'field-invalid',
        message: expect.stringMatching(
          /about\.yaml", line 2, field "title": expected a text, got 7\. Its page is "\/about"\.$/,
        ),
        where: { locale: 'en', url: '/pages/2', path: '/about', field: 'title', file: inAbout },
      },
    ],
  ],
  [
    'is missing',
    () => rmSync(site.at(about)),
    [
      {
        code: 'document-missing',
        message: 'No file in the folder "en/pages" of the content has the id "2". Its page is "/about".',
        hint: expect.not.stringContaining('127.0.0.1'),
      },
    ],
  ],
])('reports only the page whose file %s, and the same from a snapshot', async (_, spoil, errors) => {
  spoil()
  const snapshot = site.at('site.snapshot')
  const { result, stderr } = await run({ keepGoing: true, saveSnapshot: snapshot })
  expect(result).toBe(1)
  expect(stderr).toContain('about')
  const report = reportIn('output')
  expect(report.errors).toMatchObject(errors)
  expect(report).toMatchObject({ warnings: [], pages: { failed: 1, byLocale: { en: 4, de: 5 } } })
  await run({ keepGoing: true, fromSnapshot: snapshot, out: site.at('again') })
  expect(reportIn('again')).toMatchObject({ errors: report.errors, warnings: report.warnings })
})

it('warns of a block of an unknown type with its file and line, even if the document was known before', async () => {
  site.write(about, 'id: 2\ntitle: About\nblocks:\n  - id: 1\n    type: carousel\n')
  const warned = {
    code: 'block-unknown',
    message: expect.stringMatching(/about\.yaml", line 4, has a block of the unknown/),
  }
  for (const _ of ['first', 'again']) {
    expect((await run()).result).toBe(0)
    expect(reportIn('output').warnings).toMatchObject([warned])
  }
})

it('shows the last valid version of a broken file with --keep-going', async () => {
  await run()
  site.write(about, 'id: 2\ntitle: 7\nblocks: []\n')
  await run({ keepGoing: true })
  expect(reportIn('output')).toMatchObject({
    pages: { failed: 0 },
    errors: [{ code: 'field-invalid' }],
    warnings: [{ code: 'content-outdated', where: { path: '/about' } }],
  })
})

it.each([
  ['gone.jpg', 'gone.jpg'],
  ['czapla żółta.jpg', 'czapla żółta.jpg'],
  ['czapla%20%C5%BC.jpg', 'czapla ż.jpg'],
  ['100%.jpg', '100%.jpg'],
])('names the file of the missing picture "%s" as it would be in its folder', async (written, file) => {
  const html = JSON.stringify(`<p><img src="/media/${written}" alt="A heron"></p>`)
  site.write(about, `id: 2\ntitle: About\nblocks: [{id: 1, type: text, html: ${html}}]\n`)
  expect((await run({ images: 'on' })).result).toBe(0)
  expect(reportIn('output').warnings).toMatchObject([
    {
      code: 'image-missing',
      message: `There is no file "media/${file}". The block "text 1" of the page "/about" is shown without it.`,
      hint: 'Add the file, or remove the picture from the block.',
    },
  ])
})
