import { expect, test } from 'vitest'
import { createRecorder } from '#renderer/reads/recorder.ts'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { loadEngine } from './engine.ts'
import { loadRenderer } from './open-page-renderer.ts'

test('A renderer sees the components of its own pages only, whichever was opened last', async () => {
  const engine = await loadEngine('react')
  const { site, routeAt } = testSite({ locales: { pl: smallSite() } })
  // Each component is in a module with its name.
  const modules = { get: (name: string) => [name] } as unknown as Map<string, string[]>
  const code = { core: [], modules, digests: new Map(), contentDigest: '' }
  const first = (await loadRenderer(engine))({ ...site, code })
  const other = (await loadRenderer(engine))(site)
  other(routeAt('/').file)
  const components = first(routeAt('/about').file).reads.filter(({ question }) => question.startsWith('["code"'))
  expect(components.length).toBeGreaterThan(5)
})

test('A page is the same after its shared parts were released for those of others', async () => {
  const { site, routeAt } = testSite({ locales: { pl: smallSite() } })
  const open = await loadRenderer(await loadEngine('react'))
  let others = 0
  const render = open(
    site,
    (names) => createRecorder({ ...site, ...names }),
    (reader) => {
      for (let count = 0; count < 300; count += 1) reader.shared?.(`of page ${others++}`, () => '')
      return reader
    },
  )
  const { file } = routeAt('/')
  const [first, ...later] = [render(file), render(file), render(file), render(file)]
  expect(first?.html.toString()).toContain('</html>')
  for (const { html } of later) expect(html.toString()).toBe(first?.html.toString())
})

test('The head of a page links to the manifest and the feed of its locale, without a prefix for the default one', async () => {
  const { site, routeAt } = testSite({ locales: { pl: smallSite(), en: smallSite() } })
  const render = (await loadRenderer(await loadEngine('react')))(site)
  const linksOf = (path: string) =>
    ['manifest', 'alternate" type="application/atom\\+xml'].map(
      (rel) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(render(routeAt(path).file).html.toString())?.[1],
    )
  expect(linksOf('/about')).toEqual(['/site.webmanifest', '/feed.xml'])
  expect(linksOf('/en/about')).toEqual(['/en/site.webmanifest', '/en/feed.xml'])
})
