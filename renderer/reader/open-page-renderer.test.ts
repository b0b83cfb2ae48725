import { expect, test } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { testSite } from '#tests/fixtures/site.ts'
import { loadEngine } from './engine.ts'
import { openPageRenderer } from './open-page-renderer.ts'

test('A renderer hears of the components of its own pages, whichever was opened last', async () => {
  const engine = await loadEngine('react')
  const { site, routeAt } = testSite({ locales: { pl: smallSite() } })
  const modules = { get: (name: string) => [name] } as unknown as Map<string, string[]> // each component is a module of its name
  const code = { core: [], modules, digests: new Map(), contentDigest: '' }
  const first = await openPageRenderer({ ...site, code }, engine)
  const other = await openPageRenderer(site, engine)
  other(routeAt('/').file)
  const components = first(routeAt('/about').file).reads.filter(({ question }) => question.startsWith('["code"'))
  expect(components.length).toBeGreaterThan(5)
})
