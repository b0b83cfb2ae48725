import { expect, it } from 'vitest'
import { post, smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { feedOf } from './feeds-of.ts'

it('names posts by ids that an address can hold, whatever the service calls them', () => {
  const posts = [post(1, { id: 'half \ud83d' }), post(2, { id: '<&>' })]
  const { site } = testSite({ locales: { pl: { ...smallSite(), posts } } })
  const ids = feedOf(site, 'pl')?.entries.map(({ id }) => new URL(id).hash)
  expect(ids).toEqual(['#post-half%20%EF%BF%BD-pl', '#post-%3C%26%3E-pl'])
})
