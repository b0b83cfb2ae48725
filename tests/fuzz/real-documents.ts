import type { z } from 'zod'
import { contentKinds } from '#demo/source/content-kinds.ts'
import { openContent } from '#demo/source/read-content.ts'
import { everythingSite } from '#tests/fixtures/all-blocks.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import type { FixtureLocale } from '#tests/fixtures/content-service.ts'
import { extremes } from '#tests/fixtures/extremes.ts'

type Json = Record<string, unknown>
export const kinds = [
  ...(['pages', 'posts', 'services', 'job_offers', 'contact_people', 'product_categories', 'menus', 'nodes'] as const),
]
export type Kind = (typeof kinds)[number]
export type RealDocuments = Record<Kind, Json[]>

/** Every document of the demo in these languages (by default all), and of the fixtures. */
export function realDocuments(languages?: string[]): RealDocuments {
  const content = openContent('demo/content')
  const ofDemo = (kind: keyof typeof contentKinds): Json[] =>
    (languages ?? content.locales()).flatMap((locale) =>
      content.read<z.ZodType>(contentKinds[kind], { locale, drafts: false }).documents.map(({ raw }) => raw),
    )
  const fixtures: FixtureLocale[] = [everythingSite, extremes, smallSite({ posts: 5 })]
  const ofFixtures = (kind: Kind): Json[] => fixtures.flatMap((fixture) => Object.values(fixture[kind] ?? []) as Json[])
  return {
    pages: [...ofDemo('pages'), ...ofFixtures('pages')],
    posts: [...ofDemo('posts'), ...ofFixtures('posts')],
    services: [...ofDemo('services'), ...ofFixtures('services')],
    job_offers: [...ofDemo('jobOffers'), ...ofFixtures('job_offers')],
    contact_people: [...ofDemo('contactPeople'), ...ofFixtures('contact_people')],
    product_categories: [...ofDemo('productCategories'), ...ofFixtures('product_categories')],
    menus: [...ofDemo('menus'), ...ofFixtures('menus')],
    nodes: [...ofDemo('nodes'), ...ofFixtures('nodes')],
  }
}
