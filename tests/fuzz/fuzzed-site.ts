import { node } from '#tests/fixtures/content.ts'
import type { FixtureLocale, FixtureOptions } from '#tests/fixtures/content-service.ts'
import { type HostileValues, hostileValues } from './hostile-values.ts'
import { mutateDocument } from './mutate-document.ts'
import { type Kind, kinds, type RealDocuments } from './real-documents.ts'

type Json = Record<string, unknown>

/** How many of a hundred documents are of each kind. */
const shares: Record<Kind, number> = {
  ...{ pages: 46, posts: 18, services: 8, job_offers: 8 },
  ...{ contact_people: 4, product_categories: 6, menus: 6, nodes: 4 },
}

const nodeTypes = ['article', 'article_with_crumbs', 'product', 'faq', 'contact', 'search', 'login', 'privacy', 'root']
const layouts = ['home', 'blog', 'search', 'login', undefined, undefined]

export type FuzzedSite = {
  seed: number
  /** The number of mutated documents. */
  documents: number
  real: RealDocuments
  /** Whether slugs are hostile too. */
  withSlugs: boolean
}

/** Content of a site in two locales. Each document is a mutated real one. */
export function fuzzedSite({ seed, documents, real, withSlugs }: FuzzedSite): FixtureOptions['locales'] {
  const values = hostileValues(seed)
  const choose = (kind: Kind): Json[] => {
    const wanted = Math.max(1, Math.round((shares[kind] * documents) / 200))
    return Array.from({ length: wanted }, (_, at) =>
      mutateDocument({ ...values.pick(real[kind]), id: `${kind}-${at}` }, values, { withSlugs }),
    )
  }
  const locale = (): FixtureLocale => {
    const chosen = Object.fromEntries(kinds.map((kind) => [kind, choose(kind)])) as RealDocuments
    return siteOf(chosen, values, withSlugs ? `/area${values.slug()}` : '/area')
  }
  return { pl: locale(), en: locale() }
}

/** Every real document unchanged, once in one locale, and some again in the other. */
export function calmSite(real: RealDocuments): FixtureOptions['locales'] {
  const video = { id: 'video', type: 'text', html: '<iframe src="https://player.example/v" title="Film"></iframe>' }
  const pages = [...real.pages, { id: 'video', title: 'Video', blocks: [video] }]
  const contact_people = [...real.contact_people, { id: 'two', name: 'Two', email: 'ann@a.example, bo@b.example' }]
  const values = hostileValues(1)
  const some = Object.fromEntries(kinds.map((kind) => [kind, real[kind].slice(0, 20)])) as RealDocuments
  return { pl: siteOf({ ...real, pages, contact_people }, values, '/area'), en: siteOf(some, values, '/area') }
}

/** A site of these documents, with a node for every page and collection. */
function siteOf(documents: RealDocuments, values: HostileValues, area: string): FixtureLocale {
  const { pages, posts, services, job_offers, contact_people, product_categories, menus, nodes } = documents
  const keyed = pages.map((page, at): [string, Json] => [
    `page-${at}`,
    { ...page, ...(values.chance(0.3) && { layout: values.pick(layouts) }) },
  ])
  const known = new Set<unknown>()
  /** Real documents in several languages may have equal slugs. Only the first keeps its slug. */
  const apart = (all: Json[], field: 'slug' | 'path'): Json[] =>
    all.map((one, at) => {
      const slug = one[field]
      if (typeof slug === 'string' && !known.has(slug)) {
        known.add(slug)
        return one
      }
      return typeof slug === 'string' ? { ...one, [field]: `member-${at}` } : one
    })
  const hostile = nodes.map((one, at) => ({ ...one, nodeReference: `page-${at % Math.max(1, pages.length)}` }))
  return {
    nodes: [
      node('/', 'page-0', { nodeType: 'root' }),
      ...keyed.slice(1).map(([key], at) => node(`/p/${key}`, key, { nodeType: nodeTypes[at % nodeTypes.length] })),
      node('/blog/:slug', 'posts', { nodeType: 'article', action: 'show' }),
      node('/services/:slug', 'services', { nodeType: 'product', action: 'show' }),
      node('/jobs/:slug', 'job_offers', { nodeType: 'article', action: 'show' }),
      node('/products/:path', 'product_categories', { nodeType: 'product', action: 'show' }),
      node(`${area}/:slug`, 'hidden_pages', { nodeType: 'article', action: 'show' }),
      ...apart(hostile, 'slug').map((one, at) => placed(one, at)),
    ],
    menus,
    pages: Object.fromEntries(keyed),
    posts: apart(posts, 'slug'),
    services: apart(services, 'slug'),
    job_offers: apart(job_offers, 'slug'),
    contact_people,
    product_categories: apart(product_categories, 'path'),
  }
}

/** Moves real nodes with a placeholder, because they would show the collections twice. */
function placed(one: Json, at: number): Json {
  const isPlain = typeof one.slug === 'string' && !one.slug.includes('/:') && one.slug !== '/'
  return isPlain ? one : { ...one, slug: `/n/${at}` }
}
