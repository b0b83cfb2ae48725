import { expect, it } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { startTestPreview } from './start-test-preview.ts'

it('forgets that a list could not be read as soon as the service sends it again', async () => {
  const site = smallSite()
  let isFailing = false
  const service = await startFixtureService({
    locales: Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, site])),
    intercept({ url }, response) {
      const isOfNodes = isFailing && url?.startsWith('/api/sitemap_nodes') === true
      if (isOfNodes) sendJson(response, 500, { message: 'Full disk' })
      return isOfNodes
    },
  })
  const preview = await startTestPreview({ api: service.api })
  const refresh = () => fetch(`${preview.origin}/admin/api/refresh`, { method: 'POST' }).then((answer) => answer.json())
  await preview.get('/admin/api/pages')
  expect((await preview.get('/en/missing')).status).toBe(404)

  // The nodes are shown as they were last read, so that only the name in the menu changes.
  isFailing = true
  Object.assign(site.menus?.[0] ?? {}, { name: 'Renamed' })
  expect(await refresh()).toEqual({ isChanged: true })
  expect((await preview.get('/en/missing')).text).toContain('Full disk')

  isFailing = false
  expect((await preview.get('/en/missing')).status).toBe(404)
  const count = service.requests.length
  await preview.get('/admin/api/pages')
  expect(service.requests.slice(count).filter(({ url }) => url?.startsWith('/api/pages/'))).toEqual([])
  await preview.close()
  await service.close()
})

it('shows a list as it was last read while the service fails to send it, not as it was first read', async () => {
  const site = smallSite()
  let isFailing = false
  const service = await startFixtureService({
    locales: Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, site])),
    intercept({ url }, response) {
      const isOfMenus = isFailing && url?.startsWith('/api/menus') === true
      if (isOfMenus) sendJson(response, 500, { message: 'Full disk' })
      return isOfMenus
    },
  })
  const preview = await startTestPreview({ api: service.api })
  const refresh = () => fetch(`${preview.origin}/admin/api/refresh`, { method: 'POST' }).then((answer) => answer.json())
  await preview.get('/admin/api/pages')
  for (const name of ['Renamed', 'Renamed again']) {
    Object.assign(site.menus?.[0] ?? {}, { name })
    expect(await refresh()).toEqual({ isChanged: true })
  }
  isFailing = true
  expect(await refresh()).toEqual({ isChanged: false })
  expect((await preview.get('/en')).text).toContain('Renamed again')
  await preview.close()
  await service.close()
})

it('shows a page that is new or has moved, and a changed menu, although no panel is open', async () => {
  const site = smallSite()
  const locales = Object.fromEntries(['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, structuredClone(site)]))
  const service = await startFixtureService({ locales })
  const preview = await startTestPreview({ api: service.api })
  const listed = async () => JSON.stringify(JSON.parse((await preview.get('/admin/api/pages')).text))
  expect(await listed()).not.toContain('/en/arrived')
  expect((await preview.get('/en/arrived')).status).toBe(404)

  const about = locales.en?.nodes?.find(({ slug }) => slug === '/about')
  Object.assign(about ?? {}, { slug: '/arrived' })
  expect((await preview.get('/en/arrived')).status).toBe(200)
  expect((await preview.get('/en/about')).status).toBe(404)
  Object.assign(about ?? {}, { slug: '/arrived-again' })
  expect(await listed()).toContain('/en/arrived-again')
  Object.assign(about ?? {}, { slug: '/elsewhere' })
  Object.assign(locales.en?.nodes?.find(({ slug }) => slug === '/blog') ?? {}, { slug: '/arrived-again' })
  expect((await preview.get('/en/arrived-again')).status).toBe(200)

  Object.assign(locales.en?.menus?.[0] ?? {}, { name: 'Renamed' })
  await expect
    .poll(async () => (await preview.get('/en/arrived-again')).text, { timeout: 10_000, interval: 500 })
    .toContain('Renamed')

  // It is in between elsewhere, and only "Refresh" has noticed.
  Object.assign(about ?? {}, { slug: '/in-between' })
  await fetch(`${preview.origin}/admin/api/refresh`, { method: 'POST' })
  Object.assign(about ?? {}, { slug: '/elsewhere' })
  expect(await listed()).toContain('/en/elsewhere')
  await preview.close()
  await service.close()
})
