import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { openSourceChecksums } from '#renderer/sources/file-stamp.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { differenceOf, planFingerprint } from './plan-fingerprint.ts'

const root = resolve('.')
const settings = testSettings()
const [family] = settings.families
if (!family) throw new Error('Settings have a family.')
const job = { engine: 'react' as const, family, toolRoot: root, siteRoot: root, settings }
const code = { core: [], modules: new Map(), digests: new Map(), contentDigest: '' }
const fingerprint = planFingerprint(job, {
  code,
  answering: [],
  steps: { known: new Map() },
  sources: openSourceChecksums(root),
})

it('contains the files that a build uses by name, whatever pages use', () => {
  expect(Object.keys(fingerprint.sources)).toEqual(
    expect.arrayContaining([
      'locales/pl.json',
      'package.json',
      'redirects.json',
      'templates/site.css',
      'texts/pl.json',
    ]),
  )
  expect(differenceOf(fingerprint, job)).toBeUndefined()
})

it('contains the files that pages, styles, scripts and answers are made of', () => {
  const digests = new Map([['Text', { 'blocks/text/text.tsx': '' }]])
  const step = { inputs: '', sources: { 'templates/base.css': '' }, files: {}, result: null }
  const made = {
    code: { ...code, digests },
    answering: ['renderer/site/menu.ts'],
    steps: { known: new Map([['s', step]]) },
  }
  const { sources } = planFingerprint(job, { ...made, sources: openSourceChecksums(root) })
  for (const file of ['blocks/text/text.tsx', 'templates/base.css', 'renderer/site/menu.ts'])
    expect(sources[file]).toMatch(/^\S{20,}$/)
})

it.each([
  ['locales/pl.json', 'other', 'the file "locales/pl.json" differs from the plan'],
  ['locales/pl.json', '', 'the file "locales/pl.json" did not exist when the plan was made'],
  ['texts/pl.json', 'one', 'the file "texts/pl.json" is missing'],
])('reports the file %s', (file, sha256, told) => {
  expect(differenceOf({ ...fingerprint, sources: { ...fingerprint.sources, [file]: sha256 } }, job)).toBe(told)
})
