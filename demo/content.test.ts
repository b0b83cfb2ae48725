import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { fillSlug } from './answers/search.ts'
import { type ContentKind, contentKinds } from './source/content-kinds.ts'
import { openContent, type Stored } from './source/read-content.ts'

const folder = fileURLToPath(new URL('content', import.meta.url))
const media = fileURLToPath(new URL('media', import.meta.url))
const content = openContent(folder)
const defaultLocale = 'pl'
const locales = content.locales().toSorted()
const kinds: [name: string, kind: ContentKind][] = Object.entries(contentKinds)
const all = (kind: ContentKind, locale: string): Stored<unknown>[] =>
  [true, false].flatMap((drafts) => content.read(kind, { locale, drafts }).documents)
const published = { drafts: false }

/** Returns the fields that are not in the contract, which the schema therefore drops. */
function unknownFields(raw: unknown, data: unknown, at = ''): string[] {
  if (Array.isArray(raw))
    return raw.flatMap((part, index) =>
      unknownFields(part, Array.isArray(data) ? data[index] : undefined, `${at}[${index}]`),
    )
  if (typeof raw !== 'object' || raw === null) return []
  const known: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {}
  return Object.entries(raw).flatMap(([field, value]) =>
    field in known ? unknownFields(value, known[field], `${at}.${field}`) : [`${at}.${field}`],
  )
}

const missing = '(nothing)'
const pick = (raw: Record<string, unknown>, ...fields: string[]): string =>
  fields.map((field) => String(raw[field] ?? missing)).join(' ')
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : [])

/**
 * The parts of a document that must be equal in every locale. Translations may order and split their blocks
 * differently, and posts may use different blocks.
 */
function outline(name: string, { file, raw }: Stored<unknown>, locale: string): unknown {
  if (name === 'nodes') return [pick(raw, 'nodeType', 'action', 'nodeReference'), listOf(raw.crumbs).length]
  if (name === 'productCategories') return [raw.id, raw.parentBranch ?? [], String(raw.path).split('/').length]
  const blockTypes = new Set(name === 'posts' ? [] : listOf(raw.blocks).map(({ type }) => String(type)))
  const date = name === 'posts' ? raw.publicationDate : undefined
  return [
    relative(`${folder}/${locale}`, file),
    date,
    pick(raw, 'id', 'industry', 'layout', 'noindex'),
    [...blockTypes].toSorted(),
  ]
}

function addressesOf(locale: string): Set<string> {
  const scope = { locale, ...published }
  const { posts, services, jobOffers, hiddenPages, productCategories } = contentKinds
  const slugs: Record<string, string[]> = {
    posts: content.read(posts, scope).documents.map(({ data }) => data.slug),
    services: content.read(services, scope).documents.map(({ data }) => data.slug),
    job_offers: content.read(jobOffers, scope).documents.map(({ data }) => data.slug),
    hidden_pages: content.read(hiddenPages, scope).documents.map(({ data }) => data.slug),
    product_categories: content.read(productCategories, scope).documents.map(({ data }) => data.path),
  }
  const nodes = content.read(contentKinds.nodes, scope).documents.map(({ data }) => data)
  return new Set(
    nodes.flatMap(({ slug, nodeReference = '' }) =>
      slug.includes('/:') ? (slugs[nodeReference] ?? []).map((own) => fillSlug(slug, own)) : [slug],
    ),
  )
}

const withPrefix = (slug: string, locale: string): string =>
  locale === defaultLocale ? slug : slug === '/' ? `/${locale}` : `/${locale}${slug}`

/** Every address that a document links to, with its field. */
function linksOf(value: unknown, at = ''): { at: string; url: string }[] {
  if (typeof value === 'string') {
    const isAddress = /\.(url|seoImageSrc)$/.test(at)
    const inText = [...value.matchAll(/\s(?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? '')
    return (isAddress ? [value] : inText).map((url) => ({ at, url }))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, part]) => linksOf(part, `${at}.${field}`))
}

function isDead(url: string, addresses: Set<string>): boolean {
  if (/^(https?|mailto|tel):/.test(url) || url.startsWith('#')) return false
  const path = decodeURIComponent(url.split(/[?#]/)[0] ?? '')
  return path.startsWith('/media/') ? !existsSync(`${media}/${path.slice('/media/'.length)}`) : !addresses.has(path)
}

describe('demo content', () => {
  it('has more than one locale, including the default one', () => {
    expect(locales.length).toBeGreaterThan(1)
    expect(locales).toContain(defaultLocale)
  })

  it.each(locales)('in %s follows the contract and has no other fields', (locale) => {
    const problems = kinds.flatMap(([, kind]) =>
      all(kind, locale).flatMap(({ file, raw, data }) =>
        unknownFields(raw, data).map((field) => `${relative(folder, file)}${field}`),
      ),
    )
    expect(problems).toEqual([])
  })

  // Menus may differ between locales, and a draft may exist in only one of them at first.
  it.each(kinds.filter(([name]) => name !== 'menus'))('has the same %s in every locale', (name, kind) => {
    const outlineIn = (locale: string): string[] =>
      content
        .read(kind, { locale, ...published })
        .documents.map((stored) => JSON.stringify(outline(name, stored, locale)))
    const expected = outlineIn(defaultLocale)
    const differences = locales.flatMap((locale) => {
      const actual = outlineIn(locale)
      const extra = actual.filter((line) => !expected.includes(line)).map((line) => `${locale} has ${line}`)
      const absent = expected.filter((line) => !actual.includes(line)).map((line) => `${locale} lacks ${line}`)
      return [...extra, ...absent]
    })
    expect(differences).toEqual([])
  })

  it.each(locales)('has no duplicate ids and slugs in %s', (locale) => {
    for (const [name, kind] of kinds.filter(([kindName]) => kindName !== 'nodes')) {
      const raws = content.read(kind, { locale, ...published }).documents.map(({ raw }) => raw)
      const names = raws.flatMap(({ id, slug, path }) => [
        `id ${id}`,
        ...((slug ?? path) ? [`slug ${slug ?? path}`] : []),
      ])
      expect(names, `${locale} ${name}`).toHaveLength(new Set(names).size)
    }
  })

  it.each(locales)('has a page for every node and a node for every page in %s', (locale) => {
    const scope = { locale, ...published }
    const pages = content.read(contentKinds.pages, scope).documents.map(({ data }) => data.id)
    const nodes = content.read(contentKinds.nodes, scope).documents.map(({ data }) => data)
    const single = nodes.filter(({ slug }) => !slug.includes('/:')).map(({ nodeReference }) => nodeReference)
    expect(single.toSorted()).toEqual(pages.toSorted())
  })

  it.each(locales)('links only to addresses and pictures that exist in %s', (locale) => {
    const slugs = addressesOf(locale)
    const addresses = new Set([...slugs].map((slug) => withPrefix(slug, locale)))
    const dead = kinds.flatMap(([, kind]) =>
      all(kind, locale).flatMap(({ file, raw }) =>
        linksOf(raw)
          .filter(({ url }) => isDead(url, addresses))
          .map(({ at, url }) => `${relative(folder, file)}${at}: ${url}`),
      ),
    )
    expect(dead).toEqual([])
    const crumbs = content
      .read(contentKinds.nodes, { locale, ...published })
      .documents.flatMap(({ data }) => data.crumbs)
    expect(crumbs.filter(({ slug }) => !slugs.has(slug))).toEqual([])
  })

  it.each(locales)('in %s shows every photograph in only one document, apart from cards in others', (locale) => {
    const homes = new Map<string, Set<string>>()
    for (const [, kind] of kinds)
      for (const { file, raw } of content.read(kind, { locale, ...published }).documents)
        for (const { at, url } of linksOf(raw))
          if (url.endsWith('.jpg') && !/\.(offers|tiles)\./.test(at))
            homes.set(url, (homes.get(url) ?? new Set()).add(relative(folder, file)))
    expect(homes.size).toBeGreaterThan(40)
    expect([...homes].filter(([, files]) => files.size > 1)).toEqual([])
  })
})
