import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TimeLimitError } from '#content/finding.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { buildSite } from '#renderer/build-site.ts'
import { page, smallSite } from '#tests/fixtures/content.ts'
import { type FixtureOptions, type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { buildShard } from './build-shard.ts'
import { makePlan } from './make-plan.ts'
import { mergeParts, readParts } from './merge-parts.ts'
import { readPlan } from './site-plan.ts'

const small = smallSite({ posts: 4, perPage: 2 })
const content: FixtureOptions = { locales: { pl: small, en: small } }
const settings = testSettings()
const [family] = settings.families
if (!family) throw new Error('Settings have a family.')
const root = resolve('.')

let folder: string
let service: FixtureService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-parts-'))
  service = await startFixtureService(content)
  await makePlan({ ...jobTo('site.plan'), lastExport: at('none') })
  for (const index of [1, 2]) await shard(index)
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const at = (name: string) => join(folder, name)
const jobTo = (name: string): BuildJob => ({
  ...{ settings, family, locales: ['pl', 'en'], toolRoot: root, siteRoot: root, api: service.api, out: at(name) },
  ...{ engine: 'react', concurrency: 8, images: 'off', ledger: false, cache: at('cache') },
})
const shard = (index: number, name = `part-${index}`, more: Partial<BuildJob> = {}) => {
  const planFile = at('site.plan')
  const plan = readPlan(planFile, undefined)
  return buildShard({ ...jobTo(name), ...more, shard: { index, count: 2 }, plan, planFile })
}
const merge = (out: string, ...parts: string[]) => mergeParts(jobTo(out), readParts(parts.map(at), undefined))
const filesOf = (name: string) =>
  new Map(
    readdirSync(join(at(name), 'site'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((file) => [file.slice(file.indexOf('/site/')), readFileSync(file, 'utf8')]),
  )

it('makes the bytes of a build from all parts, in any order, without requests to the service', async () => {
  const built = await buildSite(jobTo('built'))
  const asked = service.requests.length
  const merged = await merge('merged', 'part-2', 'part-1')
  expect(service.requests.length).toBe(asked)
  expect(filesOf('merged')).toEqual(filesOf('built'))
  expect([merged.errors, merged.isPublished]).toEqual([[], true])
  expect([merged.pages, merged.bytes]).toEqual([built.pages, built.bytes])
  expect(merged.warnings).toEqual(built.warnings)
})

it('shares out the pages, and renders no unchanged page again', async () => {
  const pagesOf = (index: number) => [...filesOf(`part-${index}`).keys()].filter((file) => file.endsWith('.html'))
  const [first, second] = [pagesOf(1), pagesOf(2)]
  expect(first.filter((file) => second.includes(file))).toEqual([])
  expect([first.length > 0, second.length > 0]).toEqual([true, true])
  const all = [...filesOf('built').keys()].filter((file) => file.endsWith('.html'))
  expect([...first, ...second].sort()).toEqual(all.sort())
  const again = await shard(1)
  expect(again.pages).toMatchObject({ total: first.length, rendered: 0, unchanged: first.length })
})

it('refuses parts unless they are all parts of one plan, each once', async () => {
  const refused = (...parts: string[]) => expect(() => readParts(parts.map(at), undefined))
  refused().toThrow('No part was named.')
  refused('part-2').toThrow('The part of shard 1 of 2 is missing.')
  refused('part-1', 'part-1').toThrow(`The part "${at('part-1')}" is named twice.`)
  cpSync(at('part-1'), at('copy'), { recursive: true })
  refused('part-1', 'copy').toThrow(`The parts "${at('copy')}" and "${at('part-1')}" are both shard 1 of 2.`)
  writeFileSync(join(at('copy'), 'site.plan'), 'another')
  refused('part-2', 'copy').toThrow(`The part "${at('copy')}" contains a different plan ("site.plan")`)
})

it('makes no part in the folder of an export', async () => {
  await expect(shard(1, 'built')).rejects.toThrow(`"${at('built')}" contains an export, which the part would replace.`)
  expect(existsSync(join(at('built'), 'part.json'))).toBe(false)
})

it('makes no part of a document that changed since it was planned', async () => {
  content.locales = { pl: { ...small, pages: { ...small.pages, 2: page(2, 'Other') } }, en: small }
  const reports = [await shard(1, 'late-1'), await shard(2, 'late-2')]
  content.locales = { pl: small, en: small }
  const kept = reports.map(({ isPublished }, at) => (isPublished ? `late-${at + 1}` : ''))
  expect(reports.flatMap(({ errors }) => errors).map(({ where }) => where?.path)).toEqual(['/about'])
  expect(kept.filter(Boolean)).toHaveLength(1)
})

it.each([
  ['its time limit', new TimeLimitError(7)],
  ['its interruption', new Error('interrupted')],
])('keeps what a shard read until %s', async (_, reason) => {
  const ending = new AbortController()
  const asked: (string | undefined)[] = []
  content.intercept = ({ url }) => {
    asked.push(url)
    if (asked.length > 1) ending.abort(reason)
    return asked.length > 1
  }
  const name = `cut: ${reason.message}`
  const end = await shard(1, name, { concurrency: 1, signal: ending.signal }).catch((error) => error)
  delete content.intercept
  expect(end).toMatchObject(reason instanceof TimeLimitError ? { errors: [{ code: 'time-limit' }] } : reason)
  const before = service.requests.length
  expect((await shard(1, name)).isPublished).toBe(true)
  const further = service.requests.slice(before).map(({ url }) => url)
  expect([further.includes(asked[1]), further.includes(asked[0])]).toEqual([true, false])
})

it('makes no plan of content with errors', async () => {
  content.locales = { pl: { ...small, pages: { ...small.pages, 2: { id: 2, blocks: 'none' } } }, en: small }
  const report = await makePlan({ ...jobTo('wrong.plan'), lastExport: at('none') })
  content.locales = { pl: small, en: small }
  expect([report.isPublished, report.errors.length, existsSync(at('wrong.plan'))]).toEqual([false, 1, false])
})
