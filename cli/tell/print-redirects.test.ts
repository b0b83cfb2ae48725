import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { addressRulesOf } from '#publish/redirects/addresses.ts'
import { compileRedirects } from '#publish/redirects/compile-redirects.ts'
import { captureOutput } from '#tests/fixtures/own-site.ts'
import { printRedirects } from './print-redirects.ts'

const addresses = {
  ...{ family: 'main', defaultLocale: 'en', locales: ['en', 'de'], built: ['en', 'de'] },
  ...{ pages: ['/', '/about'], files: [], elsewhere: [], shells: [] },
}

it('prints every entry with its outcome, its target and why, in columns, and their number', async () => {
  const entries = [
    { from: '/old-page', to: '/about' },
    { from: '/sold', to: null },
    { from: '/x', to: '/now\u2067here' },
    { from: '/about', to: '/' },
    { from: '/a', to: '/a' },
  ].map((one, at) => ({ ...one, entry: at + 1 }))
  const compiled = compileRedirects({ entries, rules: addressRulesOf(addresses), findings: new Findings() })
  const { stdout } = await captureOutput(() => printRedirects(compiled, addresses, process.stdout))
  expect(stdout.split('\n').filter((line) => !line.startsWith('     '))).toEqual([
    '301       /old-page  → /about',
    '410       /sold',
    '301 dead  /x         → /now\\u2067here',
    expect.stringMatching(/^shadowed {2}\/about/),
    expect.stringMatching(/^loop {6}\/a/),
    '',
    '5 entries: 2 redirects, 1 gone, 2 left out; checked against the last build (en, de).',
    '',
  ])
  expect(stdout).toContain('\n          A tombstone: it answers 410 Gone.\n')
})
