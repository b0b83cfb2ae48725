import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { rulesOf } from '#publish/redirects/addresses.ts'
import { compileRedirects } from '#publish/redirects/compile-redirects.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { entriesOf } from './resolve-moved.ts'

const settings = testSettings({
  families: [
    { id: 'pl', origin: 'https://example.pl', defaultLocale: 'pl', locales: ['pl'] },
    { id: 'fr', origin: 'https://example.fr', defaultLocale: 'fr', locales: ['fr'] },
  ],
})
const [polish, french] = settings.families as [(typeof settings.families)[0], (typeof settings.families)[0]]
const addresses = { defaultLocale: 'pl', locales: ['pl'], built: ['pl'], files: [], shells: [] }
const elsewhere = ['https://example.fr/', 'https://example.fr/aide']

function compile(entries: { from: string; to: string | null; family?: string }[]) {
  const findings = new Findings()
  const numbered = entries.map((entry, index) => ({ ...entry, entry: index + 1 }))
  const rules = rulesOf({ ...addresses, family: 'pl', pages: ['/', '/pomoc'], elsewhere })
  const { redirects, gone } = compileRedirects({ entries: entriesOf(polish, settings, numbered), rules, findings })
  const found = [...findings.errors, ...findings.warnings].map(({ code, where }) => `${code} ${where?.path}`)
  return { pairs: redirects.map(({ from, to }) => [from, to]), gone, found }
}

it('leads to another domain family of the settings', () => {
  expect(
    compile([
      { from: '/aide', to: 'https://example.fr/aide/?a=1#b' },
      { from: '/francais', to: 'https://EXAMPLE.fr' },
      { from: '/help', to: 'https://example.pl/pomoc' },
      { from: '/stray', to: 'https://example.fr/nowhere' },
    ]),
  ).toEqual({
    pairs: [
      ['/aide', 'https://example.fr/aide?a=1#b'],
      ['/francais', 'https://example.fr/'],
      ['/help', '/pomoc'],
      ['/stray', 'https://example.fr/nowhere'],
    ],
    gone: [],
    found: ['redirect-dead /stray'],
  })
})

it('makes one hop of a way through both families, and refuses a circle of them', () => {
  const french = (from: string, to: string | null) => ({ from, to, family: 'fr' })
  expect(
    compile([
      { from: '/a', to: 'https://example.fr/b' },
      french('/b', '/aide'),
      { from: '/c', to: 'https://example.fr/d' },
      french('/d', 'https://example.pl/pomoc'),
      { from: '/e', to: 'https://example.fr/f' },
      french('/f', null),
      { from: '/x', to: 'https://example.fr/y' },
      french('/y', 'https://example.pl/x'),
      { from: '/z', to: 'https://example.fr/aide' },
      french('/aide', '/never'),
    ]),
  ).toEqual({
    pairs: [
      ['/a', 'https://example.fr/aide'],
      ['/c', '/pomoc'],
      ['/z', 'https://example.fr/aide'],
    ],
    gone: ['/e'],
    found: ['redirect-loop /x'],
  })
})

it('says nothing of a family that was not read', () => {
  const entries = entriesOf(polish, settings, [{ from: '/a', to: 'https://example.fr/x', entry: 1 }])
  const findings = new Findings()
  compileRedirects({ entries, rules: rulesOf({ ...addresses, family: 'pl', pages: ['/'] }), findings })
  expect(findings.warnings).toEqual([])
})

it('gives each family its own entries', () => {
  const entries = entriesOf(french, settings, [
    { from: '/a', to: '/b', entry: 1 },
    { from: '/c', to: '/d', family: 'fr', entry: 2 },
  ])
  expect(entries).toEqual([
    { from: '/a', to: 'https://example.pl/b', entry: 1, origin: 'https://example.pl' },
    { from: '/c', to: '/d', family: 'fr', entry: 2 },
  ])
})

it.each(['https://example.com/', 'https://example.pl.evil.example/', 'http://example.fr/', 'https://example.fr:444/'])(
  'refuses the target %s, whose origin is not ours',
  (to) => {
    expect(() => entriesOf(polish, settings, [{ from: '/a', to, entry: 1 }])).toThrow(
      `Entry 1 of redirects.json leads to "${to}", at an origin that is not ours.`,
    )
  },
)
