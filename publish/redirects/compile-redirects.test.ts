import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { addressRulesOf } from './addresses.ts'
import { compileRedirects } from './compile-redirects.ts'

const rules = addressRulesOf({
  family: 'main',
  defaultLocale: 'pl',
  locales: ['pl', 'en', 'de'],
  built: ['pl', 'en'],
  pages: ['/', '/about', '/blog', '/en', '/en/about', '/o-nas', '/strefa', '/żółw'],
  files: ['/404.html', '/feed.xml'],
  shells: [{ prefix: '/strefa/', suffix: '' }],
  apiBase: '/api',
})

type Pair = [from: string, to: string | null]

function compile(...pairs: Pair[]) {
  const findings = new Findings()
  const entries = pairs.map(([from, to], index) => ({ from, to, entry: index + 1 }))
  const { redirects, gone, table } = compileRedirects({ entries, rules, findings })
  return { pairs: redirects.map(({ from, to }) => [from, to]), gone, table, findings }
}

it('flattens chains to one hop, in any order and spelling, and names the addresses between', () => {
  const { pairs, table, findings } = compile(['/a', '/b'], ['/c/', '/about/'], ['/b', '/%63'])
  expect(pairs).toEqual([
    ['/a', '/about'],
    ['/c', '/about'],
    ['/b', '/about'],
  ])
  expect(table.map(({ via, why }) => [via, why])).toEqual([
    [['/b', '/c'], 'In one hop instead of 3, via "/b" → "/c"; a page answers there.'],
    [[], 'As written; a page answers there.'],
    [['/c'], 'In one hop instead of 2, via "/c"; a page answers there.'],
  ])
  expect(findings.errors.concat(findings.warnings)).toEqual([])
})

it.each([
  ['/Stare/', '/Stare'],
  ['/%C5%BC%c3%b3%C5%82ty', '/żółty'],
  ['/files/old brochure.pdf', '/files/old brochure.pdf'],
  ['/files/old%20brochure.pdf', '/files/old brochure.pdf'],
  ['/oferta.html', '/oferta.html'],
  ['/100%25', '/100%'],
  ['/%2541', '/%41'],
  ['/strefa/old', '/strefa/old'],
])('stores the source %s as %s', (from, stored) => {
  expect(compile([from, '/about']).pairs).toEqual([[stored, '/about']])
})

it('stores a source with accents in both forms, because hosts compare bytes', () => {
  const apart = ['/z\u0307o\u0301łty', '/Z%CC%87o%CC%81łw.pdf/']
  const { pairs, gone, table } = compile([apart[0] ?? '', '/about'], [apart[1] ?? '', null])
  expect(pairs).toEqual([
    ['/żółty', '/about'],
    ['/z\u0307o\u0301łty', '/about'],
  ])
  expect(gone).toEqual(['/Żółw.pdf', '/Z\u0307o\u0301łw.pdf'])
  expect(table.map(({ path }) => path)).toEqual(['/żółty', '/Żółw.pdf'])
})

it('distinguishes addresses by case, as hosts do', () => {
  const { pairs, findings } = compile(['/O-Nas', '/o-nas'], ['/a', '/b'], ['/B', '/about'])
  expect(pairs).toEqual([
    ['/O-Nas', '/o-nas'],
    ['/a', '/b'],
    ['/B', '/about'],
  ])
  expect(findings.warnings.map(({ code, where }) => `${code} ${where?.path}`)).toEqual(['redirect-dead /a'])
})

it.each([
  [
    [
      ['/a', '/b?x=1#y'],
      ['/b', '/about'],
    ],
    '/about?x=1#y',
  ],
  [
    [
      ['/a', '/b?x=1#y'],
      ['/b', '/about?z'],
    ],
    '/about?z#y',
  ],
  [
    [
      ['/a', '/b?x=1'],
      ['/b', '/c#z'],
      ['/c', '/about#w'],
    ],
    '/about?x=1#w',
  ],
] as [Pair[], string][])('keeps query and fragment through %j', (entries, target) => {
  expect(compile(...entries).pairs[0]).toEqual(['/a', target])
})

it('asks about each address of a long chain once, and names only its first steps', () => {
  const length = 3000
  const entries = Array.from({ length }, (_, at) => ({ from: `/${at}`, to: `/${at + 1}?${at}`, entry: at + 1 }))
  let asked = 0
  const isTaken = (path: string): boolean => {
    asked += 1
    return path === `/${length}`
  }
  const { redirects, table } = compileRedirects({ entries, rules: { ...rules, isTaken }, findings: new Findings() })
  expect(redirects.map(({ to }) => to)).toEqual(entries.map(() => `/${length}?${length - 1}`))
  expect(asked).toBe(2 * length)
  expect(table[0]?.via).toHaveLength(100)
  expect(table[0]?.why).toContain('"/5" → … 2989 more … → "/2995"')
})

it('ends a chain at a page, which wins over its redirect', () => {
  const { pairs, findings } = compile(['/a', '/about'], ['/about/', '/blog'])
  expect(pairs).toEqual([['/a', '/about']])
  expect(findings.warnings).toMatchObject([
    {
      code: 'redirect-shadowed',
      message: 'The redirect from "/about/" to "/blog" is left out, because a page has that address.',
    },
  ])
})

it('leaves out old addresses of the content service, and knows that it answers there', () => {
  const { pairs, gone, table, findings } = compile(['/api/old', '/about'], ['/a', '/api/old'], ['/api/x/', null])
  expect({ pairs, gone }).toEqual({ pairs: [['/a', '/api/old']], gone: [] })
  expect(table.map(({ why }) => why)).toEqual([
    'The content service answers at that address.',
    'As written; the content service answers there.',
    'The content service answers at that address.',
  ])
  expect(findings.warnings.map(({ message }) => message)).toEqual([
    'The redirect from "/api/old" to "/about" is left out, because the content service answers at that address.',
    'The redirect from "/api/x/" to nowhere (a tombstone) is left out, because the content service answers at that address.',
  ])
  expect(compile(['/api', '/about'], ['/apiary/x', '/about']).findings.warnings).toEqual([])
})

it.each(['/%c5%bc%c3%b3%c5%82w', '/z\u0307o\u0301łw/', '/feed.xml', '/'])('prefers a page at %s', (from) => {
  expect(compile([from, '/about'])).toMatchObject({ pairs: [], table: [{ outcome: 'shadowed' }] })
})

it('treats tombstones, and redirects to one, as addresses that are gone', () => {
  const { pairs, gone, table, findings } = compile(['/a', '/b/'], ['/b', null], ['/about', null])
  expect({ pairs, gone }).toEqual({ pairs: [], gone: ['/a', '/b'] })
  expect(table.map(({ outcome, why }) => `${outcome}: ${why}`)).toEqual([
    'gone: It goes via "/b", which is gone.',
    'gone: A tombstone: it answers 410 Gone.',
    'shadowed: A page has that address, and pages take precedence.',
  ])
  expect(findings.warnings.map(({ message }) => message)).toEqual([
    'The redirect from "/about" to nowhere (a tombstone) is left out, because a page has that address.',
  ])
})

it.each([
  [[['/a', '/a']], ['The redirect from "/a" points to itself.']],
  [[['/a/', '/%61?x']], ['The redirect from "/a/" points to itself.']],
  [
    [
      ['/a', '/b'],
      ['/b', '/a'],
    ],
    ['The redirects form a loop: "/a" → "/b" → "/a".', 'The redirects form a loop: "/b" → "/a" → "/b".'],
  ],
  [
    [
      ['/x', '/a'],
      ['/a', '/b'],
      ['/b', '/a'],
    ],
    [
      'The redirects form a loop: "/a" → "/b" → "/a".',
      'The redirects form a loop: "/b" → "/a" → "/b".',
      'The redirects form a loop: "/x" → "/a" → "/b" → "/a".',
    ],
  ],
] as [Pair[], string[]][])('refuses the loop %j, and prints it', (entries, messages) => {
  const { pairs, table, findings } = compile(...entries)
  expect(pairs).toEqual([])
  const whys = messages.map((message) =>
    message.replace(/^The redirect from "[^"]*"/, 'It').replace('The redirects form', 'It ends in'),
  )
  expect(table.map(({ why }) => why).sort()).toEqual(whys.sort())
  expect(findings.errors.map(({ code }) => code)).toEqual(messages.map(() => 'redirect-loop'))
  expect(findings.errors.map(({ message }) => message)).toEqual(messages)
})

it.each([
  ['/b', '/c', 'errors', 'one to "/b", the other to "/c".'],
  ['/about', '/about/', 'warnings', 'one to "/about", the other to "/about/".'],
  ['/about', null, 'errors', 'one to "/about", the other to nowhere (a tombstone).'],
] as const)('keeps the first of two entries of one address (to %s and %s)', (first, second, kind, end) => {
  const { pairs, findings } = compile(['/old', first], ['/old/', second])
  expect(pairs).toEqual([['/old', first]])
  const duplicates = findings[kind].filter(({ code }) => code === 'redirect-duplicate')
  expect(duplicates.map(({ message }) => message)).toEqual([
    `Entries 1 and 2 of redirects.json both redirect "/old": ${end}`,
  ])
})

it.each([
  ['/gone', true],
  ['/en/gone', true],
  ['/About', true],
  ['/about', false],
  ['/about?x=1#y', false],
  ['/żółw', false],
  ['/en/about', false],
  ['/feed.xml', false],
  ['/strefa/any-hidden-page', false],
  ['/de/anything', false],
])('judges the target %s', (target, isDead) => {
  const { pairs, table, findings } = compile(['/old', target])
  expect(pairs).toEqual([['/old', target]])
  expect(table[0]?.isDead).toBe(isDead)
  expect(findings.warnings.map(({ message }) => message)).toEqual(
    isDead ? [`The redirect from "/old" points to "${target}", but no page has that address.`] : [],
  )
})

it('names a dead target and the page nearest to it', () => {
  expect(compile(['/old', '/abuot']).findings.warnings).toMatchObject([
    {
      where: { path: '/old', url: '/abuot' },
      hint: 'Correct the target in redirects.json; the nearest page is "/about".',
    },
  ])
})

it('names the nearest page only for the first of very many dead targets, because each is compared with every page', () => {
  const { warnings } = compile(...Array.from({ length: 250 }, (_, at): Pair => [`/old-${at}`, `/about-${at}`])).findings
  expect(warnings.filter(({ hint }) => hint?.includes('nearest'))).toHaveLength(200)
  expect(warnings).toHaveLength(250)
})

it('reports no dead target when content could not be read', () => {
  const findings = new Findings()
  const entries = [{ from: '/a', to: '/nowhere', entry: 1 }]
  const { redirects } = compileRedirects({ entries, rules, findings, isContentWhole: false })
  expect([redirects, findings.warnings]).toEqual([[{ from: '/a', to: '/nowhere' }], []])
})

it('names the ends of a long chain, or all of it if that is shorter', () => {
  const wayOf = (steps: number) =>
    compile(...Array.from({ length: steps + 1 }, (_, at): Pair => [`/${at}`, at === steps ? '/about' : `/${at + 1}`]))
      .table[0]
  expect(wayOf(11)?.why).toContain('"/5" → "/6" → "/7"')
  expect(wayOf(12)?.why).toContain('"/5" → … 2 more … → "/8"')
})
