import { expect, it } from 'vitest'
import type { ContentClient } from '#content/client/client.ts'
import type { DraftState } from '#preview/child/draft/draft-state.ts'
import type { AssembledSite } from '#preview/child/site/assemble-site.ts'
import { openReach } from './reach.ts'

it('renders no page for a draft without changes', () => {
  const site = {} as AssembledSite // none of its fields is read
  const { of } = openReach({} as ContentClient, () => {})
  const target = { nodeType: 'article', id: '1', locale: 'en' }
  expect(of({ assembled: site, base: site } as DraftState, target)).toEqual({ state: 'done', rows: [], checked: 0 })
})

it('says why the pages cannot be compared', async () => {
  const base = { site: {}, own: [] } as unknown as AssembledSite // every look-up in it fails
  const done = Promise.withResolvers<unknown>()
  const { of } = openReach({} as ContentClient, done.resolve)
  const target = { nodeType: 'article', id: '1', locale: 'en' }
  const state = { assembled: {}, base } as DraftState
  expect(of(state, target).state).toBe('computing')
  expect(await done.promise).toBe(target)
  expect(of(state, target)).toEqual({
    state: 'done',
    rows: [],
    checked: 0,
    failure: expect.stringContaining('undefined'),
  })
})
