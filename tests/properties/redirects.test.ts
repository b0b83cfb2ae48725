import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { addressRulesOf } from '#publish/redirects/addresses.ts'
import { compileRedirects } from '#publish/redirects/compile-redirects.ts'
import { parseTarget, plainPath } from '#publish/redirects/redirect-address.ts'
import { runs } from './runs.ts'

type Pair = { from: string; to: string | null }

const names = ['a', 'b', 'c', 'd', 'e', 'ż', 'page', 'żółw']
const pages = ['/', '/page', '/żółw']
const rules = addressRulesOf({
  ...{ family: 'main', defaultLocale: 'pl', locales: ['pl'], built: ['pl'] },
  ...{ pages, files: ['/feed.xml'], shells: [{ prefix: '/area/', suffix: '' }] },
})
const path = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom('', '/'), fc.boolean())
  .map(([name, end, isEncoded]) => `/${isEncoded ? encodeURIComponent(name) : name}${end}`)
const target = fc
  .tuple(path, fc.constantFrom('', '', '?q=1', '?'), fc.constantFrom('', '', '#part'))
  .map((parts) => parts.join(''))
const pair = fc.record({ from: path, to: fc.option(target, { nil: null, freq: 8 }) })
const pairs = fc.array(pair, { maxLength: 12 })

function compile(given: Pair[]) {
  const findings = new Findings()
  const entries = given.map((one, index) => ({ ...one, entry: index + 1 }))
  return { ...compileRedirects({ entries, rules, findings }), findings }
}

const pathOf = (to: string): string => parseTarget(to).path

it('every redirect is one hop, from an address that nothing else has, and never in a circle', () => {
  fc.assert(
    fc.property(pairs, (given) => {
      const { redirects, gone } = compile(given)
      const sources = redirects.map(({ from }) => from)
      expect(new Set([...sources, ...gone]).size).toBe(sources.length + gone.length)
      for (const { from, to } of redirects) {
        expect(rules.isTaken(from)).toBe(false)
        expect(pathOf(to)).not.toBe(from)
        if (!rules.isTaken(pathOf(to))) expect([...sources, ...gone]).not.toContain(pathOf(to))
      }
    }),
    runs(2000),
  )
})

/** Where a visitor ends who follows the entries one by one. Undefined for an endless circle. */
function follow(start: string, given: Pair[]): { path: string } | 'gone' | undefined {
  let at = start
  for (let hops = 0; hops <= given.length; hops += 1) {
    const next = rules.isTaken(at) ? undefined : given.find(({ from }) => plainPath(from) === at)
    if (!next) return { path: at }
    if (next.to === null) return 'gone'
    at = pathOf(next.to)
  }
  return undefined
}

it('a redirect points to the same place as following the entries one by one', () => {
  fc.assert(
    fc.property(pairs, (given) => {
      const { redirects, gone, table } = compile(given)
      for (const { path: from, outcome } of table) {
        const end = follow(from, given)
        if (outcome === 'redirect')
          expect(end).toEqual({ path: pathOf(redirects.find((one) => one.from === from)?.to ?? '') })
        else if (outcome === 'gone') expect([end, gone]).toEqual(['gone', expect.arrayContaining([from])])
        else if (outcome === 'loop') expect(end).toBeUndefined()
        else if (outcome === 'shadowed') expect(rules.isTaken(from)).toBe(true)
      }
    }),
    runs(2000),
  )
})

it('compiling twice changes nothing, and without duplicates the order of entries does not matter', () => {
  fc.assert(
    fc.property(pairs, fc.nat(), (given, seed) => {
      const { redirects, gone } = compile(given)
      const again = compile([...redirects, ...gone.map((from) => ({ from, to: null }))])
      expect([again.redirects, again.gone, again.findings.errors]).toEqual([redirects, gone, []])

      const apart = [...new Map(given.map((one) => [plainPath(one.from), one])).values()]
      const others = fc.sample(fc.shuffledSubarray(apart, { minLength: apart.length }), { numRuns: 1, seed })[0] ?? []
      const inOrder = (all: Pair[]) => {
        const made = compile(all)
        return [made.redirects.map(({ from, to }) => `${from} ${to}`).sort(), [...made.gone].sort()]
      }
      expect(inOrder(others)).toEqual(inOrder(apart))
    }),
    runs(2000),
  )
})
