import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { smallSite } from './fixtures/content.ts'
import { setFixtureBuilds } from './fixtures/fixture-builds.ts'
import { elementsOf } from './fixtures/html.ts'

const { build } = setFixtureBuilds()

describe('the 404 page at the root', () => {
  const spoken = async (read: (file: string) => Promise<string>) => {
    const html = await read('404.html')
    const said = elementsOf(html, 'li').filter(({ attributes }) => attributes['data-prefix'])
    const [script] = elementsOf(html, 'script').filter(({ attributes }) => attributes.blocking)
    return {
      lang: elementsOf(html, 'html')[0]?.attributes.lang,
      said: said.map(({ attributes }) => `${attributes.lang} ${attributes['data-prefix']} ${attributes['data-title']}`),
      script: script?.attributes.src,
    }
  }

  it('has its text in every language that has pages, for hosts with a single 404 page', async () => {
    const { read } = await build({ locales: { pl: smallSite(), en: smallSite(), de: smallSite() } })
    expect(await spoken(read)).toEqual({
      lang: 'pl',
      said: ['en /en/ This page could not be found', 'de /de/ Diese Seite konnte nicht gefunden werden'],
      script: expect.stringMatching(/^\/assets\/not-found-[A-Z0-9]+\.js$/),
    })
    expect(await read('de/404.html')).not.toContain('data-prefix')
  })

  it('exists without the default locale, in the first language that is built', async () => {
    const { read, out } = await build({ locales: { en: smallSite(), de: smallSite() } }, { locales: ['en', 'de'] })
    expect(await spoken(read)).toMatchObject({ lang: 'en', said: [expect.stringMatching(/^de \/de\//)] })
    const routing = JSON.parse(await readFile(join(out, 'routing.json'), 'utf8'))
    expect(routing.notFound).toEqual([
      { prefix: '/en/', file: 'en/404.html' },
      { prefix: '/de/', file: 'de/404.html' },
      { prefix: '/', file: '404.html' },
    ])
  })

  it('has no script when there is only one language', async () => {
    const { read } = await build({ locales: { pl: smallSite() } })
    expect(await spoken(read)).toEqual({ lang: 'pl', said: [], script: undefined })
  })
})
