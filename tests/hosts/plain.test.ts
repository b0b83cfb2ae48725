import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elementsOf } from '#tests/fixtures/html.ts'
import { type Deployed, deploy } from './deployed.ts'
import { fixtureRouting, makeFixture } from './make-fixture.ts'

const ofPages = ['/index.html', '/about/index.html', '/en/about/index.html']
const redirects = fixtureRouting.redirects.filter(({ from, to }) => to.startsWith('/') && !ofPages.includes(from))
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
const sources = redirects.map(({ from, to }) => ({ from: encoded(from), to }))

/** A page that is a file has no final slash. Caddy does not encode a "%" in the target of its redirects. */
function spellingsOf(from: string): string[] {
  if (from.endsWith('.html')) return [from]
  return from.includes('%25') ? [`${from}/`] : [from, `${from}/`]
}

describe('a file server without any configuration', () => {
  let host: Deployed
  beforeAll(async () => {
    host = await deploy({ name: 'plain', form: 'slash', hop: 308, lacks: [] }, makeFixture)
  })
  afterAll(() => host?.close())

  /** Follows the server's own redirects to the final slash of a page. */
  async function arrive(path: string) {
    const answer = await host.visit(path)
    return answer.to === undefined ? answer : host.visit(answer.to)
  }

  it.each(sources)('forwards $from, with and without final slash, to an existing page', async ({ from, to }) => {
    for (const source of spellingsOf(from)) {
      const { status, headers, body } = await arrive(source)
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
      const [refresh] = elementsOf(body, 'meta').filter(({ attributes }) => attributes['http-equiv'] === 'refresh')
      const target = /^0; url=(.*)$/.exec(refresh?.attributes.content ?? '')?.[1] ?? ''
      expect(elementsOf(body, 'a').map(({ attributes }) => attributes.href)).toEqual([target])
      const end = await host.visit(target.replace(/#.*/, ''))
      const [path = ''] = to.split(/[?#]/)
      const file = path.includes('.') ? path.slice(1) : join(path, 'index.html').replace(/^\//, '')
      expect([end.status, end.body]).toEqual([200, `file ${file}`])
      const canonical = elementsOf(body, 'link').find(({ attributes }) => attributes.rel === 'canonical')
      expect(canonical?.attributes.href).toMatch(/^https:\/\/www\.example\.com\/(?!.*\/$)/)
    }
  })

  it.each(['/', '/about/', '/%C5%BC%C3%B3%C5%82w/', '/100%25/', '/a%20b/', '/en/', '/assets/site-A1.css'])(
    'answers %s',
    async (path) => {
      expect((await host.visit(path)).status).toBe(200)
    },
  )

  it('keeps pages whose files have the name of an old address', async () => {
    for (const from of ofPages)
      expect(await host.visit(from.replace('index.html', ''))).toMatchObject({
        status: 200,
        body: `file ${from.slice(1)}`,
      })
  })

  it('forwards to another domain family', async () => {
    const { body } = await arrive('/siostra')
    expect(body).toContain('content="0; url=https://www.example.fr/aide/"')
    expect(body).toContain('<link rel="canonical" href="https://www.example.fr/aide">')
  })

  it('answers 404 to addresses that never existed', async () => {
    expect((await host.visit('/missing')).status).toBe(404)
  })
})
