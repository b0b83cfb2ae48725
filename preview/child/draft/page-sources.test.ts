import { expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import type { DraftState } from './draft-state.ts'
import { pageSources } from './page-sources.ts'

it('compares lists with the published content instead of the draft, so that publishing its new slug is noticed', () => {
  const content = (slug: string) => new Map([['en', { locale: 'en', nodes: [{ slug, nodeReference: '2' }] }]])
  const state = {
    base: { contents: content('/about') },
    assembled: { contents: content('/about-us'), site: { translationsOf: () => [] } },
    route: { locale: 'en' },
  } as unknown as DraftState
  const [nodes] = pageSources([], state, {} as ContentClient)
  expect(nodes).toMatchObject({ name: 'en/nodes', known: '[{"slug":"/about","nodeReference":"2"}]' })
})

it('requests each list that the page shows something of, once', () => {
  const collections = { posts: [], product_categories: [] }
  const state = {
    base: { contents: new Map([['en', { locale: 'en', nodes: [], menus: [], collections }]]) },
    assembled: { site: { translationsOf: () => [] } },
    route: { locale: 'en' },
  } as unknown as DraftState
  const namesOf = (...questions: string[]): string[] =>
    pageSources(
      questions.map((question) => ({ question, answer: undefined })),
      state,
      {} as ContentClient,
    ).map(({ name }) => name)
  expect(namesOf('["text","en","a"]', '["list","de","posts"]')).toEqual(['en/nodes'])
  expect(namesOf('["menu","en","main"]', '["list","en","posts"]')).toEqual(['en/nodes', 'en/menus', 'en/posts'])
  for (const name of ['category', 'subcategories'])
    expect(namesOf(`["${name}","en","7"]`, `["${name}","en","8"]`)).toEqual(['en/nodes', 'en/product_categories'])
})
