import { expect, it } from 'vitest'
import type { Routing } from '#publish/routing.ts'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'
import { type Profile, profiles } from './profiles.ts'

const pages = fixtureRouting.pages.filter((path) => path !== '/')

/** Requests the root of a site whose default locale has no home page. */
async function visitRoot(profile: Profile, redirects: Routing['redirects']) {
  let host: Deployed | undefined
  try {
    host = await deploy(profile, (folder) => makeFixture(folder, { ...fixtureRouting, pages, redirects }))
    return await host.visit('/')
  } finally {
    await host?.close()
  }
}

it.each(profiles)('a site without a home page can redirect its root, on $name', async (profile) => {
  const to = profile.form === 'slash' ? '/en/' : '/en'
  expect(await visitRoot(profile, [{ from: '/', to: '/en' }])).toMatchObject({ status: 301, to })
})

it.each(profiles)('a site without a home page and a redirect answers its root with 404, on $name', async (profile) => {
  expect(await visitRoot(profile, [])).toMatchObject({ status: 404, body: 'file 404.html' })
})

it('a site without a home page forwards from its root by a page, on a server without configuration', async () => {
  const { status, body } = await visitRoot({ name: 'plain', form: 'slash', hop: 308, lacks: [] }, [
    { from: '/', to: '/en' },
  ])
  expect([status, body]).toEqual([200, expect.stringContaining('content="0; url=/en/"')])
})
