import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { type SettingsInput, settingsSchema } from '#renderer/settings.ts'
import { type Chain, openChain } from './chain.ts'
import { sample } from './sample.ts'
import { wholeSettingsInput } from './whole-settings.ts'

type Json = Record<string, unknown>

// Runs many builds, one after the other.
vi.setConfig({ testTimeout: 0 })

const isWhole = process.env.MUTATIONS === 'all'

let chain: Chain

beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.close())

const otherTexts = [
  ...['#abcdef', 'GTM-OTHER', 'https://other.example.com', 'https://other.example.com/map.html', 'basic', 'advanced'],
  ...[
    'necessary',
    'analytic',
    'file',
    'directory',
    'Europe/London',
    'AT',
    '2029-01-01T00:00:00Z',
    'mailto:other@example.com',
  ],
  ...['en', '/other/path'],
]

/** Each setting in turn with another valid value, and without a value if it is optional. */
function settingChanges(input: Json): { name: string; input: Json }[] {
  const found: { name: string; input: Json }[] = []
  const visit = (value: unknown, path: string[]): void => {
    const attempt = (what: string, other: unknown): boolean => {
      const changed = structuredClone(input)
      const parent = path.slice(0, -1).reduce((at, key) => at[key] as Json, changed)
      if (other === undefined) delete parent[path.at(-1) ?? '']
      else parent[path.at(-1) ?? ''] = other
      if (!settingsSchema.safeParse(changed).success) return false
      return found.push({ name: `${path.join('.')} ${what}`, input: changed }) > 0
    }
    if (path.length > 0) attempt('left out', undefined)
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key])
      return
    }
    const others =
      typeof value === 'string' ? [`${value}x`, ...otherTexts] : typeof value === 'number' ? [value + 1] : [!value]
    others.find((other) => other !== value && attempt(`= ${JSON.stringify(other)}`, other))
  }
  visit(input, [])
  // Other tests cover a missing icon.
  return found.filter(({ name }) => !name.startsWith('brand.icon'))
}

function jobOf(input: Json): Partial<BuildJob> {
  const settings = settingsSchema.parse(input)
  const [family] = settings.families
  if (!family) throw new Error('Settings have a family.')
  const locales = family.locales.filter((locale) => chain.options.locales[locale])
  return { settings, family, locales }
}

test('After a change of any setting, the export equals a clean build', async () => {
  const all = settingChanges(wholeSettingsInput satisfies SettingsInput as Json)
  const changes = isWhole ? all : sample(all, 3, 5)
  await chain.build(jobOf(wholeSettingsInput))
  let rendered = 0
  let changed = 0
  for (const { name, input } of changes) {
    const job = jobOf(input)
    const step = await chain.build(job)
    expect(step.report.errors, name).toEqual([])
    expect(await chain.compare(job), name).toEqual([])
    rendered += step.report.pages.rendered
    changed += step.changed.length
    if (step.report.pages.rendered > step.changed.length)
      console.log(`${name}: ${step.report.pages.rendered} rendered, ${step.changed.length} changed`)
  }
  console.log(`${changes.length} of ${all.length} changes of settings: ${rendered} pages rendered, ${changed} changed`)
})

test('After options that change the export, and without them again, the export equals a clean build', async () => {
  const options: Partial<BuildJob>[] = [
    { locales: ['en'] },
    { locales: ['pl', 'de'] },
    { compress: true },
    { hosts: chooseHosts('nginx') },
    { images: 'on' },
    { strict: true },
    {},
  ]
  for (const wanted of isWhole ? options : options.slice(1, 2).concat({})) {
    await chain.build(wanted)
    expect(await chain.compare(wanted), JSON.stringify(wanted)).toEqual([])
  }
})
