import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPlan, type SitePlanData, writePlan } from './site-plan.ts'

const routesOf = (locale: string) => ['a', 'b'].map((file) => ({ file: `${locale}/${file}.html`, locale }))
const routes = { pl: routesOf('pl'), en: routesOf('en') }
const lost = { file: 'en/lost.html', locale: 'en' }
const contentOf = (locale: 'pl' | 'en') => ({ locale, ...shared, routes: routes[locale], listing: [{ slug: locale }] })
const shared = { menus: [], nodes: [], collections: {} }
const digestsOf = (locale: string) => ({ digests: new Map([[`pages/${locale}`, 'sum']]) })
const byLocale = <T>(make: (locale: 'pl' | 'en') => T) =>
  new Map((['pl', 'en'] as const).map((locale) => [locale, make(locale)]))
const plan = {
  ...{ options: { locales: ['pl'] }, places: Float64Array.of(0.25, 0.75) },
  plan: {
    ...{
      contents: byLocale(contentOf),
      otherAddresses: new Map([['/old', '/about']]),
      moved: { gone: ['/gone'] },
      isWhole: false,
    },
    planned: [...routes.pl, ...routes.en, lost], // the last route has no content
    own: routes.pl,
  },
  findings: { warnings: [], errors: [{ code: 'service-error' }] },
  contents: byLocale(digestsOf),
} as unknown as SitePlanData // the other fields are written but never read

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-plan-'))
  file = join(folder, 'site.plan')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([undefined, 'a key'])('A plan is read as it was written, with its seal (key: %s)', (key) => {
  writePlan(file, plan, key)
  const { seal, locales, ...read } = readPlan(file, key)
  expect(read).toEqual(plan)
  expect(locales).toEqual([
    { locale: 'pl', pages: 2, isOwn: true },
    { locale: 'en', pages: 2, isOwn: false },
  ])
  expect(readFileSync(file).subarray(0, 120).toString('latin1')).toContain(` ${seal}\n`)
  expect(readdirSync(folder)).toEqual(['site.plan'])
})

test('A damaged plan, or one that is not signed with the key, is refused', () => {
  writePlan(file, plan, 'a key')
  expect(() => readPlan(file, 'another')).toThrow('is damaged, or was signed with another SITE_PLAN_KEY.')
  expect(() => readPlan(file, undefined)).toThrow('is signed, but SITE_PLAN_KEY is not set.')
  writePlan(file, plan, undefined)
  expect(() => readPlan(file, 'a key')).toThrow('is not signed, but SITE_PLAN_KEY is set.')
  appendFileSync(file, 'x')
  expect(() => readPlan(file, undefined)).toThrow(`The plan "${file}" is damaged.`)
})

test('A file that is missing, not a plan, or of another version is reported', () => {
  expect(() => readPlan(file, undefined)).toThrow(`The plan "${file}" cannot be read.`)
  for (const text of ['', 'site-plan', 'site-plan 1 sha256:x\n', 'no line end']) {
    writeFileSync(file, text)
    expect(() => readPlan(file, undefined)).toThrow(`The plan "${file}" is not a plan of this version.`)
  }
})

test('A plan is written to the target of a link, and the link stays', () => {
  const target = join(folder, 'other.plan')
  writeFileSync(target, '')
  symlinkSync('other.plan', file)
  writePlan(file, plan, undefined)
  expect(readlinkSync(file)).toBe('other.plan')
  expect(readPlan(target, undefined).places).toEqual(plan.places)
})

test('A plan that cannot be written leaves nothing behind', () => {
  const none = join(folder, 'none/site.plan')
  expect(() => writePlan(none, plan, undefined)).toThrow(`The plan cannot be written to "${none}".`)
  expect(readdirSync(folder)).toEqual([])
  mkdirSync(join(file, 'within'), { recursive: true }) // a folder that cannot be replaced by a file
  expect(() => writePlan(file, plan, undefined)).toThrow(`The plan cannot be written to "${file}".`)
  expect(readdirSync(folder)).toEqual(['site.plan'])
})
