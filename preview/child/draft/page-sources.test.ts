import { expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import type { DraftState } from './draft-state.ts'
import { pageSources } from './page-sources.ts'

it('compares lists with what is published, so that a slug which is another there too is told', () => {
  const content = (slug: string) => new Map([['en', { locale: 'en', nodes: [{ slug, nodeReference: '2' }] }]])
  const state = {
    base: { contents: content('/about') },
    assembled: { contents: content('/about-us'), site: { translationsOf: () => [] } },
    route: { locale: 'en' },
  } as unknown as DraftState
  const [nodes] = pageSources([], state, {} as ContentClient)
  expect(nodes).toMatchObject({ name: 'en/nodes', known: '[{"slug":"/about","nodeReference":"2"}]' })
})
