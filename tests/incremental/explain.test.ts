import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lookAtPages } from '#renderer/build/remember-build.ts'
import { type Cause, causesOf } from '#renderer/reads/explain-page.ts'
import { openTextFile } from '#renderer/site/text-file.ts'
import { type Chain, openChain } from './chain.ts'
import { type Mutation, mutationsOf } from './mutate.ts'
import { sample } from './sample.ts'

const files = { textFile: openTextFile(process.cwd(), []), nameSource: (source: string) => source }

// Runs many builds, one after the other.
vi.setConfig({ testTimeout: 0 })

let chain: Chain

beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain.close())

/** Fields that decide which pages exist, or their addresses. Their changes are reported for other records too. */
const addresses = ['id', 'slug', 'path', 'nodeReference', 'nodeType', 'action', 'parentBranch', 'layout', 'noindex']
const collections = ['posts', 'services', 'job_offers', 'contact_people', 'product_categories']

function isOfOneField({ name, path }: Mutation): boolean {
  const isOther = name.includes(' = ')
  return (
    isOther &&
    path[0] !== 'search' &&
    !addresses.includes(String(path.at(-1))) &&
    path[path.length - 2] !== 'parentBranch'
  )
}

/** Whether a cause names the field that a mutation changed, and its record. */
function isNamed({ record, field = '', was = '', is = '' }: Cause, { locale, path }: Mutation): boolean {
  const [kind, key, ...rest] = [String(path[0]), String(path[1]), ...path.slice(2)]
  const written = rest
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1)
  if (!record.includes(`(${locale})`)) return false
  const original = chain.options.locales[locale]?.[kind as 'nodes'] as
    | Record<string, Record<string, unknown>>
    | undefined
  const member = original?.[key] ?? {}
  if (kind === 'pages') return record.startsWith(`document pages ${key} `) && field === written
  // An item that moves to another menu is reported as removed.
  if (path.at(-1) === 'group') return record.startsWith('menu ') && `${was} ${is}`.includes(`"id":"${member.id}"`)
  if (kind === 'menus') return record.startsWith(`menu ${member.group} `) && field.endsWith(String(path.at(-1)))
  if (kind === 'nodes') return record.startsWith(`the sitemap node "${member.slug}"`) && field === written
  const names = collections.includes(kind)
    ? [`document ${kind} ${member.slug} `, `member ${kind} ${member.id} `, `category ${member.id} `]
    : []
  return names.some((name) => record.startsWith(name)) && field === written
}

/** Pages that the last build rendered, with the causes. */
function renderedPages(): { file: string; causes: Cause[] }[] {
  using store = lookAtPages(chain.job)
  return [...store.previous.pages.values()]
    .filter(({ build }) => build === store.build - 1)
    .map(({ file, reasons }) => ({
      file,
      causes: reasons.flatMap((reason) => causesOf(reason, { page: nameOf(file), ...files })),
    }))
}

function nameOf(file: string): { locale: string; slug: string } {
  const [, locale = 'pl', slug = ''] = /^(?:(en|de)\/)?(.*?)\/?(?:index)?\.html$/.exec(file) ?? []
  return { locale, slug: `/${slug}` }
}

test('For every page that is rendered because of an edited field, the explanation names the record and the field', async () => {
  const base = chain.options.locales
  const edits = sample(
    mutationsOf(base).filter(isOfOneField),
    Number(process.env.EDITS ?? (process.env.MUTATIONS === 'all' ? 50 : 2)),
    21,
  )
  await chain.build()
  let explained = 0
  const wrong: string[] = []
  for (const edit of edits) {
    chain.options.locales = edit.apply(base)
    const { report } = await chain.build()
    const pages = report.pages.rendered > 0 ? renderedPages() : []
    expect(pages.length).toBe(report.pages.rendered)
    chain.options.locales = base
    for (const { file, causes } of pages) {
      explained += 1
      if (!causes.some((cause) => isNamed(cause, edit)))
        wrong.push(`${edit.name}: ${file} says ${JSON.stringify(causes)}`)
    }
    await chain.build()
  }
  console.log(`${edits.length} edits, ${explained} pages rendered for them`)
  expect(wrong.slice(0, 10)).toEqual([])
  expect(explained).toBeGreaterThan(edits.length / 2)
})
