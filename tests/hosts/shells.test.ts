import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'
import { profiles } from './profiles.ts'

const routing = {
  ...fixtureRouting,
  redirects: [{ from: '/area/moved', to: '/about' }],
  pages: [...fixtureRouting.pages, '/area/_', '/strefa żółwia', '/strefa żółwia/_'],
  shells: [
    { prefix: '/area/', suffix: '', file: 'area/_/index.html' },
    { prefix: '/strefa żółwia/', suffix: '/druk (a4)', file: 'strefa żółwia/_/index.html' },
  ],
}

describe.each(profiles.filter(({ name }) => name !== 'azure-emulator'))(
  'restricted pages below a page on $name',
  (profile) => {
    const can = (what: 'depth' | 'encodedFiles' | 'encodedSources'): boolean => !profile.lacks.includes(what)
    let host: Deployed
    beforeAll(async () => {
      host = await deploy(profile, (folder) => makeFixture(folder, routing))
    })
    afterAll(() => host?.close())

    it.each([
      ['/area', 'area/index.html'],
      ['/area/open', 'area/open/index.html'],
      ['/area/_', 'area/_/index.html'],
      ...(can('encodedFiles') ? [['/strefa%20%C5%BC%C3%B3%C5%82wia', 'strefa żółwia/index.html']] : []),
    ])('leave %s to its page', async (path = '', file) => {
      expect(await host.visit(host.page(path))).toMatchObject({ status: 200, body: `file ${file}` })
    })

    it.each([
      ['/area/member', 'area/_/index.html'],
      ...(can('encodedSources')
        ? [['/strefa%20%C5%BC%C3%B3%C5%82wia/member/druk%20(a4)', 'strefa żółwia/_/index.html']]
        : []),
    ])('are answered at %s by the shell', async (path = '', file) => {
      expect(await host.visit(path)).toMatchObject({ status: 200, body: `file ${file}` })
    })

    it('do not affect redirects', async () => {
      expect(await host.visit('/area/moved')).toMatchObject({ status: 301, to: host.page('/about') })
    })

    it.each([
      ...['/area/member/deep', '/area/open/deep', '/strefa%20%C5%BC%C3%B3%C5%82wia/member'],
      ...['/strefa%20%C5%BC%C3%B3%C5%82wia/member/other', '/strefa%20%C5%BC%C3%B3%C5%82wia/a/b/druk%20(a4)'],
    ])('do not exist at %s', async (path) => {
      if (can('depth')) expect((await host.visit(path)).status).toBe(404)
    })
  },
)

describe.each(profiles.filter(({ name }) => !['azure', 'azure-emulator', 'cloudflare'].includes(name)))(
  'restricted pages directly below the home on $name',
  (profile) => {
    let host: Deployed
    beforeAll(async () => {
      const shells = [{ prefix: '/', suffix: '', file: '_/index.html' }]
      const pages = [...fixtureRouting.pages, '/_']
      host = await deploy(profile, (folder) => makeFixture(folder, { ...fixtureRouting, pages, shells }))
    })
    afterAll(() => host?.close())

    it.each([
      ['/', 'index.html'],
      ['/about', 'about/index.html'],
      ['/en', 'en/index.html'],
      ['/v1.2', 'v1.2/index.html'],
    ])('leave %s to its page', async (path, file) => {
      expect(await host.visit(host.page(path))).toMatchObject({ status: 200, body: `file ${file}` })
    })

    it.each(['/sw.js', '/robots.txt', '/site.webmanifest', '/sitemap.xml'])('leave the file %s', async (path) => {
      expect(await host.visit(path)).toMatchObject({ status: 200, body: `file ${path.slice(1)}` })
    })

    it('have one path segment', async () => {
      expect(await host.visit('/member')).toMatchObject({ status: 200, body: 'file _/index.html' })
      expect(await host.visit('/old')).toMatchObject({ status: 301, to: host.page('/about') })
      expect((await host.visit('/member/deep')).status).toBe(404)
    })
  },
)

const signs = 'vip $x {$HOME} `y` 100%'

describe.each(profiles.filter(({ name }) => ['nginx', 'apache', 'apache-vhost', 'caddy'].includes(name)))(
  'restricted pages below an address with configuration syntax, on $name',
  (profile) => {
    let host: Deployed
    beforeAll(async () => {
      const shells = [{ prefix: `/${signs}/`, suffix: '', file: `${signs}/index.html` }]
      const pages = [...fixtureRouting.pages, `/${signs}`]
      host = await deploy(profile, (folder) => makeFixture(folder, { ...fixtureRouting, pages, shells }))
    })
    afterAll(() => host?.close())

    it('are answered by the shell', async () => {
      const { status, body } = await host.visit(`${encodeURI(`/${signs}`)}/member`)
      expect({ status, body }).toEqual({ status: 200, body: `file ${signs}/index.html` })
    })
  },
)
