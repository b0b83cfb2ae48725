import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { node, page, smallSite } from '#tests/fixtures/content.ts'
import type { FixtureOptions } from '#tests/fixtures/content-service.ts'
import { captureOutput, setServedSite } from '#tests/fixtures/own-site.ts'
import { build } from './build.ts'
import { type RenderOptions, render } from './render.ts'

const small = smallSite({ posts: 1 })
const withAbout = (blocks: object[]) => ({ ...small, pages: { ...small.pages, 2: page(2, 'About', { blocks }) } })
const saying = (words: string) => withAbout([{ id: '2-1', type: 'text', html: `<p>${words}</p>` }])
const content: FixtureOptions = { locales: { en: small, de: small } }
const { signal } = new AbortController()

const site = setServedSite(content)
beforeAll(async () => {
  await captureOutput(() => build({ ...site.options, api: site.api }, signal))
})
const run = (slugs: string[], options: Partial<RenderOptions> = {}) =>
  captureOutput(() => render(slugs, { ...site.options, api: site.api, ...options }, signal))
const read = (file: string): string => readFileSync(site.at(`output/site/${file}`), 'utf8')

it('renders the page in the chosen locales only', async () => {
  content.locales = { en: saying('New'), de: saying('Neu') }
  const { result, stdout, stderr } = await run(['/about'], { locale: 'de', json: true })
  expect(result).toBe(0)
  expect(stderr).not.toContain('The whole site is read')
  expect(stderr).toMatch(/\nPublished to .*\n$/)
  expect(JSON.parse(stdout).pages).toMatchObject({ rendered: 1, changed: 1 })
  expect(readFileSync(site.at('output/report.json'), 'utf8')).toBe(stdout)
  expect(read('de/about/index.html')).toContain('Neu')
  expect(read('about/index.html')).not.toContain('New')
})

it('reports that it cannot use earlier answers of the service', async () => {
  const name = readdirSync(site.at('.site/builds')).find((one) => one.endsWith('.answers.sqlite'))
  site.write(`.site/builds/${name}`, 'x'.repeat(9000))
  const { stderr } = await run(['/about'], { locale: 'de' })
  expect(stderr).not.toContain('The whole site is read')
  expect(stderr).toContain('[answers-lost]')
})

it('reads the whole site with --deps, says so, and renders the translations too', async () => {
  content.locales = { en: saying('Newer'), de: saying('Neuer') }
  const { result, stdout, stderr } = await run(['/about'], { locale: 'en', deps: true, json: true })
  expect(result).toBe(0)
  expect(stderr).toContain('The whole site is read, because "--deps" renders pages that are not named.\n')
  expect(JSON.parse(stdout)).toMatchObject({ locales: ['en', 'de'], errors: [] })
  expect(read('about/index.html')).toContain('Newer')
  expect(read('de/about/index.html')).toContain('Neuer')
})

it.each([
  [['/about'], { locale: 'de' }],
  [['/de/about'], {}],
  [['/about'], { locale: 'de,en', deps: true }],
])('names the locale of which the export has no pages: %j %j', async (slugs, options) => {
  const only = { out: site.at('english'), cache: site.at('.english') }
  await captureOutput(() => build({ ...site.options, ...only, api: site.api, locale: 'en' }, signal))
  await expect(run(slugs, { ...only, ...options })).rejects.toThrow(`The export in "${only.out}" has no pages in de.`)
})

it('renders a page that is missing in the export, and does not count it as unchanged', async () => {
  const pages = { ...small.pages, 12: page(12, 'New') }
  content.locales = { en: { ...small, nodes: [...(small.nodes ?? []), node('/new', 12)], pages }, de: small }
  const { stdout } = await run(['/about'], { locale: 'en', deps: true, json: true })
  const { total, rendered, unchanged, byLocale } = JSON.parse(stdout).pages
  expect(read('new/index.html')).toContain('New')
  expect(total - rendered - unchanged).toBe(0)
  expect(total).toBe(byLocale.en + byLocale.de)
})

it('exits with 1 when the page cannot be rendered', async () => {
  content.locales = { en: withAbout([{ id: '2-1', type: 'carousel' }]), de: small }
  const before = read('about/index.html')
  const { result, stderr } = await run(['/about'], { locale: 'en', strict: true })
  expect(result).toBe(1)
  expect(stderr).toContain('Not published')
  expect(read('about/index.html')).toBe(before)
})

it('ends as interrupted even if the page was rendered meanwhile', async () => {
  content.locales = { en: small, de: small }
  const interruption = new AbortController()
  const rendering = captureOutput(() => render(['/about'], { ...site.options, api: site.api }, interruption.signal))
  interruption.abort(new Error('interrupted'))
  await expect(rendering).rejects.toThrow('interrupted')
})

it('returns its exit code when an interruption comes after the page was published', async () => {
  const interruption = new AbortController()
  const { result, stderr } = await captureOutput(() => {
    const { write } = process.stderr
    process.stderr.write = (text) => {
      if (String(text).includes('Published to')) interruption.abort(new Error('interrupted'))
      return write.call(process.stderr, text)
    }
    return render(['/about'], { ...site.options, api: site.api }, interruption.signal)
  })
  expect([result, stderr]).toEqual([0, expect.stringContaining('Published to')])
})

it('reads the whole site when the last build could not', async () => {
  content.locales = { en: { ...small, pages: { ...small.pages, 3: { id: 3, blocks: 'none' } } }, de: small }
  await captureOutput(() => build({ ...site.options, api: site.api, keepGoing: true }, signal))
  content.locales = { en: small, de: small }
  const { result, stderr } = await run(['/about'], { locale: 'en' })
  expect(stderr).toContain('The whole site is read, because ')
  expect(result).toBe(0)
})

it('needs an export', async () => {
  await expect(run(['/about'], { out: site.at('other') })).rejects.toThrow(
    `There is no export in "${site.at('other')}".`,
  )
  expect(existsSync(site.at('other'))).toBe(false)
})

it('leaves the export of another family unchanged', async () => {
  const { default: settings } = await import(site.options.config)
  const shop = { id: 'shop', origin: 'https://shop.example', defaultLocale: 'pl', locales: ['pl'] }
  const families = [...settings.families, shop]
  site.write('two.config.js', `export default ${JSON.stringify({ ...settings, families })}`)
  await expect(run(['/about'], { config: site.at('two.config.js'), family: 'shop' })).rejects.toThrow(
    `"${site.options.out}" contains the export of the domain family "main", not of "shop".`,
  )
})
