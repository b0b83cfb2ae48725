import type { Chain, Step } from './chain.ts'
import { changedPages } from './compare-exports.ts'
import type { Mutation } from './mutate.ts'

export type Outcome = { name: string; rendered: number; changed: number }

export type MutationRun = {
  outcomes: Outcome[]
  /** Names of mutations that made publishing fail. */
  refused: string[]
  /** Differences of exports from a clean build, with the mutations before them. */
  stale: string[]
}

export type RunMutations = {
  chain: Chain
  mutations: Mutation[]
  /** The number of mutations on top of each other before a comparison with a clean build, and a reset. */
  perRound: number
}

/** Applies mutations one by one, builds after each, and compares with clean builds. */
export async function runMutations({ chain, mutations, perRound }: RunMutations): Promise<MutationRun> {
  const base = chain.options.locales
  const run: MutationRun = { outcomes: [], refused: [], stale: [] }
  const note = (name: string, { report, changed }: Step): void => {
    run.outcomes.push({ name, rendered: report.pages.rendered, changed: changed.length })
  }
  const { files: before } = await chain.build()
  for (const round of roundsOf(mutations, perRound)) {
    const applied: string[] = []
    for (const { name, apply } of round) {
      const held = chain.options.locales
      chain.options.locales = apply(held)
      const step = await chain.build()
      if (step.report.isPublished) {
        note(name, step)
        applied.push(name)
      } else {
        run.refused.push(name)
        chain.options.locales = held
        await chain.build() // `addresses.json` describes the last attempt
      }
    }
    for (const difference of await chain.compare()) run.stale.push(`${difference}, after ${applied.join('; ')}`)
    chain.options.locales = base
    const back = await chain.build()
    note(`back from ${applied.length} changes`, back)
    for (const path of changedPages(before, back.files)) run.stale.push(`${path}, back from ${applied.join('; ')}`)
  }
  return run
}

/** Rounds that change no record twice. Changes of a whole list come last. */
function roundsOf(mutations: Mutation[], perRound: number): Mutation[][] {
  const rounds: { taken: Set<string>; mutations: Mutation[] }[] = []
  for (const mutation of mutations) {
    const record = [mutation.locale, ...mutation.path.slice(0, 2)].join('.')
    let round = rounds.find(({ taken, mutations: some }) => some.length < perRound && !taken.has(record))
    if (!round) {
      round = { taken: new Set(), mutations: [] }
      rounds.push(round)
    }
    round.taken.add(record)
    round.mutations.push(mutation)
  }
  return rounds.map(({ mutations: some }) =>
    some.sort((a, b) => Number(a.path.length === 1) - Number(b.path.length === 1)),
  )
}

/**
 * Rendered pages per page that really changed, and the mutations that rendered most pages needlessly. Changes of ids do
 * not count, because a record with another id is another record.
 */
export function measurePrecision(all: Outcome[]): { ratio: number; text: string } {
  const outcomes = all.filter(({ name }) => !/\bid (=|null|dropped)/.test(name))
  const rendered = outcomes.reduce((sum, one) => sum + one.rendered, 0)
  const changed = outcomes.reduce((sum, one) => sum + one.changed, 0)
  const worst = outcomes
    .filter((one) => one.rendered > one.changed)
    .sort((a, b) => b.rendered - b.changed - (a.rendered - a.changed))
    .slice(0, Number(process.env.WORST ?? 15))
  const lines = worst.map((one) => `  ${one.name}: ${one.rendered} rendered, ${one.changed} changed`)
  const ratio = rendered / changed
  const head = `${outcomes.length} builds, ${rendered} pages rendered, ${changed} changed: ${ratio.toFixed(3)}`
  return { ratio, text: [head, ...lines].join('\n') }
}
