import type { ServerResponse } from 'node:http'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { smallSite } from '#tests/fixtures/content.ts'
import { type FixtureService, sendJson, startFixtureService } from '#tests/fixtures/content-service.ts'
import { isSoak } from '#tests/is-soak.ts'
import { startTestPreview, type TestPreview } from '#tests/preview/start-test-preview.ts'
import { launchBrowser } from './browser.ts'

let browser: Browser
let service: FixtureService
let preview: TestPreview
let isDown = true
/** Answers that the service does not send, while it hangs. */
let held: ServerResponse[] | undefined
const resume = (): void => {
  for (const response of held ?? []) response.destroy()
  held = undefined
}
const elsewhere = () => `${service.api}/elsewhere`
const site = smallSite()
const about = site.pages?.[2] ?? {}
const { blocks } = about
const posts: Record<string, unknown>[] = site.posts?.map((one) => ({ ...one, slug: `${one.id}` })) ?? [] // drafts are read by id

beforeAll(async () => {
  const nodes = site.nodes?.map((one) => (one.slug === '/blog' ? { ...one, nodeType: 'article' } : one)) ?? []
  const locales = Object.fromEntries(
    ['pl', 'en', 'de', 'fr', 'es'].map((locale) => [locale, { ...site, nodes, posts }]),
  )
  service = await startFixtureService({
    locales,
    intercept({ url }, response) {
      if (url === '/api/moved') response.writeHead(302, { location: elsewhere() }).end()
      else if (url === '/api/report') response.writeHead(200, { 'content-disposition': 'attachment' }).end('Report')
      else if (held) return held.push(response) > 0
      else if (isDown) sendJson(response, 503, { code: '503', message: 'Down' })
      return response.writableEnded
    },
  })
  preview = await startTestPreview({ api: service.api })
  browser = await launchBrowser()
})
// A test that failed must not fail those after it.
afterEach(async () => {
  isDown = false
  resume()
  about.blocks = blocks
  for (const context of browser.contexts()) await context.close()
})
afterAll(async () => {
  await browser.close()
  await preview.close()
  await service.close()
})

it('the page replaces the failure as soon as the service is back', async () => {
  const panel = await browser.newPage()
  const alone = await browser.newPage()
  const index = await browser.newPage()
  await panel.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  await alone.goto(`${preview.origin}/en/about`)
  for (const page of [panel, alone]) await page.locator('body.failure').waitFor()
  expect(await panel.locator('h1').innerText()).toMatch(/^pageData /)
  await index.goto(`${preview.origin}/admin/`)
  const reported = await index.locator('.failure__cause').innerText()
  expect(reported).toMatch(/^pageData error: .* answered 503.* The service is not ready; try again later\.$/)
  isDown = false
  await expect.poll(() => panel.locator('.identity__title').innerText()).toBe('About')
  await alone.getByText('Text of About.').waitFor()
  await index.getByRole('link', { name: 'About' }).first().waitFor()
  expect(await index.locator('.failure__cause').count()).toBe(0)
})

it('the panel marks its data "As last read" while the draft cannot be read', async () => {
  const page = await browser.newPage()
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  await page.locator('.badge', { hasText: 'As published' }).waitFor()
  isDown = true
  await page.locator('.badge', { hasText: 'As last read' }).waitFor()
  await page.frameLocator('iframe:not(.is-coming)').locator('body.failure').waitFor()
  isDown = false
  await page.locator('.badge', { hasText: 'As published' }).waitFor()
  await page.frameLocator('iframe:not(.is-coming)').getByText('Text of About.').waitFor()
})

it.runIf(isSoak)('the panel says long before the time limit that the service does not answer', async () => {
  const page = await browser.newPage()
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  await page.locator('.badge', { hasText: 'As published' }).waitFor()
  held = []
  const notice = page.getByRole('alert').filter({ hasText: 'takes more than 5 s' })
  await notice.waitFor()
  await page.locator('.badge', { hasText: 'As published' }).waitFor()
  resume()
  await notice.waitFor({ state: 'detached' })
})

it.runIf(isSoak)('the scroll position survives a version of the page that is too short for it', async () => {
  const page = await browser.newPage()
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  const frame = page.frameLocator('iframe:not(.is-coming)')
  const body = frame.locator('body')
  // The page may be replaced at any time, so these are asked again if it was.
  const place = () => body.evaluate(() => Math.round(window.scrollY))
  const scrolledTo = (top: number) =>
    body.evaluate((_, top) => {
      window.scrollTo({ top, behavior: 'instant' })
      return window.scrollY
    }, top)
  const show = async (end: string, count: number): Promise<void> => {
    const html = '<p>Line.</p>'.repeat(20)
    about.blocks = Array.from({ length: count }, (_, id) => ({ id, type: 'text', headline: `${end} ${id}`, html }))
    await frame.getByRole('heading', { name: `${end} ${count - 1}` }).waitFor()
  }
  await show('Long', 6)
  await expect.poll(() => scrolledTo(1500)).toBe(1500)
  await show('Short', 1)
  await expect.poll(place).toBeLessThan(1500)
  await show('Long', 6)
  await expect.poll(place).toBe(1500)
})

it('the page shows an edit that was made after the page, but before the panel was loaded', async () => {
  const page = await browser.newPage()
  const edited = Promise.withResolvers<void>()
  await page.route(/\/admin\/(api\/panel|events)\?/, async (route) => {
    await edited.promise
    await route.continue()
  })
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  const frame = page.frameLocator('iframe:not(.is-coming)')
  await frame.getByText('Text of About.').waitFor()
  about.blocks = [{ id: 1, type: 'text', headline: 'Edited early', html: '<p>Early.</p>' }]
  edited.resolve()
  await frame.getByRole('heading', { name: 'Edited early' }).waitFor()
})

it.runIf(isSoak)('the page shows a draft that was changed and changed back while the page was loading', async () => {
  const page = await browser.newPage()
  const draft = (headline: string): void => {
    about.blocks = [{ id: 1, type: 'text', headline, html: '<p>Text.</p>' }]
  }
  const frame = page.frameLocator('iframe:not(.is-coming)')
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  await frame.getByText('Text of About.').waitFor()
  draft('First')
  await frame.getByRole('heading', { name: 'First' }).waitFor()
  const between = Promise.withResolvers<string>()
  /** The panel must not read the text in between, as the page does. */
  let isHeld = false
  await page.route('**/admin/api/**', async (route) => {
    if (isHeld) await between.promise
    await route.continue()
  })
  await page.route('**/en/about', async (route) => {
    if (isHeld || !route.request().isNavigationRequest()) return route.continue()
    isHeld = true
    draft('Changed')
    const response = await route.fetch()
    draft('Kept')
    between.resolve(await response.text())
    await route.fulfill({ response })
  })
  draft('Kept')
  expect(await between.promise).toContain('Changed')
  await expect.poll(() => frame.getByRole('heading', { name: 'Kept' }).count()).toBe(1)
})

it.runIf(isSoak)('a page that is different each time is not loaded forever', async () => {
  const page = await browser.newPage()
  let loads = 0
  await page.route('**/en/about', async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue()
    const response = await route.fetch()
    loads += 1
    await route.fulfill({ response, headers: { ...response.headers(), 'server-timing': `page;desc="${loads}"` } })
  })
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  const events = await fetch(`${preview.origin}/admin/events?nodeType=article_with_crumbs&id=2&locale=en`)
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; text.split('"checked"').length <= 3; ) text += (await reader?.read())?.value
  await reader?.cancel()
  expect(loads).toBeGreaterThan(3)
  expect(loads).toBeLessThanOrEqual(1 + 3 * 3) // the test before was followed by a change of the draft and of the page
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const linkToBlog = '<p><a href="/en/blog">To the blog</a></p>'

it.runIf(isSoak)('a link that is clicked while the page is being replaced is followed', async () => {
  const page = await browser.newPage()
  about.blocks = [{ id: 1, type: 'text', html: linkToBlog }]
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  await page.getByRole('button', { name: 'Pick fields' }).click()
  const frame = page.frameLocator('iframe:not(.is-coming)')
  const link = frame.getByRole('link', { name: 'To the blog' })
  await link.waitFor()
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/en/about', async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue()
    requested.resolve()
    await released.promise
    await route.continue().catch(() => {}) // the browser no longer waits for it
  })
  about.blocks = [{ id: 1, type: 'text', headline: 'Replaced', html: linkToBlog }]
  await requested.promise
  await link.click()
  await page.locator('.identity__title', { hasText: 'Blog' }).waitFor()
  released.resolve()
  await page.locator('iframe.is-coming').waitFor({ state: 'detached' })
  expect(await frame.locator('body').evaluate(() => location.pathname)).toBe('/en/blog')
})

it.runIf(isSoak)('Back and Forward lead through followed pages, although these were replaced', async () => {
  const page = await browser.newPage()
  const blog = site.pages?.[3] ?? {}
  const { title } = blog
  onTestFinished(() => {
    blog.title = title
  })
  about.blocks = [{ id: 1, type: 'text', html: '<p>Line.</p>'.repeat(60) + linkToBlog }]
  await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
  await page.getByRole('button', { name: 'Pick fields' }).click()
  const frame = page.frameLocator('iframe:not(.is-coming)')
  const shows = (text: string) => page.locator('.identity__title', { hasText: text }).waitFor()
  const isAt = () => frame.locator('body').evaluate(() => [location.pathname, Math.round(window.scrollY)])
  await frame.getByRole('link', { name: 'To the blog' }).click()
  await shows('Blog')
  blog.title = 'Renamed'
  await frame.getByRole('heading', { name: 'Renamed' }).waitFor()
  await page.evaluate(() => history.back())
  await shows('About')
  await frame.locator('body').evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }))
  await page.evaluate(() => history.forward())
  await shows('Renamed')
  await expect.poll(isAt).toEqual(['/en/blog', 0])
  await page.evaluate(() => history.back())
  await shows('About')
  await expect.poll(isAt).toEqual(['/en/about', 500])
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME') // since the click
  await frame.locator('body').evaluate(() => history.pushState(null, '', '?q=word')) // as a search does
  await frame.getByRole('link', { name: 'To the blog' }).click()
  await shows('Renamed')
  await page.evaluate(() => history.back())
  await shows('About')
  expect(await frame.locator('body').evaluate(() => location.search)).toBe('?q=word')
})

it.runIf(isSoak)(
  'a link that redirects to another site opens it in a new tab, and the panel keeps its page, also after a page that was not found and a download',
  async () => {
    const page = await browser.newPage()
    const link =
      '<p><a href="/api/moved">Moved away</a> <a href="/en/gone">Gone</a> <a href="/api/report">Report</a></p>'
    about.blocks = [{ id: 1, type: 'text', html: link }]
    await page.goto(`${preview.origin}/admin/article_with_crumbs/2?locale=en`)
    await page.getByRole('button', { name: 'Pick fields' }).click()
    const frame = page.frameLocator('iframe:not(.is-coming)')
    const beside = page.waitForEvent('popup')
    await frame.getByRole('link', { name: 'Moved away' }).click()
    await (await beside).waitForURL(elsewhere())
    about.blocks = [{ id: 1, type: 'text', headline: 'Changed', html: link }]
    await frame.getByRole('heading', { name: 'Changed' }).waitFor()
    const other = page.getByText('The page beside the panel belongs to no document.')
    await frame.getByRole('link', { name: 'Gone' }).click()
    await other.waitFor()
    await page.evaluate(() => history.back())
    await other.waitFor({ state: 'detached' })
    const download = page.waitForEvent('download')
    await frame.getByRole('link', { name: 'Report' }).click()
    await download
    about.blocks = [{ id: 1, type: 'text', headline: 'Changed again', html: link }]
    await frame.getByRole('heading', { name: 'Changed again' }).waitFor()
  },
)

it.runIf(isSoak)(
  'the second page of a list is shown although its first answer was made before it existed, and shows a post that has changed',
  async () => {
    const page = await browser.newPage()
    const blog = site.pages?.[3] ?? {}
    const { blocks } = blog
    const third = posts[2] ?? {}
    const { title } = third
    onTestFinished(() => {
      blog.blocks = blocks
      third.title = title
    })
    blog.blocks = [{ id: 31, type: 'blog_list', perPage: 2 }]
    const frame = page.frameLocator('iframe:not(.is-coming)')
    let isFollowed = false
    await page.route(
      '**/en/blog/page/2',
      async (route) => {
        isFollowed = true
        const response = await route.fetch({ url: `${preview.origin}/en/none` })
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto(`${preview.origin}/admin/article/3?locale=en`)
    await page.getByRole('button', { name: 'Pick fields' }).click()
    const next = frame.locator('.page-links').getByRole('link', { name: 'Page 2' })
    // A page that replaces the one in view just now would take the click with it.
    await expect
      .poll(async () => {
        if (!isFollowed) await next.evaluate((link) => (link as HTMLAnchorElement).click())
        return isFollowed
      })
      .toBe(true)
    await frame.getByRole('heading', { name: 'Post 3' }).waitFor()
    await page.reload()
    await frame.getByRole('heading', { name: 'Post 3' }).waitFor()
    third.title = 'Renamed'
    await frame.getByRole('heading', { name: 'Renamed' }).waitFor()
  },
)

it('the index links to a post with the same id and type as a page, and the post links on', async () => {
  const page = await browser.newPage()
  await page.goto(`${preview.origin}/admin/?locale=en`)
  const title = page.locator('.identity__title')
  const frame = page.frameLocator('iframe:not(.is-coming)')
  await page.getByRole('link', { name: 'Post 3' }).click()
  expect(await title.innerText()).toBe('Post 3')
  await frame.getByText('Body of post 3.').waitFor()
  await page.getByRole('navigation', { name: 'Languages' }).getByRole('link', { name: 'de' }).click()
  await page.waitForURL('**/admin/article/3?locale=de&of=posts')
  expect(await title.innerText()).toBe('Post 3')
  await page.goto(`${preview.origin}/admin/article/3?locale=en`)
  expect(await title.innerText()).toBe('Blog')
  await page.getByRole('button', { name: 'Pick fields' }).click()
  await frame.getByRole('link', { name: 'Post 3', exact: true }).click()
  await page.waitForURL('**/admin/article/3?locale=en&of=posts')
  await expect.poll(() => title.innerText()).toBe('Post 3')
})
