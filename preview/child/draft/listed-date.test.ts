import { expect, it } from 'vitest'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { openPictureClient } from '#tests/fixtures/published-pictures.ts'
import type { DraftState } from './draft-state.ts'
import { withListedDate } from './listed-date.ts'

it('takes the date of a draft without one from the list of the service', async () => {
  const found = [
    { slug: '/a', title: 'A', updatedAt: '2026-05-06' },
    { slug: '/b', title: 'B', updatedAt: '2026-07-08' },
  ]
  const service = await startFixtureService({
    locales: {},
    intercept: ({ url = '' }, response) => {
      const isDraft = url.startsWith('/api/search') && url.includes('preview=true')
      if (isDraft) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
      return isDraft
    },
  })
  const client = openPictureClient(service.api)
  const site = { contents: new Map([['pl', { listing: [{ slug: '/a' }, { slug: '/b' }] }]]) }
  const listed = async (document: object) => {
    const draft = {
      read: { draft: { document } },
      route: { slug: '/a' },
      place: { locale: 'pl' },
      publishing: { site },
    }
    const state = draft as unknown as DraftState // the fields that are read
    return (await withListedDate(state, client)).contents.get('pl')?.listing
  }
  expect(await listed({})).toEqual([{ slug: '/a', updatedAt: '2026-05-06' }, { slug: '/b' }])
  expect(await listed({ updatedAt: '2026-01-01' })).toEqual([{ slug: '/a' }, { slug: '/b' }])
  await client.close()
  await service.close()
})
