import { expect, it } from 'vitest'
import { startStaticServer } from '#publish/serve/static-server.ts'
import { node, page } from './fixtures/content.ts'
import { setFixtureBuilds, withPages } from './fixtures/fixture-builds.ts'
import { elementsOf } from './fixtures/html.ts'

const builds = setFixtureBuilds()

it('A hidden area has its own landing page, and a shell shows the restricted pages below it', async () => {
  const nodes = [node('/żółta-strefa/:slug', 'hidden_pages', { action: 'show' }), node('/żółta-strefa', 12)]
  const link = '<p><a href="/żółta-strefa/cennik">Cennik</a> <a href="/żółta-strefa/a/b">Nigdzie</a></p>'
  const landing = page(12, 'Dla klientów', { blocks: [{ id: 1, type: 'text', html: link }] })
  const { report, findings, out, read } = await builds.build({ locales: { pl: withPages(nodes, { 12: landing }) } })
  expect([report.isPublished, report.errors]).toEqual([true, []])
  expect(findings.filter(({ code }) => code === 'link-dead').map(({ where }) => where?.url)).toEqual([
    '/żółta-strefa/a/b',
  ])
  const shell = await read('żółta-strefa/_/index.html')
  const [props] = [...shell.matchAll(/<script type="application\/json">(.*?)<\/script>/g)]
    .map(([, json = '']) => JSON.parse(json))
    .filter((one) => one.area)
  expect(props).toMatchObject({ area: { before: '/żółta-strefa/', after: '' }, shell: encodeURI('/żółta-strefa/_') })

  expect(await read('sw.js')).toMatch(/"?never"?: ?\["\/%C5%BC%C3%B3%C5%82ta-strefa"\]/) // the service worker stores none of them

  const server = await startStaticServer({ directory: out, api: 'http://127.0.0.1:9/api', port: 0 })
  const ask = async (path: string) => {
    const answer = await fetch(`${server.origin}${path}`, { redirect: 'manual' })
    const [h1] = elementsOf(await answer.text(), 'h1')
    return { status: answer.status, h1: h1?.text, to: answer.headers.get('location') }
  }
  const restricted = elementsOf(shell, 'h1')[0]?.text
  expect(restricted).not.toBe('Dla klientów')
  expect(await ask('/żółta-strefa')).toMatchObject({ status: 200, h1: 'Dla klientów' })
  expect(await ask('/żółta-strefa/cennik')).toMatchObject({ status: 200, h1: restricted })
  expect(await ask('/żółta-strefa/cennik/?a=1')).toMatchObject({
    status: 301,
    to: `${encodeURI('/żółta-strefa/cennik')}?a=1`,
  })
  expect((await ask('/żółta-strefa/cennik/druk')).status).toBe(404)
  await server.close()
})
