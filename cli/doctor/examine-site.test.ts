import { afterEach, expect, it } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { type FixtureOptions, startFixtureService } from '#tests/fixtures/content-service.ts'
import { setServedSite } from '#tests/fixtures/own-site.ts'
import { type DoctorOptions, examineSite } from './examine-site.ts'

const small = smallSite()
const content: FixtureOptions = { locales: { en: small, de: small } }

const site = setServedSite(content)
afterEach(() => {
  delete process.env.SITE_API_TOKEN
  content.locales = { en: small, de: small }
  site.service.requests.splice(0)
})
const examine = ({ api = site.api, ...options }: Partial<DoctorOptions> = {}) => {
  const { config, out, cache, concurrency } = site.options
  const given = { locale: 'en', config, out, cache, concurrency, sample: 100, ...options }
  return examineSite(given, api, new AbortController().signal)
}

it('treats unknown blocks as errors when strict', async () => {
  const pages = { ...small.pages, 2: { id: 2, title: 'About', blocks: [{ id: 1, type: 'carousel' }] } }
  content.locales = { en: { ...small, pages } }
  const unknown = async (options: Partial<DoctorOptions>) =>
    (await examine(options)).flatMap(({ remarks }) => remarks.filter(({ code }) => code === 'block-unknown'))
  expect(await unknown({})).toMatchObject([{ isError: false, message: expect.stringContaining('carousel') }])
  expect(await unknown({ strict: true })).toMatchObject([{ isError: true }])
})

it('requests product categories from another service when one is named', async () => {
  const shop = await startFixtureService({ locales: { en: small } })
  const nodes = [
    ...(small.nodes ?? []),
    { nodeType: 'product', action: 'show', slug: '/products/:path', nodeReference: 'product_categories', crumbs: [] },
  ]
  content.locales = { en: { ...small, nodes } }
  await examine({ commerceApi: shop.api })
  await shop.close()
  const rows = await examine({ commerceApi: shop.api })
  const [silent] = rows.find(({ endpoint }) => endpoint === '/product_categories')?.remarks ?? []
  expect(silent?.hint).toBe(
    'Check that the service is running and that --commerce-api or SITE_COMMERCE_API is its address.',
  )
  const asked = (requests: { url?: string | undefined }[]) =>
    requests.filter(({ url }) => url?.includes('product_categories')).length
  expect([asked(shop.requests) > 0, asked(site.service.requests)]).toEqual([true, 0])
})

it('reads a sample of the documents in the chosen locales, with the token of the environment', async () => {
  process.env.SITE_API_TOKEN = 'secret'
  const rows = await examine({ sample: 2 })
  expect(rows.find(({ endpoint }) => endpoint === '/pages/{id}')).toMatchObject({
    locale: 'en',
    found: expect.stringMatching(/^2 of 3 read, /),
  })
  expect(new Set(rows.map(({ locale }) => locale))).toEqual(new Set(['en', '']))
  expect(site.service.requests.some(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
})

it('refuses an invalid address, and an unknown host', async () => {
  await expect(examine({ hosts: 'moon' })).rejects.toThrow('moon')
  await expect(examine({ api: 'cms.example/api' })).rejects.toThrow('The address of the content service')
  await expect(examine({ commerceApi: 'x' })).rejects.toThrow('The commerce address')
})
