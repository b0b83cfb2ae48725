import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { enginesOf, failedRequest, setStage } from './stage.ts'
import { isInSight } from './view-checks.ts'

const key = 'shop-token'
const zone = '/en/client-zone/price-list'

describe.each(enginesOf('preact'))('the restricted area with %s', (engine) => {
  const stage = setStage(engine, [failedRequest])
  const { open } = stage
  const tokenOf = (page: Page) => page.evaluate((name) => localStorage.getItem(name), key)
  const storeToken = (page: Page, token: string) =>
    page.evaluate(([name, value]) => localStorage.setItem(name as string, value as string), [key, token])
  const logIn = async (page: Page, login = 'demo', password = 'trasanova'): Promise<void> => {
    await page.waitForSelector('.login-page [data-awake]')
    await page.getByLabel('Login').fill(login)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const hiddenText = (page: Page) => page.locator('.restricted-page__parts').innerText()

  it('redirects a visitor to the login and back to the page, which is complete', async () => {
    const page = await open('/en/help')
    await page.goto(`${stage.site.origin}${zone}?from=mail`, { waitUntil: 'commit' })
    await page.waitForURL('**/en/login?**')
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe(`${zone}?from=mail`)
    await logIn(page)
    await page.waitForURL(`**${zone}?from=mail`)
    await expect.poll(() => hiddenText(page)).toContain('Monthly fees')
    for (const words of ['Alarm centre 24/7 (addition)', 'Conditions', 'One move of a device']) {
      expect(await hiddenText(page)).toContain(words)
    }
    expect(await page.locator('h1').innerText()).toBe('Price list 2026/2027')
    expect(await page.title()).toContain('Price list 2026/2027')
    expect(await page.locator('.breadcrumbs [aria-current=page]').innerText()).toBe('Price list 2026/2027')
    expect(await tokenOf(page)).toBeTruthy()
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/en/help') // and not the login
  })

  it('keeps its page when the visitor changes the language, at the login and after it', async () => {
    const page = await open(zone, 'commit')
    await page.waitForURL('**/en/login?**')
    await page.waitForSelector('.login-page [data-awake]')
    const german = page.locator('#language-list a[hreflang=de]')
    const query = { returnUrl: zone }
    expect(await german.getAttribute('href')).toBe(`${stage.site.origin}/de/anmeldung?${new URLSearchParams(query)}`)
    await logIn(page)
    await expect.poll(() => hiddenText(page)).toContain('Monthly fees')
    await page.locator('.languages__toggle').hover()
    await german.click()
    await page.waitForURL('**/de/**')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Preisliste für Bestandskunden')
  })

  it('has a login form that is disabled until its script has loaded, so that no browser posts it natively', async () => {
    let letThrough = (): void => {}
    const held = new Promise<void>((released) => {
      letThrough = released
    })
    stage.site.waitFor = (path) => (/\/assets\/login-form.*\.js/.test(path) ? held : undefined)
    const page = await stage.openInNewWindow('/en/login')
    const name = page.getByLabel('Login')
    expect(await name.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Log in' }).isDisabled()).toBe(true)
    letThrough()
    await name.fill('demo')
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('reports a failed login, keeps the name, and clears the token', async () => {
    const page = await open('/en/login')
    await storeToken(page, 'stale')
    await logIn(page, 'demo', 'wrong')
    const error = page.locator('.login-form [role=alert]')
    await expect
      .poll(() => error.innerText())
      .toBe('Logging in did not work. Please check your login and password, or try again later.')
    expect(await page.getByLabel('Login').inputValue()).toBe('demo')
    expect(await tokenOf(page)).toBeNull()
    const call = stage.site.calls.findLast(({ name }) => name === 'POST /api/login')
    expect(call?.headers).not.toHaveProperty('authorization') // a stale token would make the service refuse the login
    await logIn(page)
    await page.waitForURL(`${stage.site.origin}/en`)
  })

  it.runIf(isSoak)('reports it in view, even if the keyboard of a phone leaves little room', async () => {
    const page = await stage.openInNewWindow('/en/login', {
      viewport: { width: 375, height: 330 },
      reducedMotion: 'no-preference',
    })
    await page.waitForSelector('.login-page [data-awake]')
    await page.getByLabel('Login').fill('demo')
    const password = page.getByLabel('Password')
    await password.fill('wrong')
    await password.evaluate((field) => field.scrollIntoView({ block: 'center' })) // as an opening keyboard does
    await page.keyboard.press('Enter')
    await page.locator('.login-form [role=alert] span').waitFor()
    await expect.poll(() => isInSight(page.locator('.login-form [role=alert]'))).toBe(true)
  })

  it('names empty fields itself when the login form is sent', async () => {
    const page = await open('/en/login')
    await page.waitForSelector('.login-page [data-awake]')
    stage.site.calls.length = 0
    const [login, password] = [page.getByLabel('Login'), page.getByLabel('Password')]
    const errorOf = (name: string) => page.locator(`#login-${name}-error`)
    const calm = await password.evaluate((one) => getComputedStyle(one).borderColor)
    expect(await page.locator('#login').evaluate((form: HTMLFormElement) => form.noValidate)).toBe(true)
    await login.fill(' ')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => errorOf('login').innerText()).toBe('Mandatory field')
    expect(await login.evaluate((one) => one === document.activeElement)).toBe(true)
    await login.fill('demo')
    expect(await errorOf('login').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => errorOf('password').innerText()).toBe('Mandatory field')
    expect(await password.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await password.getAttribute('aria-invalid')).toBe('true')
    expect(await password.getAttribute('aria-describedby')).toBe('login-password-error')
    const filledIn = [login, password].map((field) => field.getAttribute('autocomplete'))
    expect(await Promise.all(filledIn)).toEqual(['username', 'current-password'])
    await expect.poll(() => password.evaluate((one) => getComputedStyle(one).borderColor)).not.toBe(calm)
    expect(stage.site.calls.filter(({ name }) => name === 'POST /api/login')).toEqual([])
    await password.fill('trasanova')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(`${stage.site.origin}/en`)
  })

  it.runIf(isSoak)(
    'names an empty field when it loses the focus, but not while the button to log in is pressed',
    async () => {
      const page = await open('/en/login')
      await page.waitForSelector('.login-page [data-awake]')
      const errorOf = (name: string) => page.locator(`#login-${name}-error`)
      await page.getByLabel('Password').focus()
      await page.keyboard.press('Shift+Tab')
      await expect.poll(() => errorOf('password').innerText()).toBe('Mandatory field')
      expect(await page.getByLabel('Login').evaluate((one) => one === document.activeElement)).toBe(true)
      await page.getByRole('button', { name: 'Log in' }).hover()
      await page.mouse.down()
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)))
      expect(await errorOf('login').isVisible()).toBe(false)
      await page.mouse.up()
      await expect.poll(() => errorOf('login').innerText()).toBe('Mandatory field')
    },
  )

  it('shows a loader while it logs in', async () => {
    const page = await open('/en/login')
    stage.site.calls.length = 0
    const answer = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (path === '/api/login' ? answer.promise : undefined)
    stage.site.faultOf = (path) => (path === '/api/login' ? { status: 500 } : undefined)
    await logIn(page)
    expect(await page.locator('.login-form [type=submit]').innerText()).toBe('Logging in…')
    await page.keyboard.press('Enter')
    const loader = page.locator('.login-form .loader')
    await expect.poll(() => loader.evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
    answer.resolve()
    await expect.poll(() => loader.evaluate((one) => getComputedStyle(one).opacity)).toBe('0')
    expect(stage.site.calls.filter(({ name }) => name === 'POST /api/login')).toHaveLength(1)
    expect(await page.locator('.login-form [role=alert]').innerText()).toBe(
      'Logging in did not work. Please check your login and password, or try again later.',
    )
  })

  it.runIf(isSoak)('has a login form that works again after returning from the back/forward cache', async () => {
    const page = await open('/en/login')
    stage.site.faultOf = (path) => (path === '/api/login' ? { isSilent: true } : undefined)
    await logIn(page)
    const busy = page.locator('.login-form[aria-busy]')
    await busy.waitFor()
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(await busy.count()).toBe(0)
    stage.site.faultOf = () => undefined
    await logIn(page)
    await page.waitForURL(`${stage.site.origin}/en`)
  })

  const badLogins = [
    ['a page', { status: 200, text: '<!doctype html><title>Welcome</title>' }],
    ['a cut connection', { cut: true as const }],
    ['an invalid token', { status: 200, body: { token: { a: 1 } } }],
    ['a 500', { status: 500 }],
    ['an error in a good answer', { status: 200, body: { code: '401' } }],
    ['an empty token', { status: 200, body: { token: '' } }],
    ['a token that no header can contain', { status: 200, body: { token: 'a b' } }],
  ] as const
  const failedLogin = 'Logging in did not work. Please check your login and password, or try again later.'
  const loginError = (page: Page) => page.locator('.login-form [role=alert]').innerText()

  it.each(isSoak ? badLogins : badLogins.slice(0, 3))(
    'shows one message for every failed login, after %s',
    async (_, fault) => {
      const page = await open('/en/login')
      stage.site.faultOf = (path) => (path === '/api/login' ? fault : undefined)
      await logIn(page)
      await expect.poll(() => loginError(page)).toBe(failedLogin)
      expect(await tokenOf(page)).toBeNull()
    },
  )

  it('shows the same message after 15 s of silence', async () => {
    const page = await stage.openInNewWindow('/en/login')
    stage.site.faultOf = (path) => (path === '/api/login' ? { isSilent: true } : undefined)
    await page.clock.install()
    const asked = page.waitForRequest('**/api/login')
    await logIn(page)
    await asked
    await page.clock.fastForward(14_000)
    expect(await loginError(page)).toBe('')
    await page.clock.fastForward(2000)
    await expect.poll(() => loginError(page)).toBe(failedLogin)
    expect(await tokenOf(page)).toBeNull()
  })

  it('reports that nobody can stay logged in when the browser stores nothing', async () => {
    const page = await stage.openInNewWindow('/en/help')
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
    })
    await page.goto(`${stage.site.origin}${zone}`, { waitUntil: 'commit' })
    await page.waitForURL('**/en/login?**')
    await page.getByRole('dialog').waitFor() // the consent dialog, which opens on every page
    await page.keyboard.press('Escape')
    await logIn(page)
    const error = page.locator('.login-form [role=alert]')
    await expect.poll(() => error.innerText()).toContain('Your browser stores nothing for this site')
    expect(new URL(page.url()).pathname).toBe('/en/login')
  })

  const evilAddresses = [
    '/\t/evil.example',
    'javascript:window.hacked=1',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
  ]
  it.each(isSoak ? evilAddresses : evilAddresses.slice(0, 2))(
    'stays on the site instead of following %j',
    async (returnUrl) => {
      const page = await open(`/en/login?returnUrl=${encodeURIComponent(returnUrl)}`)
      await logIn(page)
      await page.waitForURL((url) => url.pathname !== '/en/login')
      expect(new URL(page.url()).origin).toBe(stage.site.origin)
    },
  )

  it('forwards a visitor who is logged in immediately, and keeps one who is not', async () => {
    const page = await open('/en/help') // a login page that wakes late would redirect too
    await storeToken(page, 'demo-token')
    await page.goto(`${stage.site.origin}/en/login?returnUrl=/en/help`, { waitUntil: 'commit' })
    await page.waitForURL(({ pathname }) => pathname === '/en/help')
    await storeToken(page, 'stale')
    await page.goto(`${stage.site.origin}/en/login?returnUrl=/en/help`)
    await expect.poll(() => tokenOf(page)).toBeNull()
    expect(new URL(page.url()).pathname).toBe('/en/login')
  })

  it.runIf(isSoak)('keeps a visitor with a token at the login when a page answers instead of the service', async () => {
    const page = await open('/en/help')
    await storeToken(page, 'demo-token')
    stage.site.faultOf = (path) =>
      path === '/api/token/check' ? { status: 200, text: '<!doctype html><title>Welcome</title>' } : undefined
    await page.goto(`${stage.site.origin}/en/login?returnUrl=/en/help`)
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).pathname).toBe('/en/login')
    expect(await tokenOf(page)).toBe('demo-token')
  })

  it('tells visitors that they have no access, lets them log in as another user, and returns to the page', async () => {
    const page = await open(zone, 'commit')
    await page.waitForURL('**/en/login?**')
    await logIn(page, 'guest')
    await page.waitForURL(`**${zone}`)
    await expect
      .poll(() => page.locator('.restricted-page .notice[role=alert]').innerText())
      .toBe('The access was not granted')
    expect(await tokenOf(page)).toBeTruthy()
    await page.locator('.restricted-page').getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/en/login?**')
    await page.waitForLoadState('networkidle')
    expect(await tokenOf(page)).toBeTruthy() // the access that the visitor has is kept
    await logIn(page)
    await page.waitForURL(`**${zone}`)
    await expect.poll(() => hiddenText(page)).toContain('Monthly fees')
  })

  it('offers no login while it waits, gives up in the end, and tries again', async () => {
    const page = await stage.openInNewWindow('/en/help')
    await storeToken(page, 'demo-token')
    await page.clock.install()
    stage.site.faultOf = (url) => (url.startsWith('/api/hidden_pages') ? { isSilent: true } : undefined)
    await page.goto(`${stage.site.origin}${zone}`)
    const loader = page.locator('.restricted-page .loader')
    const seen = () =>
      page.evaluate(() => ({
        opacity: getComputedStyle(document.querySelector('.restricted-page .loader') as Element).opacity,
        ways: [...document.querySelectorAll('.restricted-page :is(a, button)')].filter((one) =>
          one.checkVisibility({ visibilityProperty: true }),
        ).length,
      }))
    await expect.poll(seen).toEqual({ opacity: '1', ways: 0 })
    await page.clock.fastForward(16_000)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    stage.site.faultOf = () => undefined
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => hiddenText(page)).toContain('Monthly fees')
    await expect.poll(() => loader.evaluate((one) => getComputedStyle(one).opacity)).toBe('0')
    expect(await tokenOf(page)).toBe('demo-token')
  })

  it.runIf(isSoak)('tries again after a failure, and offers no login then', async () => {
    const page = await open('/en/help')
    await storeToken(page, 'demo-token')
    stage.site.faultOf = (url) => (url.startsWith('/api/hidden_pages') ? { status: 503 } : undefined)
    await page.goto(`${stage.site.origin}${zone}`)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await page.locator('.restricted-page').getByRole('link', { name: 'Log in' }).count()).toBe(0)
    stage.site.faultOf = () => undefined
    await again.press('Enter')
    await expect.poll(() => hiddenText(page)).toContain('Monthly fees')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    expect(await page.locator('.restricted-page .notice[role=alert]').isVisible()).toBe(false)
  })

  it.runIf(isSoak)(
    'reloads the page with its button when one of its scripts is gone, as after another build',
    async () => {
      const page = await stage.openInNewWindow('/en/help') // the shared window may have cached the script
      await storeToken(page, 'demo-token')
      stage.site.faultOf = (url) => (url.startsWith('/assets/show-blocks-') ? { status: 404 } : undefined)
      await page.goto(`${stage.site.origin}${zone}`)
      const again = page.getByRole('button', { name: 'Try again' })
      await again.waitFor()
      await Promise.all([page.waitForEvent('load'), again.click()])
      await again.waitFor()
      stage.site.faultOf = () => undefined
      await again.click()
      await expect.poll(() => hiddenText(page)).toContain('Monthly fees')
      const reported = stage.at?.complaints.splice(0).filter((text) => !text.startsWith(failedRequest))
      expect(reported).toEqual(Array(2).fill(expect.stringMatching(/^Failed to fetch dynamically imported module/)))
    },
  )

  it.runIf(isSoak)('can be reloaded when one of its scripts stalls, and is shown once the script arrives', async () => {
    const script = Promise.withResolvers<void>()
    const isScript = (url: string): boolean => url.includes('/assets/show-blocks-')
    stage.site.waitFor = (url) => (isScript(url) ? script.promise : undefined)
    const page = await stage.openInNewWindow('/en/help') // the shared window may have cached the script
    await storeToken(page, 'demo-token')
    await page.clock.install()
    const asked = page.waitForRequest((request) => isScript(request.url()))
    await page.goto(`${stage.site.origin}${zone}`)
    await asked
    await page.clock.fastForward(30_000)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    script.resolve()
    await expect.poll(() => hiddenText(page)).toContain('Monthly fees')
    expect(await again.isVisible()).toBe(false)
  })

  it.runIf(isSoak)(
    'does not leave the login, where somebody logs in, for a late answer about an earlier token',
    async () => {
      const check = Promise.withResolvers<void>()
      const login = Promise.withResolvers<void>()
      const waits: Record<string, Promise<void>> = { '/api/token/check': check.promise, '/api/login': login.promise }
      const page = await open('/en/help')
      await storeToken(page, 'demo-token')
      stage.site.waitFor = (path) => waits[path]
      const checked = page.waitForResponse('**/api/token/check')
      await page.goto(`${stage.site.origin}/en/login?returnUrl=/en/contact`)
      await logIn(page)
      await expect.poll(() => tokenOf(page)).toBeNull()
      check.resolve()
      await (await checked).finished()
      await page.waitForTimeout(100)
      expect(new URL(page.url()).pathname).toBe('/en/login')
      login.resolve()
      await page.waitForURL(({ pathname }) => pathname === '/en/contact')
      expect(await tokenOf(page)).toBeTruthy()
    },
  )

  it('clears a refused token and opens the login', async () => {
    const page = await open('/en/help')
    await storeToken(page, 'stale')
    await page.goto(`${stage.site.origin}${zone}`, { waitUntil: 'commit' })
    await page.waitForURL('**/en/login?**')
    expect(await tokenOf(page)).toBeNull()
  })

  const failures = [
    ['/en/client-zone/no-such-page', undefined, 'The page you are looking for was not found'],
    [zone, { status: 500 }, 'internal server error'],
    ['/en/client-zone', undefined, 'The page you are looking for was not found'],
    [zone, { cut: true as const }, 'internal server error'],
    [zone, { status: 200, body: { title: 'No page' } }, 'internal server error'],
  ] as const
  it.each(isSoak ? failures : failures.slice(0, 2))('shows at %s with %j: %s', async (path, fault, message) => {
    const page = await open('/en/help')
    await storeToken(page, 'demo-token')
    stage.site.faultOf = (url) => (url.startsWith('/api/hidden_pages') ? fault : undefined)
    await page.goto(`${stage.site.origin}${path}`)
    const notice = page.locator('.restricted-page .notice[role=alert]')
    await expect.poll(() => notice.innerText()).toBe(message)
    expect(await notice.getAttribute('class')).toBe('notice is-error')
  })

  it('links to the login from an address without a page, and leads from there to the home page', async () => {
    const page = await open('/en/client-zone')
    const area = page.locator('.restricted-page')
    const notice = area.locator('.notice[role=alert]')
    await expect.poll(() => notice.innerText()).toContain('leads to no page')
    expect(await notice.getAttribute('class')).toBe('notice')
    expect(await area.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/en/contact')
    const login = area.getByRole('link', { name: 'Log in' })
    expect(await login.getAttribute('href')).toBe('/en/login') // without a way back to this address
    await login.click()
    await logIn(page)
    await page.waitForURL(`${stage.site.origin}/en`)
    expect(await tokenOf(page)).toBeTruthy()
  })

  it('reads the page from the query on a host that cannot rewrite', async () => {
    const page = await open('/en/help')
    await storeToken(page, 'demo-token')
    await page.goto(`${stage.site.origin}/en/client-zone?page=installation-manual`)
    await expect.poll(() => hiddenText(page)).toContain('Connection and test')
  })

  it('leads to places of the page, from its address after the login and from its links', async () => {
    const lines = '<p>Line</p>'.repeat(60)
    const middle = '<h2><a name="_Toc1"></a>Middle</h2>' // as word processors write places
    const end = { type: 'text', html: `${lines}${middle}${lines}<h2 id="the end">The end</h2>` }
    const start = { type: 'text', html: '<p><a href="#the end">To the end</a> <a href="#_Toc1">To the middle</a></p>' }
    const body = { id: 1, slug: 'price-list', title: 'Long', blocks: [start, end] }
    stage.site.faultOf = (url) => (url.startsWith('/api/hidden_pages') ? { status: 200, body } : undefined)
    const page = await open(`${zone}#c-the-end`, 'commit')
    await page.waitForURL('**/en/login?**')
    await logIn(page)
    const heading = page.getByRole('heading', { name: 'The end' })
    await heading.waitFor()
    await expect.poll(() => isInSight(heading)).toBe(true)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.getByRole('link', { name: 'To the end' }).click()
    await expect.poll(() => isInSight(heading)).toBe(true)
    // Chromium drops a scroll to a place that begins while it still moves smoothly to another.
    await expect.poll(() => movesBy(page)).toBe(0)
    expect(new URL(page.url()).hash).toBe('#c-the-end')
    await page.getByRole('link', { name: 'To the middle' }).evaluate((link: HTMLElement) => link.click())
    await expect.poll(() => isInSight(page.getByRole('heading', { name: 'Middle' }))).toBe(true)
  })

  it('shows every block as text, and runs nothing of a hostile one', async () => {
    const page = await open('/en/help')
    await storeToken(page, 'demo-token')
    const attack =
      '<p style="color:red" onclick="hacked=1">Good words<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>' +
      '<a href="javascript:window.hacked=1">link</a><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>' +
      '<svg onload="window.hacked=1"></svg><math><mtext><style><img src onerror=window.hacked=1></style></math>' +
      '<form action="https://evil.example"><input name=q></form><p id="content">clobber</p>'
    stage.site.faultOf = (url) =>
      url.startsWith('/api/hidden_pages')
        ? {
            status: 200,
            body: {
              title: '<b>Title</b> $&',
              blocks: [
                { type: 'text', headline: '<i>Headline</i>', html: attack },
                { type: 'faq', items: [{ question: 'Why?', answer: '<p>Because</p>' }] },
                { type: 'tiles', tiles: [{ title: 'Tile', html: '<p>Tile words</p>', url: 'javascript:hacked=1' }] },
                {
                  type: 'gallery',
                  images: [{ url: 'https://evil.example/x.png', alt: 'Far picture', caption: 'Caption' }],
                },
                { type: 'maps', markers: [{ name: 'Depot', address: '1 Road' }] },
                { type: 'banner', title: 'Banner', cta: { name: 'Go', url: '/en/help' } },
                null,
                'text',
              ],
            },
          }
        : undefined
    await page.goto(`${stage.site.origin}${zone}`)
    await expect.poll(() => hiddenText(page)).toContain('Good words')
    for (const words of [
      '<i>Headline</i>',
      'Why?',
      'Because',
      'Tile',
      'Tile words',
      'Far picture',
      'Caption',
      'Depot',
      '1 Road',
      'Banner',
      'Go',
      'clobber',
    ]) {
      expect(await page.locator('.restricted-page__parts').textContent()).toContain(words)
    }
    const parts = page.locator('.restricted-page__parts')
    expect(await parts.locator('script, iframe, form, input, style, [style], [onclick], #content').count()).toBe(0)
    expect(await parts.locator('.rich-text svg, .rich-text math').count()).toBe(0)
    expect(
      await parts.locator('a:not(.notice a)').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
    ).toEqual([null, `${stage.site.origin}/en/help`])
    await parts.getByText('Good words').click()
    await parts.getByText('link', { exact: true }).click()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(await page.locator('h1').innerText()).toBe('<b>Title</b> $&')
  })

  it('checks a stored token on the home page only', async () => {
    const page = await open('/en')
    const checks = () => stage.site.calls.filter(({ name }) => name === 'GET /api/token/check').length
    stage.site.calls.length = 0
    await page.goto(`${stage.site.origin}/en`)
    await page.waitForLoadState('networkidle')
    expect(checks()).toBe(0)
    await storeToken(page, 'stale')
    await page.goto(`${stage.site.origin}/en/help`)
    await page.waitForLoadState('networkidle')
    expect(checks()).toBe(0)
    await page.goto(`${stage.site.origin}/en`)
    await expect.poll(() => tokenOf(page)).toBeNull()
    expect(checks()).toBe(1)
    expect(stage.site.calls.findLast(({ name }) => name === 'GET /api/token/check')?.headers).toMatchObject({
      accept: 'application/ld+json, application/json;q=0.9',
      'accept-locale': 'en',
      authorization: 'Bearer stale',
    })
    await storeToken(page, 'demo-token')
    await page.goto(`${stage.site.origin}/en`)
    await page.waitForLoadState('networkidle')
    expect(await tokenOf(page)).toBe('demo-token')
  })
})

/** How far the page scrolls within a tenth of a second, in pixels. */
function movesBy(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const before = scrollY
    await new Promise((done) => setTimeout(done, 100))
    return scrollY - before
  })
}
