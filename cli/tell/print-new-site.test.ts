import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { captureOutput } from '#tests/fixtures/own-site.ts'
import { type NewSite, printNewSite } from './print-new-site.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-new-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function printed(more: Partial<NewSite> = {}): Promise<string> {
  const plain = { api: undefined, locales: ['en'], placeholder: undefined, kept: [], packageType: undefined }
  return (await captureOutput(() => printNewSite({ directory: 'my site', folder, ...plain, ...more }))).stderr
}

it('prints where the site is and the next steps, and nothing else if nothing is left to do', async () => {
  const all = `The site is in "${folder}". Its content is in "content", as files.
Next steps:

  cd 'my site'
  npm install
  npx site preview
  npx site build
  npx site serve

"npx site doctor" checks this machine. "npx site new block NAME" creates a block of your own.
`
  expect(await printed()).toBe(all)
  expect(await printed({ packageType: 'module' })).toBe(all)
})

it('leaves out steps that are done', async () => {
  mkdirSync(join(folder, 'node_modules'))
  expect(await printed()).not.toContain('npm install')
  expect(await printed({ folder: process.cwd() })).not.toContain('cd ')
})

it('names the content service, and how to check it', async () => {
  const text = await printed({ api: 'https://cms.example/api' })
  expect(text).toContain('Its content comes from https://cms.example/api.\n')
  expect(text).toContain('"npx site doctor --api https://cms.example/api" checks the answers of your service.')
})

it('names a single file that was kept', async () => {
  expect(await printed({ kept: ['tokens.css'] })).toContain(
    '\nThese files existed already and were not changed: "tokens.css".\n',
  )
})

it('prints what is to be changed by hand, and what was kept or changed', async () => {
  const more = { placeholder: 'https://www.example.com', locales: ['en', 'sv'], kept: ['a', 'b'] }
  expect((await printed({ ...more, packageType: 'commonjs' })).split('\n').slice(1, 5)).toEqual([
    'Before you publish the site, replace "https://www.example.com" in "site.config.ts" with its own address: search engines are sent there.',
    'The tool has no texts in "sv", so it wrote English texts. Translate "texts/sv.json".',
    'These files existed already and were not changed: "a", "b".',
    'The "type" in "package.json" was changed from "commonjs" to "module", because the settings of a site are a module.',
  ])
})
