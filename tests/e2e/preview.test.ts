import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import type { Browser, FrameLocator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { startTestPreview, type TestPreview } from '#tests/preview/start-test-preview.ts'
import { launchBrowser, still } from './browser.ts'
import { hideTab } from './hide-tab.ts'
import { visit } from './site.ts'
import { axeFindingsInTurn } from './view-checks.ts'

let browser: Browser
let preview: TestPreview
beforeAll(async () => {
  browser = await launchBrowser()
  preview = await startTestPreview()
})
afterAll(async () => {
  await preview.close()
  await browser.close()
})

const help = '/admin/article_with_crumbs/31?locale=en'
const contact = '/admin/contact/40?locale=en'

type Opened = { page: Page; frame: FrameLocator; complaints: string[]; close: () => Promise<void> }

async function open(path: string, options = still): Promise<Opened> {
  const { page, complaints, context } = await visit(browser, `${preview.origin}${path}`, {
    viewport: { width: 1760, height: 950 },
    ...options,
  })
  await page.locator('.identity__title').waitFor()
  await isFollowed(page)
  return { page, frame: frameOf(page), complaints, close: () => context.close() }
}

const frameOf = (page: Page) => page.frameLocator('iframe:not(.is-coming)')

/** Once the panel follows the clicks and keys of the page beside it, it requests the fields that the page shows. */
async function isFollowed(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/admin/api/marks?')),
  )
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

describe('the panel', () => {
  it.runIf(isSoak)('shows the beginning of a value that is written from right to left', async () => {
    const { page, close } = await open(help)
    const value = page.locator('.fields__value').first()
    const directions = await value.evaluate((one) => {
      const before = getComputedStyle(one).direction
      one.textContent = 'مرحبا بكم في موقعنا '.repeat(20)
      return [before, getComputedStyle(one).direction]
    })
    expect(directions).toEqual(['ltr', 'rtl'])
    await close()
  })

  it('lists the blocks of the page, and scrolls the page to each', async () => {
    const { page, frame, complaints, close } = await open(help)
    await expect.poll(() => page.title()).toBe('Help – preview')
    const blocks = page.locator('.blocks__head')
    expect(await blocks.count()).toBe(3)
    await blocks.nth(2).click()
    const fieldsOf = page.locator('.blocks__one.is-picked .fields__name')
    expect((await fieldsOf.allInnerTexts()).slice(0, 2)).toEqual(['Headline', 'Text'])
    await expect
      .poll(() =>
        frame.locator('#block-3103').evaluate((element) => element.getBoundingClientRect().top < window.innerHeight),
      )
      .toBe(true)
    await expect.poll(() => page.locator('.highlight__box.is-picked').count()).toBe(1)
    await page.locator('.fields__one', { hasText: 'Tell us what you see' }).click()
    await page.locator('.highlight__label', { hasText: 'Banner · Title' }).waitFor()
    expect(await page.locator('.fields__one.is-picked').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  it('frames the element under the mouse and the picked one, at any scroll position', async () => {
    const { page, frame, close } = await open(help)
    await frame.locator('h1').hover()
    await page.locator('.highlight__box.is-hovered', { hasText: 'Banner · Title' }).waitFor()
    await page.locator('.identity__title').hover()
    await page.locator('.highlight__box.is-hovered').waitFor({ state: 'detached' })
    const headline = frame.locator('#block-3101 h2')
    await headline.click()
    expect(await page.locator('.picked__value').innerText()).toBe('How to reach support')
    await page.locator('.identity__title').hover() // off the page, where scrolling would move another element under the mouse
    const isFramed = async (): Promise<boolean> => {
      const [box, framed] = await Promise.all(
        [headline, page.locator('.highlight__box.is-picked')].map((one) => one.boundingBox()),
      )
      return (
        Math.abs((box?.y ?? 0) - (framed?.y ?? -9)) < 1 && Math.abs((box?.height ?? 0) - (framed?.height ?? -9)) < 1
      )
    }
    await expect.poll(isFramed).toBe(true)
    await hideTab(page) // so that nothing else redraws it
    await frame.locator('body').evaluate(() => window.scrollBy({ top: 60, behavior: 'instant' }))
    await expect.poll(isFramed).toBe(true)
    await frame.locator('.main-nav__link').first().click()
    expect(await page.locator('.picked dt').allInnerTexts()).toEqual(['Record', 'Field', 'Address'])
    await close()
  })

  it('shows changed words, reach, search results, checks and languages', async () => {
    const file = join(preview.content, 'en/pages/help')
    const document = load(readFileSync(`${file}.yaml`, 'utf8')) as Record<string, unknown>
    const [first, ...rest] = document.blocks as Record<string, unknown>[]
    preview.write('en/pages/help.draft.yaml', {
      ...document,
      seoTitle: 'Hi',
      seoDescription: 'Words '.repeat(40),
      blocks: [
        { ...first, headline: 'How to reach us quickly', html: `${first?.html}<p>At the end.</p>` },
        ...rest,
        { id: 9, type: 'text', html: '<p>New.</p>' },
      ],
    })
    const { page, close } = await open(help)
    await expect.poll(() => page.locator('.badge.is-changed').count()).toBe(1)
    await tab(page, 'Words').click()
    const sides = (label: string) =>
      page.locator('.words__one', { hasText: label }).locator('.words__side p').allInnerTexts()
    expect(await sides('Block 1 · Headline')).toEqual(['How to reach support', 'How to reach us quickly'])
    expect(await page.locator('.words ins').allTextContents()).toContain('us quickly')
    const [, draft] = await sides('Block 1 · Text')
    expect(draft).toMatch(/^… .{9,140}At the end\.$/s)
    await tab(page, 'Reach').click()
    const reach = page.locator('.reach__one', { hasText: '/en/help' })
    await reach.waitFor()
    expect(await page.getByRole('tabpanel').innerText()).toMatch(/^Publishing changes 1 of \d{3} addresses\./)
    expect(await reach.locator('.badge').count()).toBe(0)
    for (const [name, title] of [
      ['before', 'Help and customer support | Trasanova'],
      ['after', 'Hi'],
    ] as const) {
      const address = await reach.getByRole('link', { name }).getAttribute('href')
      expect((await preview.get(address ?? '')).text).toContain(`<title>${title}`)
    }
    await tab(page, 'Search').click()
    expect(await page.locator('.result__trail').innerText()).toMatch(/\S+ › en › help$/)
    expect(await page.locator('.result__title').innerText()).toBe('Hi')
    expect(await page.locator('.result__text').innerText()).toMatch(/^(Words ){25,27}…$/)
    expect(await page.locator('.lengths__one.is-off').allInnerTexts()).toEqual(['Description 239 of 160']) // without the last space
    const isLoaded = page.locator('.card__picture').evaluate((picture: HTMLImageElement) => picture.naturalWidth > 0)
    expect(await isLoaded).toBe(true)
    await tab(page, 'Checks').click()
    expect(await page.locator('.checks').innerText()).toContain('title-length')
    await tab(page, 'Languages').click()
    const languages = page.locator('.languages__one')
    expect((await languages.allInnerTexts()).slice(0, 2)).toEqual(['Polish\n1 missing\nBlock "text"', 'English\nshown'])
    expect(await tab(page, 'Languages').innerText()).toBe('Languages4')
    expect(await page.locator('.locales__one[aria-current=page]').innerText()).toBe('en')
    preview.remove('en/pages/help.draft.yaml')
    await close()
  })

  it('has no axe findings, in light or dark', async () => {
    const { page, close } = await open(help, { ...still, viewport: { width: 1280, height: 900 } })
    for (const [at, name] of ['Page', 'Words', 'Reach', 'Search', 'Checks', 'Languages'].entries()) {
      await tab(page, name).click()
      expect([name, await axeFindingsInTurn(page, at, '.panel')]).toEqual([name, []])
    }
    preview.write('en/pages/alone.draft.yaml', { id: 990002, title: 'Alone', blocks: [] })
    await page.goto(`${preview.origin}/admin/article/990002?locale=en`)
    await page.locator('.locales__one.is-missing').first().waitFor()
    expect(await axeFindingsInTurn(page, 0, '.panel')).toEqual([])
    preview.remove('en/pages/alone.draft.yaml')
    await page.goto(`${preview.origin}/admin/?locale=de`)
    await page.locator('.index__row').first().waitFor()
    expect(await axeFindingsInTurn(page, 1)).toEqual([])
    await close()
  })

  it('can be used with the keyboard alone, and hidden', async () => {
    const { page, close } = await open(help)
    await tab(page, 'Page').focus()
    await page.keyboard.press('ArrowRight')
    expect(await tab(page, 'Words').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('End')
    expect(await tab(page, 'Languages').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    expect(await tab(page, 'Checks').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Home')
    expect(await tab(page, 'Page').getAttribute('aria-selected')).toBe('true')
    const picking = page.getByRole('button', { name: 'Pick fields' })
    for (const isOn of ['false', 'true']) {
      await page.keyboard.press('Alt+i')
      expect(await picking.getAttribute('aria-pressed')).toBe(isOn)
    }
    await page.keyboard.press('Control+Alt+p') // types a letter on some keyboards
    expect(await page.locator('.panel').count()).toBe(1)
    await page.keyboard.press('Alt+p')
    expect(await page.locator('.panel').count()).toBe(0)
    await page.reload()
    await isFollowed(page)
    expect(await page.locator('.panel').count()).toBe(0)
    await page.keyboard.press('Alt+p')
    expect(await page.locator('.panel').count()).toBe(1)
    await close()
  })
})

describe('a keyboard', () => {
  it('reaches the panel without going through the page, and opens at the last chosen tab', async () => {
    const { page, close } = await open(help)
    await tab(page, 'Checks').click()
    await page.reload()
    await page.locator('[role=tab][aria-selected=true]', { hasText: 'Checks' }).waitFor()
    const first = await page.evaluate(() => document.querySelector('a, button, iframe, [tabindex]')?.className)
    expect(first).toContain('skip')
    await page.locator('.skip').focus()
    await page.keyboard.press('Enter')
    const focused = page.locator('[role=tab]:focus')
    await focused.waitFor()
    expect(await focused.innerText()).toContain('Checks')
    await isFollowed(page)
    await frameOf(page).locator('a').first().focus()
    await page.keyboard.press('Alt+k')
    await focused.waitFor()
    await close()
  })

  it.runIf(isSoak)(
    'and low vision are served: no text of the panel is small, and no tab is cut off or moved',
    async () => {
      const { page, close } = await open(help)
      const places = new Set<number | undefined>()
      for (const name of ['Page', 'Words', 'Reach', 'Search', 'Checks', 'Languages']) {
        await tab(page, name).click()
        places.add((await tab(page, 'Languages').boundingBox())?.x)
        const sizes = await page
          .locator('.panel *')
          .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
        expect([name, Math.min(...sizes) >= 14]).toEqual([name, true])
      }
      const tabs = await page.locator('.tabs').evaluate((bar) => bar.scrollWidth - bar.clientWidth)
      expect(tabs).toBe(0)
      expect(places.size).toBe(1)
      await close()
    },
  )

  it('and the page are not blocked by the consent dialog', async () => {
    const { page, context } = await visit(browser, `${preview.origin}${help}`, { hasChosen: false })
    const frame = frameOf(page)
    await frame.locator('main').waitFor()
    await expect.poll(() => frame.locator('html[data-consent]').count()).toBe(1)
    await expect.poll(() => frame.locator('dialog[open]').count()).toBe(0)
    const given = () => page.evaluate(() => localStorage.getItem('cookiesTypes'))
    const first = await given()
    await page.reload()
    await frame.locator('html[data-consent]').waitFor()
    expect(await frame.locator('dialog[open]').count()).toBe(0)
    expect(await given()).toBe(first)
    await context.close()
  })
})

describe('a click on the page', () => {
  it('names the record and field of what was clicked', async () => {
    const { page, frame, close } = await open(help)
    for (const [selector, record, path] of [
      ['#block-3101 h2', 'en/pages/31', 'blocks[0].headline'],
      ['#block-3101 p', 'en/pages/31', 'blocks[0].html'],
      ['#block-3102 summary >> nth=2', 'en/pages/31', 'blocks[1].items[2].question'],
      ['h1', 'en/pages/31', 'theme.title'],
      ['#block-3103 button[type=submit]', 'locales/en.json', undefined], // a text of the interface
      ['.main-nav__link >> nth=0', 'en/menus', undefined],
    ] as const) {
      await frame.locator(selector).first().click()
      const reported = () => page.locator('.picked code').allTextContents()
      const wanted = path ? [record, path] : [record]
      await expect.poll(reported, { message: selector }).toEqual(expect.arrayContaining(wanted))
      expect(await frame.locator('body').evaluate(() => location.pathname)).toBe('/en/help')
    }
    await close()
  })

  it('reaches the form fields of the page as usual', async () => {
    const { page, frame, close } = await open(help)
    await frame.locator('[name=fullName]').click()
    await page.keyboard.type('Ada')
    expect(await frame.locator('[name=fullName]').inputValue()).toBe('Ada')
    await frame.locator('[name^="consents["]').click()
    expect(await frame.locator('[name^="consents["]').isChecked()).toBe(true)
    await close()
  })

  it.each(isSoak ? [false, true] : [false])(
    'follows links when picking is off, or when Alt is held (%s), and the panel follows',
    async (isAlt) => {
      const { page, frame, close } = await open(help)
      await frame.locator('h1').click()
      await page.locator('.picked').waitFor()
      if (!isAlt) await page.getByRole('button', { name: 'Pick fields' }).click()
      await frame
        .locator('.main-nav__link')
        .first()
        .click({ modifiers: isAlt ? ['Alt'] : [] })
      await expect.poll(() => page.url()).toContain('/admin/article/10?locale=en')
      await expect.poll(() => page.locator('.identity__title').innerText()).toBe('Services')
      expect(await page.locator('.picked').count()).toBe(0)
      await close()
    },
  )

  it('on a link to another site or a mail address opens it outside the frame, and the panel keeps its page', async () => {
    const html = `<p><a href="${preview.api}/elsewhere">Elsewhere</a> <a href="mailto:a@b.example">Mail</a></p>`
    preview.write('en/pages/outward.draft.yaml', { id: 990003, title: 'Out', blocks: [{ id: 1, type: 'text', html }] })
    const { page, frame, close } = await open('/admin/article/990003?locale=en')
    await page.getByRole('button', { name: 'Pick fields' }).click()
    await frame.getByRole('link', { name: 'Mail' }).click()
    for (const modifiers of [[], ['Alt' as const]]) {
      const beside = page.waitForEvent('popup')
      await frame.getByRole('link', { name: 'Elsewhere' }).click({ modifiers })
      await (await beside).waitForURL(`${preview.api}/elsewhere`)
    }
    expect(await frame.locator('h1').innerText()).toBe('Out')
    preview.remove('en/pages/outward.draft.yaml')
    await close()
  })
})

describe('a change', () => {
  afterEach(async () => {
    preview.remove('en/pages/contact.draft.yaml')
    const panel = '/admin/api/panel?nodeType=contact&id=40&locale=en'
    await expect.poll(() => preview.json(panel)).toMatchObject({ state: 'published' })
  })

  it('of the draft shows within about a second, keeping scroll position, typed text and open parts', async () => {
    const { page, frame, close } = await open(contact)
    await page.emulateMedia({ reducedMotion: 'reduce' }) // the browser would add the rest of a smooth scroll, as that of a focus, to a jump
    const document = load(readFileSync(join(preview.content, 'en/pages/contact.yaml'), 'utf8')) as { blocks: object[] }
    const [first, ...rest] = document.blocks
    const items = [1, 2].map((number) => ({ question: `Question ${number}`, answer: '<p>Answer</p>' }))
    const draft = (headline: string) =>
      preview.write('en/pages/contact.draft.yaml', {
        ...document,
        blocks: [{ ...first, headline }, { id: 9, type: 'faq', items }, ...rest],
      })
    draft('Write to us')
    const second = frame.locator('details', { hasText: 'Question 2' })
    await second.evaluate((one: HTMLDetailsElement) => {
      one.open = true
    })
    const name = frame.locator('input[name="fullName"]')
    const message = frame.locator('textarea[name="message"]')
    await name.fill('Ada Lovelace')
    await frame.locator('[name=sendCopy]').setChecked(true)
    await message.fill('Typed already')
    await frame.locator('body').evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
    const place = () =>
      frame.locator('#block-4001').evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const before = await place()
    const changedAt = Date.now()
    draft('Write to us, live')
    await frame.locator('h2', { hasText: 'Write to us, live' }).waitFor()
    console.log(`shown ${Date.now() - changedAt} ms after the draft was written`)
    expect(await page.locator('iframe').count()).toBe(1)
    expect(await name.inputValue()).toBe('Ada Lovelace')
    expect(await message.inputValue()).toBe('Typed already')
    expect(await frame.locator('[name=sendCopy]').isChecked()).toBe(true)
    expect(await frame.locator('details').evaluateAll((all) => all.map((one) => one.hasAttribute('open')))).toEqual([
      false,
      true,
    ])
    expect(Math.abs((await place()) - before)).toBeLessThan(3)
    await close()
  })

  it.runIf(isSoak)('does not interrupt a smooth scroll of the page', async () => {
    const { page, frame, close } = await open(contact, {})
    const contactPage = load(readFileSync(join(preview.content, 'en/pages/contact.yaml'), 'utf8')) as {
      blocks: object[]
    }
    const [first, ...rest] = contactPage.blocks
    // Scrolled up and down until the new version loads, and then to its last place, without a pause.
    await page.evaluate(() => {
      const shown = document.querySelector('iframe')?.contentWindow
      const send = (top: number): void => shown?.scrollTo({ top, behavior: 'smooth' })
      shown?.document.addEventListener('scroll', () => {
        if (document.querySelector('.is-coming')) send(2400)
        else if (shown.scrollY > 1200) send(0)
        else if (shown.scrollY < 600) send(2400)
      })
      send(2400)
    })
    preview.write('en/pages/contact.draft.yaml', {
      ...contactPage,
      blocks: [{ ...first, headline: 'Write to us, later' }, ...rest],
    })
    await frame.locator('h2', { hasText: 'Write to us, later' }).waitFor()
    expect(await frame.locator('body').evaluate(() => Math.round(window.scrollY))).toBe(2400)
    await close()
  })

  it('of the slug moves the page along, each time', async () => {
    const post = load(readFileSync(join(preview.content, 'en/posts/alarm-centre-night.yaml'), 'utf8')) as {
      id: number
      slug: string
    }
    const draft = join(preview.content, 'en/posts/alarm-centre-night.draft.yaml')
    const { page, frame, close } = await open(`/admin/article/${post.id}?locale=en&of=posts`)
    for (const slug of ['moved-first', 'moved-again']) {
      writeFileSync(draft, JSON.stringify({ ...post, slug }))
      await page.locator('.identity__path', { hasText: `/en/blog/${slug}` }).waitFor()
      expect(await page.locator('.identity__moved').innerText()).toBe(`moves from /en/blog/${post.slug}`)
      await expect.poll(() => frame.locator('body').evaluate(() => location.pathname)).toBe(`/en/blog/${slug}`)
      expect(await frame.locator('h1').innerText()).not.toContain('could not be found')
    }
    rmSync(draft)
    await expect.poll(() => frame.locator('body').evaluate(() => location.pathname)).toBe(`/en/blog/${post.slug}`)
    await close()
  })

  it.runIf(isSoak)('that removes the page is shown, and so is one that restores it', async () => {
    const { page, frame, close } = await open(contact)
    const text = readFileSync(join(preview.content, 'en/pages/contact.yaml'), 'utf8')
    preview.remove('en/pages/contact.yaml')
    await frame.locator('h1', { hasText: 'pageData not found' }).waitFor()
    const failure = page.locator('.panel__failure', { hasText: 'pageData not found' })
    await failure.waitFor()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('button', { name: 'Reading…' }).waitFor({ state: 'detached' })
    await failure.waitFor() // reported again
    preview.write('en/pages/contact.yaml', text)
    await frame.locator('main section').first().waitFor()
    await failure.waitFor({ state: 'detached' })
    await close()
  })

  it.runIf(isSoak)('that breaks the draft in a hidden tab is shown once the tab is visible again', async () => {
    const { page, frame, close } = await open(contact)
    await hideTab(page)
    preview.write('en/pages/contact.draft.yaml', 'id: 40\ntitle: [')
    await hideTab(page, false)
    await frame.locator('h1', { hasText: 'pageData error' }).waitFor()
    preview.remove('en/pages/contact.draft.yaml')
    await frame.locator('main section').first().waitFor()
    await close()
  })

  it('that is published is no longer a draft', async () => {
    const { page, close } = await open(help)
    const file = join(preview.content, 'en/pages/help')
    const kept = readFileSync(`${file}.yaml`, 'utf8')
    writeFileSync(`${file}.draft.yaml`, kept.replace('title: Help', 'title: Help published'))
    await page.locator('.badge.is-changed').waitFor()
    renameSync(`${file}.draft.yaml`, `${file}.yaml`)
    const publishedAt = Date.now()
    await page.locator('.badge.is-published').waitFor()
    console.log(`seen ${Date.now() - publishedAt} ms after it was published`)
    writeFileSync(`${file}.yaml`, kept)
    expect(existsSync(`${file}.draft.yaml`)).toBe(false)
    await close()
  })
})

describe('many tabs', () => {
  it.runIf(isSoak)(
    'are shown side by side, although browsers have only six connections per server, and each is current when it is seen',
    async () => {
      const { page, frame, close } = await open(help)
      const others: Page[] = []
      for (let count = 1; count <= 7; count += 1) {
        await hideTab(others.at(-1) ?? page)
        const other = await page.context().newPage()
        await other.goto(`${preview.origin}${contact}`)
        await other.locator('.panel__live.is-on').waitFor()
        others.push(other)
      }
      const document = load(readFileSync(join(preview.content, 'en/pages/help.yaml'), 'utf8')) as object
      preview.write('en/pages/help.draft.yaml', { ...document, theme: { title: 'Written while nobody looked' } })
      for (const other of others) await hideTab(other)
      await hideTab(page, false)
      await frame.locator('h1', { hasText: 'Written while nobody looked' }).waitFor()
      preview.remove('en/pages/help.draft.yaml')
      await close()
    },
  )
})

describe('content of other documents on the page', () => {
  it('is watched all the time: a menu, and a post in a list', async () => {
    const { page, frame, close } = await open('/admin/article/30?locale=en')
    const menus = join(preview.content, 'en/menus.yaml')
    const kept = readFileSync(menus, 'utf8')
    writeFileSync(menus, kept.replace(/name: .*/, 'name: Another name'))
    await frame.locator('header', { hasText: 'Another name' }).waitFor()
    writeFileSync(menus, `${kept}  broken: [`)
    const failure = page.locator('.panel__failure', {
      hasText: /may be outdated: ".*en\/menus\.yaml" is not valid YAML: .* at line \d+/,
    })
    await failure.waitFor()
    writeFileSync(menus, kept)
    await failure.waitFor({ state: 'detached' })
    expect(await page.locator('.panel__age').innerText()).toMatch(/^as of /)
    await close()
  })

  it.runIf(isSoak)('is read again when a button is pressed', async () => {
    const { page, close } = await open(help)
    const asked = page.waitForResponse((response) => response.url().endsWith('/admin/api/refresh'))
    await page.getByRole('button', { name: 'Refresh' }).click()
    expect(await (await asked).json()).toEqual({ isChanged: expect.any(Boolean) })
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    await close()
  })
})

describe('a check', () => {
  it.runIf(isSoak)('that repeats another one disappears when its cause is fixed', async () => {
    const draft = (html: string) =>
      preview.write('en/pages/twice.draft.yaml', {
        id: 990004,
        title: 'Twice',
        blocks: [{ id: 1, type: 'text', html }],
      })
    draft('<h4></h4><h4></h4>')
    const { page, close } = await open('/admin/article/990004?locale=en')
    await tab(page, 'Checks').click()
    const reported = async () =>
      (await page.locator('.checks__message').allInnerTexts()).filter((one) => /h4/.test(one))
    await expect.poll(reported).toHaveLength(2)
    draft('<p>None.</p>')
    await expect.poll(reported).toEqual([])
    preview.remove('en/pages/twice.draft.yaml')
    await close()
  })

  it('finds mistakes inside rich text, and shows where they are', async () => {
    const file = join(preview.content, 'en/pages/help')
    const document = load(readFileSync(`${file}.yaml`, 'utf8')) as { blocks: object[] }
    const html = '<p>Words <a href="#nowhere">there</a></p><p><img src="/media/person-1.png"></p><h3></h3>'
    preview.write('en/pages/help.draft.yaml', {
      ...document,
      blocks: [{ id: 1, type: 'text', html }, { id: 2, type: 'tiles', tiles: 'none' }, ...document.blocks],
    })
    const { page, frame, close } = await open(help)
    await tab(page, 'Checks').click()
    const check = (text: string) => page.locator('.checks__one', { hasText: text })
    for (const code of ['place-missing', 'heading-empty', 'alt-missing']) await check(code).first().waitFor()
    expect(await check('field-invalid').innerText()).toContain('Block 2: field "tiles"')
    expect(await tab(page, 'Checks').locator('.is-alarming').count()).toBe(1)
    expect(await page.locator('.checks', { hasText: 'This block cannot be shown' }).count()).toBe(0)
    await check('place-missing').getByRole('button', { name: 'Show' }).click()
    await page.locator('.highlight__box.is-picked').waitFor()
    await check('field-invalid').getByRole('button', { name: 'Show' }).click()
    await expect
      .poll(() => frame.locator('#block-2').evaluate((one) => one.getBoundingClientRect().top < 950))
      .toBe(true)
    preview.remove('en/pages/help.draft.yaml')
    await close()
  })
})

describe('the index', () => {
  it.runIf(isSoak)('keeps a title that is one long word in its column, in its own direction', async () => {
    const { page, context } = await visit(browser, `${preview.origin}/admin/`)
    const title = page.locator('.index__title').first()
    const [room, width, direction] = await title.evaluate((one) => {
      one.textContent = 'مرحبا'.repeat(50)
      return [one.clientWidth || one.getBoundingClientRect().width, one.scrollWidth, getComputedStyle(one).direction]
    })
    expect(width).toBeLessThanOrEqual(Math.ceil(Number(room)))
    expect(direction).toBe('rtl')
    await context.close()
  })

  it('finds pages by title, language and type', async () => {
    const { page, context, complaints } = await visit(browser, `${preview.origin}/admin/`)
    await page.locator('.index__row').first().waitFor()
    const [all] = /\d+/.exec(await page.locator('.index__count').innerText()) ?? []
    expect(Number(all)).toBeGreaterThan(250)
    expect(await page.locator('.index__row').count()).toBe(250)
    await page.getByText('The first 250 are listed.').waitFor()
    await page.getByLabel('Title, address or id').fill(' auta wspoldzielone')
    expect(await page.locator('.index__row').count()).toBe(1)
    await page.getByLabel('Title, address or id').fill('uber uns')
    await page.getByLabel('Language').selectOption('de')
    expect(await page.locator('.index__row').count()).toBe(1)
    await page.reload()
    await page.getByText('1 of ').waitFor()
    expect(await page.getByLabel('Title, address or id').inputValue()).toBe('uber uns')
    expect(await page.getByText('The first 250 are listed.').count()).toBe(0)
    await page.locator('.index__row').click()
    await page.locator('.identity__title', { hasText: 'Über uns' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
