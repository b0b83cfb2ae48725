import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { enginesOf, failedRequest, setStage } from './stage.ts'
import { axeFindings, isWhole, sidewaysScroll } from './view-checks.ts'

const zone = '/en/client-zone/price-list'

describe.each(enginesOf('preact'))('the blocks of a hidden page with %s', (engine) => {
  const stage = setStage(engine, [failedRequest])
  const partsOf = (page: Page) => page.locator('.restricted-page__parts')
  /** Opens a hidden page with these blocks. `faultOf` gives the other answers of the service. */
  const openWith = async (blocks: unknown[], faultOf: typeof stage.site.faultOf = () => undefined): Promise<Page> => {
    const page = await stage.open('/en/help')
    await page.evaluate(() => localStorage.setItem('shop-token', 'demo-token'))
    stage.site.faultOf = (url, method) =>
      url.startsWith('/api/hidden_pages')
        ? { status: 200, body: { id: 1, slug: 'price-list', title: 'Page', blocks } }
        : faultOf(url, method)
    stage.site.calls.length = 0
    await page.goto(`${stage.site.origin}${zone}`)
    await partsOf(page).locator('.section').first().waitFor()
    return page
  }

  it('show collections of the service, requested with the token, with links to its pages', async () => {
    const page = await openWith([
      { id: 1, type: 'jobs', headline: 'Jobs' },
      { id: 2, type: 'post_list', headline: 'Posts', limit: 2, url: '/en/blog' },
      { id: 3, type: 'offers', headline: 'Offers' },
      { id: 4, type: 'blog_list', headline: 'Blog', perPage: 5 },
      { id: 5, type: 'post_list', limit: 'few' },
      { id: 6, type: 'blog_list', perPage: {} },
    ])
    const parts = partsOf(page)
    expect(await parts.locator('.job-row').count()).toBeGreaterThan(1)
    expect(await parts.locator('#block-2 .post-card').count()).toBe(2)
    expect(await parts.locator('#block-4 .post-card').count()).toBe(5)
    expect(await parts.locator('#block-5 .post-card').count()).toBe(3)
    expect(await parts.locator('#block-6 .post-card').count()).toBe(12)
    expect(await parts.locator('.offer').count()).toBeGreaterThan(1)
    expect(await parts.locator('#block-2 time').first().innerText()).toMatch(/^\d+ \p{L}+ \d{4}$/u)
    await expect.poll(() => parts.locator('#block-4').getByRole('link', { name: 'All posts' }).count()).toBe(1)
    const hrefs = await parts
      .locator('.job-row a, .post-card__title a, .offer a')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    expect(hrefs.length).toBe(await parts.locator('.job-row, .post-card, .offer').count())
    for (const href of hrefs) expect((await page.request.get(href)).status()).toBe(200)
    const lists = stage.site.calls.filter(({ name }) => /\/api\/(job_offers|posts|services)$/.test(name))
    expect(lists.length).toBe(3)
    for (const { headers } of lists) {
      expect(headers.authorization).toBe('Bearer demo-token')
      expect(headers['accept-locale']).toBe('en')
    }
  })

  it('contain working forms, with the people to contact', async () => {
    const page = await openWith([{ id: 1, type: 'contact', headline: 'Contact', html: '<p>Write to us</p>' }])
    const form = partsOf(page).locator('form')
    expect(await partsOf(page).locator('.contact-person').count()).toBeGreaterThan(1)
    await partsOf(page).locator('[data-awake]').waitFor()
    await form.locator('[name=email]').fill('no address')
    await form.getByRole('button', { name: 'Send the message' }).click()
    await expect.poll(() => form.locator('.form__summary').innerText()).toContain('Provide a valid email address')
    await form.locator('[name=fullName]').fill('Ann Example')
    await form.locator('[name=email]').fill('ann@example.com')
    await form.locator('[name=message]').fill('A message from the hidden page')
    await form.locator('[type=checkbox]').last().check()
    await form.getByRole('button', { name: 'Send the message' }).click()
    await partsOf(page).locator('.form__done').waitFor()
    const entry = stage.site.entries().at(-1)
    expect(entry?.body).toMatchObject({ email: 'ann@example.com', referral: expect.stringContaining(zone) })
  })

  it('show pictures, places, questions and videos as static pages do, and texts for what they may not load', async () => {
    const page = await openWith([
      {
        id: 1,
        type: 'gallery',
        images: [
          { url: '/icon.svg', alt: 'The sign', caption: 'A sign' },
          { url: '/gone.png', alt: 'What is gone' },
          { url: 'https://evil.example/x.png', alt: 'What is far' },
        ],
      },
      {
        id: 2,
        type: 'maps',
        headline: 'Places',
        markers: [{ name: 'Depot', lat: 52.4, lng: 16.9, address: '1 Road' }],
      },
      { id: 3, type: 'faq', items: [{ question: 'Why?', answer: '<p>Because</p>' }] },
      {
        id: 4,
        type: 'text',
        html:
          '<h1>Words</h1><iframe src="https://www.youtube.com/embed/x" title="The film"></iframe>' +
          '<iframe src="https://evil.example/"></iframe><table><tr><td>1</td></tr></table><section>One</section><form>Two</form>' +
          '<h2><img></h2><h3>Below</h3><p>Up <a href="/en"><b> </b></a></p><img src="/icon.svg">' +
          '<p><a href="/en" target="elsewhere">Out</a> <a href="tel:+4812345">+48 12 345</a><img src="/gone.png"></p>',
      },
    ])
    const parts = partsOf(page)
    expect(await parts.locator('#block-1 img').first().getAttribute('alt')).toBe('The sign')
    await parts.locator('#block-1').scrollIntoViewIfNeeded()
    await expect
      .poll(() => parts.locator('#block-1 .is-missing').allInnerTexts())
      .toEqual(['What is gone', 'What is far'])
    await parts.getByRole('link', { name: 'The sign' }).click()
    await expect.poll(() => parts.locator('dialog[open] img').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await parts.locator('#block-2 .maps__drawing').count()).toBe(1)
    expect(await parts.locator('#block-2').innerText()).toContain('52.4° N, 16.9° E')
    await parts.getByText('Why?').click()
    expect(await parts.getByText('Because').isVisible()).toBe(true)
    expect(await parts.locator('#block-4 :is(h2, h3, h4)').allInnerTexts()).toEqual(['Words', 'Below'])
    const video = parts.getByRole('link', { name: 'The film' })
    expect(await video.getAttribute('data-video')).toBe('https://www.youtube.com/embed/x')
    expect(await parts.getByRole('link', { name: 'Out' }).getAttribute('rel')).toBe('noopener')
    expect(await parts.getByRole('link', { name: '+48 12 345' }).getAttribute('dir')).toBe('auto')
    expect(await parts.locator('#block-4 a').count()).toBe(3)
    await parts.locator('#block-4').scrollIntoViewIfNeeded()
    await expect.poll(() => parts.locator('#block-4 img').count()).toBe(1) // a picture that cannot be loaded is left out, as it has no text
    expect(await parts.locator('#block-4 img').getAttribute('alt')).toBe('')
    expect(await parts.locator('iframe').count()).toBe(0)
    expect(await parts.locator('#block-4 .rich-text__scroll table').count()).toBe(1)
    expect(await parts.locator('#block-4 .rich-text > div').allInnerTexts()).toEqual(['1', 'One', 'Two'])
  })

  it('show a video instead of its link, with the keyboard too', async () => {
    const html = '<iframe src="https://www.youtube.com/embed/x" title="The film"></iframe>'
    const page = await openWith([{ id: 1, type: 'text', html }])
    const link = partsOf(page).getByRole('link', { name: 'The film' })
    await link.evaluate((one: HTMLElement) => {
      one.dataset.video = 'about:blank' // a test must not load the real one
    })
    await link.press('Enter')
    const video = partsOf(page).locator('iframe')
    await video.waitFor()
    expect(await video.getAttribute('title')).toBe('The film')
    expect(await video.getAttribute('allow')).toContain('fullscreen')
    expect(await video.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await link.count()).toBe(0)
  })

  it('without a component are shown as text, with a link to go on', async () => {
    const page = await openWith([
      { id: 1, type: 'hologram', headline: 'Hologram', html: '<p>Its words</p>' },
      { id: 2, type: 'tiles', headline: 'Broken', tiles: 5 },
      { id: 3, type: 'constructor', headline: 'Odd' },
      { id: 4, type: 'maps', headline: 'Nowhere', markers: [{ name: 'Depot', address: '1 Road' }] },
      { id: 5, type: 'text', html: '<p>The last one</p>' },
    ])
    const parts = partsOf(page)
    const words = await parts.innerText()
    for (const one of ['Hologram', 'Its words', 'Broken', 'Odd', 'Nowhere', 'Depot', '1 Road', 'The last one'])
      expect(words).toContain(one)
    expect(await parts.getByText('This part of the page cannot be shown here.').count()).toBe(4)
    await parts.getByRole('link', { name: 'Contact us' }).first().click()
    await page.waitForURL('**/en/contact')
  })

  it('report which part could not be loaded, keep the form, and can be loaded again', async () => {
    const page = await openWith(
      [
        { id: 1, type: 'jobs', headline: 'Jobs' },
        { id: 2, type: 'contact', headline: 'Contact' },
      ],
      (url) => (/^\/api\/(job_offers|contact_people)/.test(url) ? { status: 500 } : undefined),
    )
    const parts = partsOf(page)
    const notLoaded = parts.getByText('This part of the page could not be loaded.').filter({ visible: true })
    expect(await notLoaded.count()).toBe(2)
    expect(await parts.getByText('No job offers available').count()).toBe(0)
    expect(await parts.locator('form [name=email]').count()).toBe(1)
    stage.site.faultOf = (url) =>
      url.startsWith('/api/hidden_pages')
        ? { status: 200, body: { title: 'Page', blocks: [{ id: 1, type: 'jobs', headline: 'Jobs' }] } }
        : undefined
    await parts.getByRole('button', { name: 'Try again' }).first().click()
    await parts.locator('.job-row').first().waitFor()
  })

  it.each(isWhole ? [375, 1280] : [375])('are accessible and fit a window of %i px', async (width) => {
    const page = await stage.openInNewWindow('/en/help', { viewport: { width, height: 800 } })
    await page.evaluate(() => localStorage.setItem('shop-token', 'demo-token'))
    const blocks = [
      { id: 1, type: 'text', headline: 'Words', html: '<p>Words</p>' },
      { id: 2, type: 'contact', headline: 'Contact' },
      { id: 3, type: 'jobs', headline: 'Jobs' },
      { id: 4, type: 'post_list', headline: 'Posts' },
      { id: 5, type: 'offers', headline: 'Offers' },
      { id: 6, type: 'maps', headline: 'Maps', markers: [{ name: 'Depot', lat: 52.4, lng: 16.9 }] },
      { id: 7, type: 'gallery', headline: 'Pictures', images: [{ url: '/icon.svg', alt: 'A sign' }] },
      { id: 8, type: 'hologram', headline: 'Hologram' },
    ]
    const answers = [{ status: 403 }, { status: 500 }, { status: 200, body: { title: 'All', blocks } }]
    for (const answer of answers) {
      stage.site.faultOf = (url) => (url.startsWith('/api/hidden_pages') ? answer : undefined)
      await page.goto(`${stage.site.origin}${zone}`)
      await page.locator('.restricted-page :is(.notice, .section):visible').first().waitFor()
      await page.locator('.restricted-page .loader').waitFor({ state: 'hidden' })
      expect(await axeFindings(page)).toEqual([])
      expect(await sidewaysScroll(page)).toEqual([])
    }
  })

  it('read a collection to its last page, in each of its forms', async () => {
    const post = (number: number) => ({ id: number, slug: `p-${number}`, title: `Post ${number}` })
    const page = await openWith([{ id: 1, type: 'post_list', limit: 30 }], (url) => {
      if (!url.startsWith('/api/posts')) return undefined
      const first = Number(new URL(url, 'http://a').searchParams.get('page')) * 10
      const next = first < 40 ? { 'hydra:next': `/api/posts?page=${first / 10 + 1}` } : {}
      const member = Array.from({ length: 10 }, (_, at) => post(first + at))
      return { status: 200, body: { 'hydra:member': member, 'hydra:view': next } }
    })
    expect(await partsOf(page).locator('.post-card').count()).toBe(30)
  })
})
