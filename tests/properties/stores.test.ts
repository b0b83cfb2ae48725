import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAnswerStore } from '#content/answers/answer-store.ts'
import type { KeptAnswer } from '#content/answers/kept-answer.ts'
import { digestOf, type KnownBuild, type KnownPage } from '#renderer/reads/known-build.ts'
import { openPageStore } from '#renderer/reads/page-store.ts'
import { runs } from './runs.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-stores-'))
  file = join(folder, 'kept.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Damage to a file between two builds: one flipped bit, or a lost end. */
type Damage = { kind: 'bit' | 'cut'; at: number }
const damage = fc.record<Damage>({
  kind: fc.constantFrom('bit', 'bit', 'bit', 'cut'),
  at: fc.double({ min: 0, max: 0.999999, noNaN: true }),
})

function harm({ kind, at }: Damage): void {
  if (!existsSync(file)) return
  const bytes = readFileSync(file)
  const place = Math.floor(at * bytes.length)
  if (kind === 'cut') truncateSync(file, place)
  else {
    bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8))
    writeFileSync(file, bytes)
  }
}

/** Runs builds in any order, with damage to the file between them. `open` returns a function that runs one build. */
function runBuilds<Build extends object>(
  build: fc.Arbitrary<Build>,
  open: () => (build: Build, isHarmed: boolean) => void,
): void {
  const steps = fc.oneof({ weight: 2, arbitrary: build }, { weight: 1, arbitrary: damage })
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 10 }), (all) => {
      rmSync(file, { force: true })
      const run = open()
      let isHarmed = false
      for (const step of all) {
        if (!('kind' in step)) run(step, isHarmed)
        else {
          harm(step)
          isHarmed = true
        }
      }
    }),
    runs(60),
  )
}

const name = fc.constantFrom(...'abcdefgh')
const version = fc.nat({ max: 1000 })

/** Long enough to spread rows over several pages of the file. */
const textOf = (of: string, number: number): string => `${of} ${number} `.repeat(20 + (number % 900))
const answerOf = (of: string, number: number): KeptAnswer => ({
  ...{ address: `api:/${of}`, status: 200, etag: `"${number}"`, hash: hash('sha256', textOf(of, number)) },
})

it('the store of answers returns what was last kept, or nothing, after any damage to its file', () => {
  const build = fc.record({ keep: fc.array(fc.tuple(name, version), { maxLength: 8 }), isCommitted: fc.boolean() })
  runBuilds(build, () => {
    let kept = new Map<string, number>()
    return (step, isHarmed) => {
      using store = openAnswerStore(file, 'service')
      for (const one of 'abcdefgh') {
        const number = kept.get(one)
        const found = store.find(one)
        if (!isHarmed || found) expect(found).toEqual(number === undefined ? undefined : answerOf(one, number))
        const body = found?.hash && store.body(found.hash)
        if (number !== undefined && (!isHarmed || body)) expect(String(body)).toBe(textOf(one, number))
      }
      const now = new Map(kept)
      for (const [one, number] of step.keep) {
        store.keep(one, answerOf(one, number), Buffer.from(textOf(one, number)))
        now.set(one, number)
      }
      if (step.isCommitted) {
        store.commit()
        kept = now
      }
    }
  })
})

const pageOf = (of: string, number: number): KnownPage => ({
  ...{
    file: `${of}.html`,
    locale: 'pl',
    slug: `/${of}`,
    href: `/${of}`,
    asked: Uint32Array.of(number),
    placeholders: '[]',
  },
  ...{ findings: [], sha256: hash('sha256', textOf(of, number)), bytes: number, reasons: [{ kind: 'new' }], build: 1 },
})

it('the page store returns what the last build saved, or less, after any damage to its file', () => {
  const isSame = ([one, id]: [string, number], [other, otherId]: [string, number]) => one === other || id === otherId
  const build = fc.record({ pages: fc.uniqueArray(fc.tuple(name, version), { maxLength: 8, comparator: isSame }) })
  runBuilds(build, () => {
    let saved = new Map<string, number>()
    return (step, isHarmed) => {
      using store = openPageStore(file, 'tools')
      const { previous } = store
      for (const [key, page] of previous.pages) {
        const number = saved.get(key)
        expect(page).toEqual(number === undefined ? undefined : pageOf(key.slice(0, 1), number))
      }
      if (!isHarmed) expect([...previous.pages.keys()].sort()).toEqual([...saved.keys()].sort())
      for (const [key, number] of saved) {
        const text = textOf(key, number)
        const found = store.answer(digestOf(text))
        if (!isHarmed || found !== undefined) expect(found).toBe(text)
        const asked = previous.questions.get(number)
        if (asked) expect(asked.answer).toBe(digestOf(textOf(asked.question, number)))
      }
      const pages = new Map(step.pages.map(([of, number]) => [`${of}.html`, pageOf(of, number)]))
      const keys = [...pages].map(([key, { bytes }]): [string, number] => [key, bytes])
      const next: KnownBuild = {
        ...{ pages, steps: new Map(), documents: new Map(), facts: { locales: ['pl'] } },
        questions: new Map(keys.map(([key, id]) => [id, { id, question: key, answer: digestOf(textOf(key, id)) }])),
      }
      for (const [key, id] of keys) store.keepAnswer(digestOf(textOf(key, id)), textOf(key, id))
      store.save(next)
      saved = new Map(keys)
    }
  })
})
