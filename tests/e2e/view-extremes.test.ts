import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { extremes } from '#tests/fixtures/extremes.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { isSoak } from '#tests/is-soak.ts'
import { setFixtureStage } from './fixture-stage.ts'
import {
  axeFindingsInTurn,
  brokenWords,
  clippedTexts,
  inTurn,
  isWhole,
  keepSight,
  layoutShift,
  openWindow,
  sidewaysScroll,
  walkedAt,
} from './view-checks.ts'

/** Two pages have all blocks. Walks take them in turn with the others, so each is checked at another width. */
const paths = ['/de', '/de/viel', '/de/wenig', '/de/blog', '/de/blog/post-1', '/de/stelle/lang', '/de/ware/tief/6']
/** Pages with little on them, and second ones of their kind. Only the soak test walks through them. */
const others = [
  '/de/leer',
  '/de/blog/page/7',
  '/de/blog/post-2',
  '/de/stelle/kurz',
  '/de/datenschutz',
  '/de/ware/allein',
]
const walked = isWhole ? [...paths, ...others] : paths

/** For a walk through all pages. */
const long = { timeout: 900_000 }

const stage = setFixtureStage(
  async () => {
    const draw = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#7b8884' } })
        .png()
        .toBuffer()
    const clear = { width: 400, height: 400, channels: 4, background: '#0000' } as const
    const glass = sharp({ create: clear })
      .composite([{ input: await draw(99, 99), gravity: 'center' }])
      .png()
      .toBuffer()
    const file = async (width: number, height: number) => ({ body: await draw(width, height), type: 'image/png' })
    return {
      locales: { de: extremes },
      files: {
        '/media/wide.png': await file(1800, 500),
        '/media/tall.png': await file(400, 1600),
        '/media/tiny.png': await file(12, 12),
        '/media/glass.png': { body: await glass, type: 'image/png' },
      },
    }
  },
  {
    settings: testSettings({
      links: { help: {}, demo: { de: '/wenig' }, contact: {} },
      videoHosts: ['player.vimeo.com'],
      designCredit: {
        name: 'Werkstatt für die Gestaltung der Donaudampfschifffahrt in Linz',
        url: 'https://example.com',
      },
    }),
  },
)

const open = keepSight(() => stage)

/** The distance between the end of the content and the footer. */
function footerGap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('main *')].filter(
      (one) => one.childElementCount === 0 && one.textContent?.trim() && one.checkVisibility(),
    )
    const footer = document.querySelector('footer')?.getBoundingClientRect()
    return (footer?.top ?? 0) - Math.max(...parts.map((one) => one.getBoundingClientRect().bottom))
  })
}

it('the longest and the shortest content fits every width and keeps its distance to the footer', long, async () => {
  const { page, context } = await openWindow(stage.browser, stage.origin, 320, { reducedMotion: 'reduce' })
  for (const [at, path] of walked.entries()) {
    expect((await page.goto(`${stage.origin}${path}`))?.status(), path).toBe(200)
    const some = [320, ...inTurn(at, [768, 1024, 1920])]
    for (const width of isWhole ? [320, 375, 768, 1024, 1280, 1920] : some) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await sidewaysScroll(page), `${path} at ${width}`).toEqual([])
      expect.soft(await clippedTexts(page), `${path} at ${width}`).toEqual([])
      expect.soft(await brokenWords(page), `${path} at ${width}`).toEqual([])
      expect.soft(await footerGap(page), `${path} at ${width}`).toBeGreaterThanOrEqual(40)
    }
  }
  await context.close()
})

it.each(isWhole ? [375, 1280] : [375])(
  'extreme content is accessible and shifts nothing at %i px',
  long,
  async (width) => {
    const sight = await openWindow(stage.browser, stage.origin, width, { reducedMotion: 'reduce' })
    for (const path of walkedAt(width, walked)) {
      expect.soft(await layoutShift(sight, `${stage.origin}${path}`), path).toBeLessThan(0.0005)
      await sight.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      const turn = Math.floor(walked.indexOf(path) / 2)
      expect.soft(await axeFindingsInTurn(sight.page, turn), path).toEqual([])
    }
    await sight.context.close()
  },
)

it.runIf(isSoak)('tall pictures are cropped mostly at the bottom, where no heads are', async () => {
  const page = await open('/de/wenig')
  const photograph = page.locator('.tile__picture:not(.is-drawing) > img[src*="tall"]')
  const cut = await photograph.evaluate((one) => [
    getComputedStyle(one).objectFit,
    getComputedStyle(one).objectPosition,
  ])
  expect(cut).toEqual(['cover', '50% 20%'])
})

it('forced colours keep lines below table heads and arrows of selects, and hide the contours of the footer', async () => {
  const page = await open('/de/viel', 1280, { forcedColors: 'active' })
  const [head, last] = await page
    .locator('.rich-text tr')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => getComputedStyle(row.children[0] ?? row).borderBottomWidth))
  expect([head, last]).toEqual(['1px', '0px'])
  const contours = await page.locator('footer').evaluate((one) => getComputedStyle(one, '::before').display)
  expect(contours).toBe('none')
  await page.goto(`${stage.origin}/de/wenig`)
  // Our own arrow is a background, which forced colours remove.
  expect(await page.locator('select').evaluate((one) => getComputedStyle(one).appearance)).toBe('auto')
})

it.each(isWhole ? [375, 1280] : [375])(
  'long menus stay inside the window at %i px, and scroll',
  long,
  async (width) => {
    const page = await open('/de/leer', width)
    const toggles = await page.locator('header [popovertarget]:not([popovertargetaction]):visible').all()
    for (const [at, toggle] of toggles.entries()) {
      await toggle.click()
      const panel = page.locator(':popover-open')
      const box = await panel.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(901)
      expect(await brokenWords(page)).toEqual([])
      expect(await axeFindingsInTurn(page, at, 'header')).toEqual([])
      await page.keyboard.press('Escape')
    }
  },
)

it.each(isWhole ? [1024, 1280, 1920] : [1280])('the contours of the 404 page end below it at %i px', async (width) => {
  const page = await open('/de/gibt-es-nicht', width)
  const end = (part: string) =>
    page.locator(part).evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().bottom)))
  expect(await end('.lost-route__map path')).toBeGreaterThanOrEqual(await end('.error-page'))
  expect(await page.locator('.lost-route').evaluate((one) => getComputedStyle(one).overflow)).toBe('visible')
})

it.runIf(isSoak)('the picture of an offer without a lead is beside its title on phones', async () => {
  const page = await open('/de/wenig', 375)
  const offer = page.locator('.offer:has(.offer__picture):not(:has(.offer__lead))').first()
  const [title, picture] = await offer.evaluate((one) =>
    ['.offer__title', '.offer__picture'].map((part) => one.querySelector(part)?.getBoundingClientRect().toJSON()),
  )
  expect(picture.top).toBeLessThan(title.bottom)
  expect(picture.left).toBeGreaterThanOrEqual(title.right)
})

it('a map never overlaps its list, at any scroll position', async () => {
  const page = await open('/de/viel', 375)
  const overlap = await page.locator('.maps').evaluate((map) => {
    scrollTo({ top: map.getBoundingClientRect().top + scrollY + 100, behavior: 'instant' })
    const [drawing, list] = [...map.children].map((part) => part.getBoundingClientRect())
    return drawing && list && drawing.bottom - list.top
  })
  expect(overlap).toBe(0)
})

it.runIf(isSoak)('the ground of a map goes on below it, beside a longer list', async () => {
  const page = await open('/de/viel')
  const [ground, drawing, list] = await Promise.all(
    ['.maps', '.maps__drawing', '.maps__list'].map((part) =>
      page.locator(part).evaluate((one) => [getComputedStyle(one).backgroundColor, one.clientHeight] as const),
    ),
  )
  expect(list?.[1]).toBeGreaterThan(drawing?.[1] ?? Number.NaN)
  expect(ground?.[0]).toBe(drawing?.[0])
  expect(list?.[0]).not.toBe(ground?.[0])
})

it.each(isWhole ? [375, 768, 1280] : [375])('the logos of partners fill every row at %i px', async (width) => {
  const page = await open('/de/viel', width)
  const [last, row] = await page
    .locator('.partners')
    .evaluate((one) => [one.lastElementChild, one].map((part) => part?.getBoundingClientRect().right))
  expect(last).toBeCloseTo(row ?? Number.NaN, 0)
})

it.runIf(isSoak)('the route of an opening crosses no word of a long title', async () => {
  const page = await open('/de/blog/post-1', 1024)
  const crossed = await page.locator('.intro__title.is-long').evaluate((title) => {
    const ways = [...document.querySelectorAll<SVGPathElement>('.intro__route path')]
    const points = ways.flatMap((way) =>
      Array.from({ length: 200 }, (_, at) =>
        way.getPointAtLength((way.getTotalLength() * at) / 200).matrixTransform(way.getScreenCTM() ?? undefined),
      ),
    )
    const text = `${title.textContent} `.repeat(4)
    const isCrossed = (length: number) => {
      title.textContent = text.slice(0, length)
      const range = document.createRange()
      range.selectNodeContents(title)
      const lines = [...range.getClientRects()]
      return points.some(({ x, y }) => lines.some((one) => x < one.right && y > one.top + 5 && y < one.bottom - 5))
    }
    return Array.from({ length: 50 }, (_, at) => 90 + 5 * at).filter(isCrossed)
  })
  expect(crossed).toEqual([])
})

it.runIf(isSoak)('the words of a heading are apart', async () => {
  const page = await open('/de/blog/post-1', 375)
  const space = await page.locator('h1').evaluate((title) => {
    const words = title.firstChild as Text
    const range = document.createRange()
    range.setStart(words, words.data.indexOf(' '))
    range.setEnd(words, words.data.indexOf(' ') + 1)
    return range.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(title).fontSize)
  })
  expect(space).toBeGreaterThan(0.2)
})

it.runIf(isSoak)('the description of a page has lines that end before the route begins', async () => {
  const page = await open('/de/viel', 1024)
  const right = await page.locator('.intro__description').evaluate((one) => one.getBoundingClientRect().right)
  expect(right).toBeLessThan(0.65 * 1024)
})

it.runIf(isSoak)('the arrow of a job ends where the line above it ends', async () => {
  const page = await open('/de/viel')
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const [arrow, row] = await page
      .locator('.job-row')
      .first()
      .evaluate((one) => [one.querySelector('.icon'), one].map((part) => part?.getBoundingClientRect().right))
    expect(arrow, `${width} px`).toBe(row)
  }
})

it.runIf(isSoak)('the lead of a post that is alone in its row has lines of readable length', async () => {
  const page = await open('/de/wenig', 1920)
  const [lead, size] = await page
    .locator('.post-card__lead')
    .first()
    .evaluate((one) => [one.clientWidth, Number.parseFloat(getComputedStyle(one).fontSize)])
  expect(lead).toBeLessThanOrEqual(37 * (size ?? 0))
})

it.runIf(isSoak)('the link from a post to all posts has one line beside the text', async () => {
  const page = await open('/de/blog/post-5')
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const words = page.locator('.post__back > span')
    expect(await words.evaluate((one) => one.getBoundingClientRect().height), `${width} px`).toBeLessThan(30)
  }
})

it.runIf(isSoak)('words below a long headline start where they would beside a short one', async () => {
  const page = await open('/de')
  const starts = await page.locator('.section__headline.is-long + .text.is-picture-none').evaluate((words) => {
    const long = words.getBoundingClientRect().left
    words.previousElementSibling?.classList.remove('is-long')
    return [long, words.getBoundingClientRect().left]
  })
  expect(starts[0]).toBe(starts[1])
})

it.each([768, 1920])('a form beside words or below them fills its column at %i px', async (width) => {
  const page = await open('/de/viel', width)
  const [form, column] = await page
    .locator('.form')
    .evaluate((one) => [one, one.parentElement].map((part) => part?.getBoundingClientRect().right))
  expect(form).toBeCloseTo(column ?? Number.NaN, 0)
})

it.runIf(isSoak)(
  'the design credit starts at the edge where it does not fit beside the other words of the footer',
  async () => {
    const page = await open('/de/wenig', 768)
    const [name, credit] = await page
      .locator('.site-footer__end > p')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    expect(credit?.top).toBeGreaterThanOrEqual(name?.bottom ?? Number.NaN)
    expect(credit?.left).toBe(name?.left)
    await page.setViewportSize({ width: 1280, height: 900 })
    const ends = page.locator('.site-footer__end, .site-footer__end > :last-child')
    const [row, last] = await ends.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(last).toBe(row)
  },
)

it.runIf(isSoak)('a raised number leaves the lines of a text where they are', async () => {
  const page = await open('/de/wenig')
  const heights = await page.getByText('Worte dazu.').evaluate((one) => {
    const before = one.clientHeight
    one.append(...['sup', 'sub'].map((name) => Object.assign(document.createElement(name), { textContent: '1' })))
    return [before, one.clientHeight]
  })
  expect(heights[0]).toBe(heights[1])
})

it.runIf(isSoak)('the degrees of a map stay at their lines when the page runs from right to left', async () => {
  const page = await open('/de/viel')
  const places = () =>
    page.locator('.maps__grid text').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  const usual = await places()
  expect(usual.length).toBeGreaterThan(2)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  // The drawing has changed sides with the list.
  const shifts = (await places()).map((x, at) => x - (usual[at] ?? 0))
  expect(Math.max(...shifts) - Math.min(...shifts)).toBeLessThan(1)
})

it.runIf(isSoak)('lines of headings in Japanese end between phrases', async () => {
  const page = await open('/de/wenig')
  const lines = await page.evaluate(() => {
    const heading = Object.assign(document.createElement('h2'), { lang: 'ja', textContent: 'このサイトのクッ' })
    document.querySelector('main')?.append(heading)
    heading.style.inlineSize = 'fit-content'
    heading.style.inlineSize = `${heading.getBoundingClientRect().width + 1}px`
    heading.textContent = 'このサイトのクッキーについて'
    const found = Array.from(heading.textContent).reduce((lines, letter, at) => {
      const range = new Range()
      range.setStart(heading.firstChild as Text, at)
      range.setEnd(heading.firstChild as Text, at + 1)
      const { y } = range.getBoundingClientRect()
      return lines.set(y, (lines.get(y) ?? '') + letter)
    }, new Map<number, string>())
    return [...found.values()]
  })
  expect(lines).toEqual(['このサイトの', 'クッキーについて'])
})

it('code and phone numbers run from left to right on a page that runs from right to left', async () => {
  const page = await open('/de/viel')
  const brackets = await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    const text = document.querySelector('.rich-text')
    const phone = '<a dir="auto" href="tel:+481">+48 1</a>' // as the pipeline writes it
    text?.insertAdjacentHTML('beforeend', `<pre>x() {</pre><p><code>x() {</code> <kbd>x() {</kbd> ${phone}</p>`)
    const added = [...(text?.querySelectorAll('pre, code, kbd, a') ?? [])]
    const codes = added.filter(({ textContent }) => textContent === 'x() {' || textContent === '+48 1')
    return codes.map(({ firstChild }) => {
      const [first, last] = [0, 4].map((at) => {
        const range = new Range()
        range.setStart(firstChild as Text, at)
        range.setEnd(firstChild as Text, at + 1)
        return range.getBoundingClientRect().x
      })
      return (first ?? 0) < (last ?? 0)
    })
  })
  expect(brackets).toEqual([true, true, true, true])
})

it('a tall picture makes no tile taller than a window', async () => {
  const page = await open('/de/wenig')
  const heights = await page.locator('.tile').evaluateAll((tiles) => tiles.map((one) => one.clientHeight))
  expect(Math.max(...heights)).toBeLessThan(720)
})

it.runIf(isSoak)('a cut-out picture gets a light ground on any dark surface', async () => {
  const page = await open('/de/wenig', 375)
  const groundOf = (part: string) => page.locator(part).evaluate((one) => getComputedStyle(one).backgroundImage)
  expect(await groundOf('.offer__picture > img')).toContain('gradient')
  expect(await groundOf('.gallery__item:last-child img')).toBe('none')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await groundOf('.gallery__item:last-child img')).toContain('gradient')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('.gallery__link').last().click()
  const shown = page.locator('.lightbox img')
  expect(await groundOf('.lightbox img')).toContain('gradient')
  // Otherwise a tall picture takes the room of the words below it in Safari.
  const figure = page.locator('.lightbox__figure')
  expect(await figure.evaluate((one) => `${one.computedStyleMap().get('height')}`)).toBe('100%')
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true)
  const { width = 0, height } = (await shown.boundingBox()) ?? {}
  expect(width).toBeGreaterThan(300)
  expect(height).toBeCloseTo(width, 0)
})

it.runIf(isSoak)('cut-outs and drawings are shown whole in galleries and offers', async () => {
  const page = await open('/de/wenig')
  for (const part of ['.gallery__picture > img', '.offer__picture > img'])
    expect(
      await page
        .locator(part)
        .last()
        .evaluate((one) => getComputedStyle(one).objectFit),
    ).toBe('contain')
})

it('text that is only an anchor looks like the text around it', async () => {
  const page = await open('/de/wenig')
  const colourOf = (part: string) => page.locator(part).evaluate((one) => getComputedStyle(one).color)
  expect(await colourOf('a#c-satz')).toBe(await colourOf('p:has(> a#c-satz)'))
})

it.runIf(isSoak)(
  'two dark sections look like one surface, and items of an explicitly numbered list have space between them',
  async () => {
    const page = await open('/de/wenig')
    const airAbove = (part: string, property: 'paddingTop' | 'marginTop') =>
      page.locator(part).evaluate((one, name) => Number.parseFloat(getComputedStyle(one)[name]), property)
    expect(await airAbove('.is-ink + .is-ink', 'paddingTop')).toBe(0)
    expect(await airAbove('ol[type] > li:last-child', 'marginTop')).toBeGreaterThan(4)
  },
)

it.runIf(isSoak)('the branch of a category keeps its distance from a darker section below it', async () => {
  const page = await open('/de/ware/zweig')
  const gap = await page.locator('.category-tree li:last-child').evaluate((last) => {
    const below = last.closest('.category-tree')?.nextElementSibling
    return (below?.getBoundingClientRect().top ?? 0) - last.getBoundingClientRect().bottom
  })
  expect(gap).toBeGreaterThanOrEqual(32)
})

it.runIf(isSoak)('a large number aligns with the words below it, whatever its first digit', async () => {
  const page = await open('/de')
  const widths = await page.evaluate(() =>
    ['1', '8'].map((digit) => {
      const number = document.querySelector('.figure__number')
      const digits = number?.appendChild(Object.assign(document.createElement('span'), { textContent: digit }))
      return digits?.getBoundingClientRect().width ?? 0
    }),
  )
  expect(widths[0]).toBeLessThan(widths[1] ?? 0) // otherwise a 1 has space before it
})

it('a small picture within a text stays in its line', async () => {
  const page = await open('/de/wenig', 375)
  const heights = await page.locator('ol[type] > li').evaluateAll((all) => all.map((one) => one.clientHeight))
  expect(heights[1]).toBe(heights[0])
})

it('a link to a video has a play sign, has space above it, and is printed', async () => {
  const page = await open('/de/wenig')
  const video = page.getByRole('link', { name: 'Ein Film', exact: true })
  const [top, bottom] = await video.evaluate((one) => [
    one.getBoundingClientRect().top,
    one.previousElementSibling?.getBoundingClientRect().bottom,
  ])
  expect((top ?? 0) - (bottom ?? 0)).toBeGreaterThan(16)
  expect(await video.evaluate((one) => getComputedStyle(one, '::before').content)).toContain('▶')
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.video-link').isVisible()).toBe(true)
})

it.runIf(isSoak)('a larger picture within a text has its own line', async () => {
  const page = await open('/de/wenig')
  const words = page.getByText('Worte dazu.')
  const [picture, line] = await words.evaluate((one) => {
    const range = new Range()
    range.selectNode(one.lastChild ?? one)
    return [one.querySelector('img'), range].map((part) => part?.getBoundingClientRect())
  })
  expect(line?.top).toBeGreaterThanOrEqual(picture?.bottom ?? Number.NaN)
  expect(line?.left).toBe(picture?.left)
})

it.runIf(isSoak)('consecutive larger pictures are side by side', async () => {
  const page = await open('/de/wenig')
  const pictures = page.getByRole('img', { name: 'Zeichen', exact: true })
  const tops = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops).toEqual([tops[0], tops[0]])
})

it.runIf(isSoak)('the numbers of a column and its heading are aligned at their end', async () => {
  const page = await open('/de/viel')
  for (const cell of ['th', 'td']) {
    const cells = page.locator(`.rich-text__scroll ${cell}`)
    const edges = await cells.evaluateAll((all) => all.slice(0, 2).map((one) => getComputedStyle(one).textAlign))
    expect(edges, cell).toEqual(['start', 'end'])
  }
  // The numbers of the last column end with the lines of the table.
  const last = page.locator('.rich-text__scroll tr > :last-child').first()
  expect(await last.evaluate((one) => getComputedStyle(one).paddingInlineEnd)).toBe('0px')
})

it('a wide table breaks no number and fits the page when it is printed', async () => {
  const page = await open('/de/viel', 660)
  await page.emulateMedia({ media: 'print' })
  const cells = page.locator('.rich-text td')
  expect(await cells.count()).toBeGreaterThan(8)
  const lines = await cells.evaluateAll((all) =>
    all.map((one) => {
      const range = new Range()
      const words = one.firstChild as Text
      range.setStart(words, 0)
      range.setEnd(words, words.data.search(/\s/))
      return range.getClientRects().length
    }),
  )
  expect(new Set(lines)).toEqual(new Set([1]))
  // Otherwise Firefox leaves the line above a table on the page before.
  const boxes = page.locator('.rich-text__scroll')
  expect(await boxes.first().evaluate((one) => getComputedStyle(one).breakInside)).toBe('avoid')
  expect(await sidewaysScroll(page)).toEqual([])
})

it('a page is printed completely, with the content of closed details', async () => {
  const page = await open('/de/wenig')
  const more = page.getByText('Noch ein Satz.')
  expect(await more.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await more.isVisible()).toBe(true)
  // In a flex column, lists move to the next page and leave their headline behind.
  const displayOf = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => getComputedStyle(one).display)
  expect(await displayOf('body')).toBe('block')
  expect(await displayOf('.tile__words:not(:empty)')).toBe('block')
  expect(await displayOf('.tile__words:empty')).toBe('none')
  await page.goto(`${stage.origin}/de/blog/post-1`)
  const post = page.locator('.post__text') // in a grid Firefox cuts pictures in two at the end of a page
  expect(await post.evaluate((one) => getComputedStyle(one).display)).toBe('block')
  await page.goto(`${stage.origin}/de/blog`)
  expect(await displayOf('.post-card')).toBe('block') // otherwise its words overlap the headline that follows on the next page
  await page.goto(`${stage.origin}/de/viel`)
  const map = page.locator('.maps').first()
  expect(await map.evaluate((one) => getComputedStyle(one).breakInside)).toBe('avoid') // otherwise its empty frame stays behind
  expect(await map.evaluate((one) => getComputedStyle(one).display)).toBe('block') // otherwise its headline stays behind
})

it.runIf(isSoak)('a gallery that just fits a sheet with its headline is printed on one', async () => {
  const page = await open('/de/viel', 700, { media: 'print' })
  const bottom = await page.evaluate(async () => {
    const section = document.querySelector('.section:has(.section__headline + .gallery)') as Element
    document.body.replaceChildren(section)
    await document.fonts.ready
    return (section.querySelector('.gallery') as Element).getBoundingClientRect().bottom
  })
  const margins = 2 * 18 * (96 / 25.4)
  // Space below the gallery needs more than the rest of the sheet.
  const sheet = await page.pdf({ width: 700 + margins, height: bottom + margins + 10 })
  expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})
