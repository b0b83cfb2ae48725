import type { Locator, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { enginesOf, failedRequest, setStage } from './stage.ts'

describe.each(enginesOf('react'))('the search with %s', (engine) => {
  const stage = setStage(engine, [failedRequest])
  const { openInNewWindow } = stage
  const open = async (path: string): Promise<Page> => {
    const page = await stage.open(path)
    stage.site.calls.length = 0
    return page
  }
  const phraseOf = (page: Page) => page.locator('#search [name=q]')
  const statusOf = (page: Page) => page.locator('.search-status [role=status]')
  const submit = async (page: Page, phrase: string): Promise<void> => {
    await phraseOf(page).fill(phrase)
    await phraseOf(page).press('Enter')
  }
  /** The island is not loaded until its form is used. */
  const ready = async (page: Page): Promise<void> => {
    await phraseOf(page).focus()
    await page.waitForSelector('.search-page [data-awake]')
  }
  const tooShort = 'Enter a minimum of three characters.'
  const borderOf = (field: Locator) => field.evaluate((one) => getComputedStyle(one).borderColor)
  const searches = () => stage.site.calls.filter(({ name }) => name === 'GET /api/search')
  /** Replaces the answers of the service. */
  const answerWith = (member: unknown[]): void => {
    stage.site.faultOf = (path) =>
      path.startsWith('/api/search') ? { status: 200, body: { member, totalItems: member.length } } : undefined
  }

  it.runIf(isSoak)('keeps the phrase being typed when its script is gone, as after another build', async () => {
    const page = await openInNewWindow('/en/search') // the shared window may have cached the script
    stage.site.faultOf = (path) => (path.includes('search-results') ? { status: 404 } : undefined)
    await phraseOf(page).pressSequentially('fuel')
    await page.waitForSelector('.search-page [data-failed][data-awake]', { state: 'attached' })
    stage.site.faultOf = () => undefined
    await phraseOf(page).press('Enter')
    await page.waitForURL('**/en/search?q=fuel')
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results: [1-9]/)
    const reported = stage.at?.complaints.splice(0).filter((text) => !text.startsWith(failedRequest))
    expect(reported).toEqual([expect.stringMatching(/^Failed to fetch dynamically imported module/)])
  })

  it('opens from the panel on any page, and links each result to its page', async () => {
    const page = await open('/en/help')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('#panel-search [name=q]').fill('fuel')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/search?q=fuel')
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results: [1-9]/)
    expect(await phraseOf(page).inputValue()).toBe('fuel')
    const result = page.locator('.search-result').first()
    const title = await result.locator('h2').innerText()
    await result.getByRole('link', { name: `More: ${title}` }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/en/') && url.pathname !== '/en/search')
    expect((await page.goto(page.url()))?.status()).toBe(200)
  })

  it.each(isSoak ? ['  ab  ', '', 'ab'] : ['  ab  '])(
    'requires three characters instead of searching "%s"',
    async (phrase) => {
      const page = await open('/en/search')
      await ready(page)
      await submit(page, phrase)
      await expect.poll(() => page.locator('#search-error').innerText()).toBe(tooShort)
      expect(await phraseOf(page).getAttribute('aria-invalid')).toBe('true')
      expect(searches()).toEqual([])
      expect(page.url()).toBe(`${stage.site.origin}/en/search`)
    },
  )

  it('shows the error when the field loses focus, with a red border, until the phrase is long enough', async () => {
    const page = await open('/en/search')
    await ready(page)
    const calm = await borderOf(phraseOf(page))
    await phraseOf(page).press('Tab') // nothing was typed yet
    expect(await page.locator('#search-error').isVisible()).toBe(false)
    await phraseOf(page).fill('ab')
    await page.locator('.search-page__info').click()
    await expect.poll(() => page.locator('#search-error').innerText()).toBe(tooShort)
    await expect.poll(() => borderOf(phraseOf(page))).not.toBe(calm)
    expect(await phraseOf(page).getAttribute('aria-describedby')).toBe('search-error')
    await phraseOf(page).fill('abc')
    expect(await page.locator('#search-error').isVisible()).toBe(false)
    expect(await phraseOf(page).getAttribute('aria-invalid')).toBe('false')
    expect(await phraseOf(page).getAttribute('aria-describedby')).toBeNull()
    expect(searches()).toEqual([])
  })

  it.each(isSoak ? ['', '  ab  ', '    ', 'ab'] : ['', '  ab  '])(
    'stays in the panel of the header with the phrase "%s", and says why',
    async (phrase) => {
      const page = await open('/en/help')
      await page.getByRole('button', { name: 'Search' }).click()
      const field = page.locator('#panel-search [name=q]')
      await page.locator('[data-header][data-ready]').waitFor()
      await field.fill(phrase)
      await field.press('Enter')
      await expect.poll(() => page.locator('#panel-search-error').innerText()).toBe(tooShort)
      expect(await field.evaluate((one: HTMLInputElement) => one.form?.noValidate)).toBe(true)
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(page.url()).toBe(`${stage.site.origin}/en/help`)
      await field.fill('fuel')
      await field.press('Enter')
      await page.waitForURL('**/en/search?q=fuel')
    },
  )

  it('loads no script for results before the form is used or the address has a phrase', async () => {
    const page = await open('/en/search')
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.includes('search-results')),
      )
    await page.waitForLoadState('networkidle')
    expect(await scripts()).toEqual([])
    await phraseOf(page).focus()
    await expect.poll(async () => (await scripts()).length).toBeGreaterThan(0)
    await page.goto(`${stage.site.origin}/en/search?from=mail&q=tracker`)
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
  })

  it.each(['tracker', 'qqqq'])('moves nothing in view when the search for %s from an address ends', async (phrase) => {
    const page = await open(`/en/search?q=${phrase}`)
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results|^We couldn't/)
    const shift = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))
      const observer = new PerformanceObserver(() => {})
      observer.observe({ type: 'layout-shift', buffered: true })
      const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[]
      return shifts.reduce((sum, { value }) => sum + value, 0)
    })
    expect(shift).toBeLessThan(0.0005)
  })

  it('trims the phrase, searches it once, and writes it into the address', async () => {
    const page = await open('/en/search')
    await ready(page)
    await submit(page, '  tracker ')
    await page.waitForURL('**/en/search?q=tracker')
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
    await submit(page, 'tracker')
    await submit(page, ' tracker ')
    await submit(page, 'qqqq')
    await expect.poll(() => statusOf(page).innerText()).toContain('qqqq')
    expect(searches()).toHaveLength(2)
  })

  it('searches for the beginning of a phrase that is too long for an address', async () => {
    const page = await open('/en/help')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.keyboard.insertText('ł'.repeat(100_000))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/search?q=*')
    await expect.poll(() => statusOf(page).innerText()).toContain("We couldn't find any results")
    await ready(page)
    await phraseOf(page).press('ControlOrMeta+A')
    await page.keyboard.insertText('ż'.repeat(100_000))
    await page.keyboard.press('Enter')
    await expect.poll(() => statusOf(page).innerText()).toContain("We couldn't find any results for ż")
    expect(page.url().length).toBeLessThan(4000)
  })

  it('goes back and forth through the phrases, and searches for them in other languages too', async () => {
    const page = await open('/en/search?q=tracker')
    const inPolish = () => page.locator('#language-list a[hreflang=pl]').getAttribute('href')
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
    await submit(page, 'qqqq')
    await expect.poll(() => statusOf(page).innerText()).toBe("We couldn't find any results for qqqq")
    expect(await inPolish()).toBe(`${stage.site.origin}/szukaj?q=qqqq`)
    await page.goBack()
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
    expect(await phraseOf(page).inputValue()).toBe('tracker')
    expect(await inPolish()).toBe(`${stage.site.origin}/szukaj?q=tracker`)
  })

  it('keeps the phrase of its results when the field is reset, as Safari does on Back', async () => {
    const page = await open('/en/search?q=tracker')
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
    const reset = () => phraseOf(page).evaluate((field: HTMLInputElement) => field.form?.reset())
    await reset()
    expect(await phraseOf(page).inputValue()).toBe('tracker')
    await submit(page, 'qqqq')
    await page.goBack()
    await expect.poll(() => phraseOf(page).inputValue()).toBe('tracker')
    await reset()
    expect(await phraseOf(page).inputValue()).toBe('tracker')
  })

  it('goes back to the empty page, and ignores the search that was still running', async () => {
    const page = await open('/en/search')
    await ready(page)
    const idle = await statusOf(page).innerText()
    stage.site.faultOf = (path) => (path.startsWith('/api/search') ? { isSilent: true } : undefined)
    await submit(page, 'tracker')
    await expect.poll(() => statusOf(page).innerText()).not.toBe(idle)
    await page.goBack()
    await expect.poll(() => statusOf(page).innerText()).toBe(idle)
    expect(await phraseOf(page).inputValue()).toBe('')
    stage.site.faultOf = () => undefined
    await submit(page, 'tracker')
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
  })

  it('shows many results in portions, with the focus on the first new one, and as many again after Back', async () => {
    const page = await open('/en/search')
    await ready(page)
    answerWith(Array.from({ length: 45 }, (_, at) => ({ title: `Result ${at + 1}`, content: '', slug: '/help' })))
    const results = page.locator('.search-result')
    const more = page.getByRole('button', { name: 'Show more' })
    await submit(page, 'anything')
    await expect.poll(() => statusOf(page).innerText()).toBe('Results: 45, shown: 20')
    expect(await results.count()).toBe(20)
    await more.click()
    expect(await statusOf(page).innerText()).toBe('Results: 45, shown: 40')
    expect(await results.nth(20).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('More: Result 21')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/help')
    await page.goBack()
    await expect.poll(() => results.count()).toBe(40)
    await more.click()
    expect(await statusOf(page).innerText()).toBe('Results: 45')
    expect(await more.isVisible()).toBe(false)
    await submit(page, 'something else')
    await expect.poll(() => results.count()).toBe(20)
  })

  const returns = ['comes back from a page', 'reloads the page', 'comes back from another phrase']
  it.each(isSoak ? returns : returns.slice(0, 1))(
    'shows the same results as before to a visitor who %s, although they arrive late',
    async (way) => {
      answerWith(Array.from({ length: 20 }, (_, at) => ({ title: `Result ${at + 1}`, content: '', slug: '/help' })))
      const page = await open('/en/search?q=anything')
      await page.emulateMedia({ reducedMotion: 'no-preference' }) // the browser restores positions smoothly too
      const results = page.locator('.search-result')
      await results.nth(19).waitFor()
      await page.evaluate(() => {
        const ended = new Promise((end) => document.addEventListener('scrollend', end, { once: true }))
        scrollTo(0, 1000)
        return ended
      })
      if (way === 'comes back from a page') await page.goto(`${stage.site.origin}/en/help`)
      else if (way === 'comes back from another phrase') {
        await phraseOf(page).evaluate((field: HTMLInputElement) => {
          field.value = 'qqqq'
          field.form?.requestSubmit()
        })
        await page.waitForURL('**?q=qqqq')
        await results.nth(19).waitFor()
        await page.evaluate(() => scrollTo(0, 0))
      }
      const answer = Promise.withResolvers<void>()
      stage.site.waitFor = (path) => (path.startsWith('/api/search') ? answer.promise : undefined)
      await (way === 'reloads the page' ? page.reload() : page.goBack())
      await page.locator('.loader.is-on').waitFor({ state: 'attached' })
      expect(await page.evaluate(() => scrollY)).toBeLessThan(1000)
      answer.resolve()
      await results.nth(19).waitFor()
      expect(await page.evaluate(() => scrollY)).toBe(1000)
    },
  )

  it('returns to the place in a kept page whose browser shows its top, and sends no event at the end of scrolling', async () => {
    answerWith(Array.from({ length: 20 }, (_, at) => ({ title: `Result ${at + 1}`, content: '', slug: '/help' })))
    const page = await open('/en/search?q=anything')
    await page.locator('.search-result').nth(19).waitFor()
    // The events that Safari 26 sends, in one task, so that Chromium does not send `scrollend` in between.
    const top = await page.evaluate(() => {
      scrollTo({ top: 1000, behavior: 'instant' })
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      scrollTo({ top: 0, behavior: 'instant' })
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return scrollY
    })
    expect(top).toBe(1000)
  })

  it('cuts texts of results at 320 characters and adds three dots, never inside a character', async () => {
    const page = await open('/en/search')
    await ready(page)
    answerWith([
      { title: 'Long', content: '👩‍🚒'.repeat(400), slug: '/help' },
      { title: 'Short', content: 'All of it', slug: '/contact' },
    ])
    await submit(page, 'anything')
    await page.locator('.search-result').nth(1).waitFor()
    const [long, short] = await page.locator('.search-result > p').allInnerTexts()
    expect(long).toBe(`${'👩‍🚒'.repeat(320)}...`)
    expect(short).toBe('All of it')
  })

  it('shows a loader, reports a failure, and tries the same phrase again', async () => {
    const page = await open('/en/search')
    await ready(page)
    const answer = Promise.withResolvers<void>()
    stage.site.faultOf = (path) => (path.startsWith('/api/search') ? { status: 500 } : undefined)
    stage.site.waitFor = (path) => (path.startsWith('/api/search') ? answer.promise : undefined)
    await submit(page, 'tracker')
    await expect.poll(() => page.locator('.search-status .loader.is-on').count()).toBe(1)
    answer.resolve()
    await expect.poll(() => statusOf(page).innerText()).toBe('The search did not work. Please try again later.')
    const edgesOf = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON())
    const [button, ways] = await Promise.all(['[data-again]', '.search-ways'].map(edgesOf))
    expect(ways.top - button.bottom, 'the button stands clear of the line above other ways').toBeGreaterThan(16)
    stage.site.faultOf = () => undefined
    await phraseOf(page).fill('other words')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
    expect(await page.evaluate(() => document.activeElement?.matches(':has(> .search-results)'))).toBe(true)
    expect(new URL(stage.site.calls.at(-1)?.name.split(' ')[1] ?? '', stage.site.origin).pathname).toBe('/api/search')
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false)
  })

  it('shows the answer to the last phrase only', async () => {
    const page = await open('/en/search')
    await ready(page)
    const answer = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (path.includes('phrase=qqqq') ? answer.promise : undefined)
    const asked = page.waitForRequest(/phrase=qqqq/)
    await submit(page, 'qqqq')
    const slow = await asked
    await submit(page, 'tracker')
    await expect.poll(() => statusOf(page).innerText()).toMatch(/^Results/)
    answer.resolve()
    await (await slow.response())?.finished() // undefined if the request was cancelled
    expect(await statusOf(page).innerText()).toMatch(/^Results/)
  })

  it('shows a hostile phrase and a hostile answer as text', async () => {
    const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
    const page = await open(`/en/search?q=${encodeURIComponent(script)}`)
    await expect.poll(() => statusOf(page).innerText()).toBe(`We couldn't find any results for ${script}`)
    answerWith([
      { title: script, content: script, slug: 'javascript:window.hacked=1' },
      { title: 'Elsewhere', content: '', slug: '//evil.example/' },
      { title: 'Elsewhere too', content: '', slug: '/\\evil.example/' },
      null,
      { title: { toString: 1 }, content: 5 },
    ])
    await submit(page, '$& $1 <b>')
    await expect.poll(() => page.locator('.search-result h2').first().innerText()).toBe(script)
    const links = await page
      .locator('.search-result a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(links).toEqual([])
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })

  it.each(['', '?q=tracker'])('keeps text typed before it is awake at "%s"', async (query) => {
    const typed = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (path.includes('search-results') ? typed.promise : undefined)
    const page = await openInNewWindow(`/en/search${query}`)
    await page.locator('.search-page__results:not([data-awake])').waitFor()
    await phraseOf(page).fill('early')
    typed.resolve()
    await ready(page)
    expect(await phraseOf(page).inputValue()).toBe('early')
  })

  it('shows no error at an address with a blank phrase', async () => {
    const page = await open('/en/search?q=+')
    await ready(page)
    expect(await page.locator('#search-error').isVisible()).toBe(false)
  })

  it('says that it needs JavaScript when scripts are off', async () => {
    const page = await openInNewWindow('/en/search', { javaScriptEnabled: false })
    expect(await page.locator('.search-page .notice').innerText()).toContain(
      'Results appear only with JavaScript turned on',
    )
    await submit(page, '    ')
    expect(await phraseOf(page).evaluate((one: HTMLInputElement) => one.checkValidity())).toBe(false)
    expect(page.url()).toBe(`${stage.site.origin}/en/search`)
  })
})
