import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Chain, openChain } from './chain.ts'
import { type Mutation, mutationsOf } from './mutate.ts'
import { measurePrecision, runMutations } from './run-mutations.ts'
import { sample } from './sample.ts'
import { drawing, photograph } from './whole-site.ts'

/**
 * `MUTATIONS=all` tries every change, `MUTATIONS=500` that many, `SEED=2` others, `PART=1/3` the first third. The ratio of
 * fewer than 16 says little, because a single change may render many pages.
 */
const wanted = process.env.MUTATIONS ?? '16'
const [part = 1, parts = 1] = (process.env.PART ?? '1/1').split('/').map(Number)
const seed = Number(process.env.SEED ?? 1)

// Runs many builds, one after the other. All of them take two hours.
vi.setConfig({ testTimeout: 6 * 3_600_000 })

let chain: Chain

beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.close())

function chosen(all: Mutation[]): Mutation[] {
  const some = sample(all, wanted === 'all' ? all.length : Number(wanted), seed)
  return some.filter((_, at) => at % parts === part - 1)
}

test('After any change of the content, the export equals a clean build, and hardly any page is rendered needlessly', async () => {
  const all = mutationsOf(chain.options.locales)
  const mutations = chosen(all)
  const { outcomes, refused, stale } = await runMutations({ chain, mutations, perRound: 30 })
  const { ratio, text } = measurePrecision(outcomes)
  console.log(`${mutations.length} of ${all.length} changes of content, ${refused.length} refused.\n${text}`)
  expect(stale).toEqual([])
  expect(ratio).toBeLessThanOrEqual(1.1)
  expect(refused.length).toBeLessThan(mutations.length / 5)
})

test('A picture that changes at its address is published again, and only pages whose markup changes are rendered', async () => {
  const { files = {} } = chain.options
  await chain.build()
  for (const [name, file] of [
    ['/media/text.svg', { body: drawing('another, and far longer, name'), type: 'image/svg+xml' }],
    ['/media/social.png', { body: await photograph('#abcdef'), type: 'image/png' }],
  ] as const) {
    files[name] = file
    const { report, changed } = await chain.build()
    expect(changed.length).toBeGreaterThan(0)
    expect(report.pages.rendered).toBe(changed.length)
    expect(await chain.compare()).toEqual([])
  }
  delete files['/media/text.svg']
  await chain.build()
  expect(await chain.compare()).toEqual([])
})

test('The list of the search endpoint changes sitemaps and no page', async () => {
  const { locales } = chain.options
  await chain.build()
  const pl = { ...locales.pl, search: locales.pl?.search?.slice(3) }
  chain.options.locales = { ...locales, pl } as typeof locales
  const { report } = await chain.build()
  expect(await chain.compare()).toEqual([])
  expect(report.pages.rendered).toBeLessThanOrEqual(3)
  chain.options.locales = locales
})
