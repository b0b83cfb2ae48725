import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'
import { profiles } from './profiles.ts'

const routing = {
  ...fixtureRouting,
  pageFiles: 'file' as const,
  shells: [{ prefix: '/area/', suffix: '', file: 'area.html' }],
}

describe.each(profiles.filter(({ lacks }) => !lacks.includes('htmlFiles')))(
  'pages as {path}.html on $name',
  (profile) => {
    let host: Deployed
    beforeAll(async () => {
      host = await deploy({ ...profile, form: 'bare' }, (folder) => makeFixture(folder, routing))
    })
    afterAll(() => host?.close())

    it.each([
      ['/', 'index.html'],
      ['/about', 'about.html'],
      ['/en', 'en.html'],
      ['/en/about', 'en/about.html'],
      ['/area/member', 'area.html'],
      ['/area/open', 'area/open.html'],
    ])('answers %s without a hop', async (path, file) => {
      expect(await host.visit(path)).toMatchObject({ status: 200, body: `file ${file}` })
    })

    it.each([
      ['/old', '/about'],
      ['/old/', '/about'],
      ['/en/old', '/en/about'],
      ['/wp/polityka.pdf', '/about'],
    ])('redirects %s to %s in one hop', async (from, to) => {
      expect(await host.visit(from)).toMatchObject({ status: 301, to })
    })

    it('answers 404 to missing addresses', async () => {
      expect((await host.visit('/missing')).status).toBe(404)
      expect((await host.visit('/en/missing')).status).toBe(404)
    })
  },
)
