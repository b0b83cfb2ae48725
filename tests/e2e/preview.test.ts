import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import type { Browser, FrameLocator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPreview, type TestPreview } from '#tests/preview/start-test-preview.ts'
import { launchBrowser } from './browser.ts'
import { visit } from './site.ts'
import { axeFindings } from './view-checks.ts'

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

async function open(path: string): Promise<Opened> {
  const { page, complaints, context } = await visit(browser, `${preview.origin}${path}`, {
    viewport: { width: 1760, height: 950 },
  })
  await page.locator('.identity__title').waitFor()
  await page.frameLocator('iframe:not(.is-coming)').locator('main').waitFor()
  return { page, frame: page.frameLocator('iframe:not(.is-coming)'), complaints, close: () => context.close() }
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

describe('the panel', () => {
  it('shows the page by block, and takes the reader to each', async () => {
    const { page, frame, complaints, close } = await open(help)
    const blocks = page.locator('.blocks__head')
    expect(await blocks.count()).toBe(3)
    await blocks.nth(2).click()
    await expect
      .poll(() =>
        frame.locator('#block-3103').evaluate((element) => element.getBoundingClientRect().top < window.innerHeight),
      )
      .toBe(true)
    expect(await page.locator('.highlight__box.is-picked').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  it('tells of words, reach, search results, checks and languages', async () => {
    const file = join(preview.content, 'en/pages/help')
    const document = load(readFileSync(`${file}.yaml`, 'utf8')) as Record<string, unknown>
    const [first, ...rest] = document.blocks as Record<string, unknown>[]
    preview.write('en/pages/help.draft.yaml', {
      ...document,
      seoTitle: 'Hi',
      blocks: [{ ...first, headline: 'How to reach us quickly' }, ...rest],
    })
    const { page, close } = await open(help)
    await expect.poll(() => page.locator('.badge.is-changed').count()).toBe(1)
    await tab(page, 'Words').click()
    expect(await page.locator('.words ins').allTextContents()).toContain('us quickly')
    await tab(page, 'Reach').click()
    await page.locator('.reach__path', { hasText: '/en/help' }).waitFor()
    await tab(page, 'Search').click()
    expect(await page.locator('.result__title').innerText()).toContain('Hi')
    await tab(page, 'Checks').click()
    expect(await page.locator('.checks').innerText()).toContain('title-length')
    await tab(page, 'Languages').click()
    expect(await page.locator('.languages__one').count()).toBe(5)
    preview.remove('en/pages/help.draft.yaml')
    await close()
  })

  it('is free of what axe finds, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, context } = await visit(browser, `${preview.origin}${help}`, { colorScheme })
      await page.locator('.identity__title').waitFor()
      for (const name of ['Page', 'Words', 'Reach', 'Search', 'Checks', 'Languages']) {
        await tab(page, name).click()
        expect([colorScheme, name, await axeFindings(page, '.panel')]).toEqual([colorScheme, name, []])
      }
      await page.goto(`${preview.origin}/admin/?locale=de`)
      await page.locator('.index__row').first().waitFor()
      expect(await axeFindings(page)).toEqual([])
      await context.close()
    }
  })

  it('is used by keyboard alone, and hidden at will', async () => {
    const { page, close } = await open(help)
    await tab(page, 'Page').focus()
    await page.keyboard.press('ArrowRight')
    expect(await tab(page, 'Words').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('End')
    expect(await tab(page, 'Languages').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Alt+p')
    expect(await page.locator('.panel').count()).toBe(0)
    await page.reload()
    await page.frameLocator('iframe:not(.is-coming)').locator('main').waitFor()
    expect(await page.locator('.panel').count()).toBe(0)
    await page.keyboard.press('Alt+p')
    expect(await page.locator('.panel').count()).toBe(1)
    await close()
  })
})

describe('a click on the page', () => {
  it.each([
    ['a headline', '#block-3101 h2', 'en/pages/31', 'blocks[0].headline'],
    ['rich text', '#block-3101 p', 'en/pages/31', 'blocks[0].html'],
    ['the third question', '#block-3102 summary >> nth=2', 'en/pages/31', 'blocks[1].items[2].question'],
    ['the title', 'h1', 'en/pages/31', 'theme.title'],
    ['a text of the interface', '#block-3103 button[type=submit]', 'locales/en.json', ''],
    ['an item of the menu', '.main-nav__link >> nth=0', 'en/menus', ''],
  ])('on %s names record and field', async (_, selector, record, path) => {
    const { page, frame, close } = await open(help)
    await frame.locator(selector).first().click()
    const picked = page.locator('.picked')
    await picked.waitFor()
    const told = await picked.locator('code').allTextContents()
    expect(told).toContain(record)
    if (path) expect(told).toContain(path)
    expect(await frame.locator('body').evaluate(() => location.pathname)).toBe('/en/help')
    await close()
  })

  it('follows links when picking is off, and the panel goes with it', async () => {
    const { page, frame, close } = await open(help)
    await page.getByRole('button', { name: 'Pick fields' }).click()
    await frame.locator('.main-nav__link').first().click()
    await expect.poll(() => page.url()).toContain('/admin/article/10?locale=en')
    await expect.poll(() => page.locator('.identity__title').innerText()).toBe('Services')
    await close()
  })
})

describe('a change', () => {
  it('of the draft shows within a second or so; scroll and typed values stay', async () => {
    const { page, frame, close } = await open(contact)
    const name = frame.locator('input[name="fullName"]')
    await name.fill('Ada Lovelace')
    await frame.locator('textarea[name="message"]').fill('Typed already')
    await frame.locator('body').evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
    const place = () =>
      frame.locator('#block-4001').evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const before = await place()
    const document = load(readFileSync(join(preview.content, 'en/pages/contact.yaml'), 'utf8')) as { blocks: object[] }
    const [first, ...rest] = document.blocks
    const changedAt = Date.now()
    preview.write('en/pages/contact.draft.yaml', {
      ...document,
      blocks: [{ ...first, headline: 'Write to us, live' }, ...rest],
    })
    await frame.locator('h2', { hasText: 'Write to us, live' }).waitFor()
    console.log(`shown ${Date.now() - changedAt} ms after the draft was written`)
    expect(await page.locator('iframe').count()).toBe(1)
    expect(await name.inputValue()).toBe('Ada Lovelace')
    expect(await frame.locator('textarea[name="message"]').inputValue()).toBe('Typed already')
    expect(Math.abs((await place()) - before)).toBeLessThan(3)
    preview.remove('en/pages/contact.draft.yaml')
    await close()
  })

  it('that is published is no draft any more', async () => {
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

describe('the index', () => {
  it('finds pages by title, language and type', async () => {
    const { page, context, complaints } = await visit(browser, `${preview.origin}/admin/`)
    await page.locator('.index__row').first().waitFor()
    const all = await page.locator('.index__row').count()
    expect(all).toBeGreaterThan(250)
    await page.getByLabel('Title or address').fill('uber uns')
    await page.getByLabel('Language').selectOption('de')
    expect(await page.locator('.index__row').count()).toBe(1)
    await page.locator('.index__row').click()
    await page.locator('.identity__title', { hasText: 'Über uns' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
