import { describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { awake, doneOf, type Filled, forms, keepUploads, submitOf } from './filled-forms.ts'
import { enginesOf, failedRequest, setStage } from './stage.ts'
import { translate } from './translate.ts'

const { fill } = keepUploads()

describe.each(enginesOf('preact'))('a page that the browser translates, with %s', (engine) => {
  const stage = setStage(engine, [failedRequest])

  it('shows the current messages of a form, and no outdated ones', async () => {
    const page = await stage.open('/en/contact')
    await awake(page)
    await translate(page)
    await submitOf(page).click()
    const email = page.locator('.form [data-field=email] .field__error')
    await expect.poll(() => email.innerText()).toBe('Mandatory field')
    await translate(page)
    await page.locator('.form [name=email]').fill('nobody')
    await expect.poll(() => email.innerText()).toBe('Provide a valid email address')
    await fill(page, forms.contact_form_entries as Filled)
    const answers = [{ status: 500 }, { status: 422, body: { violations: [{ propertyPath: 'x', message: 'Not so' }] } }]
    const said = () => page.locator('.form__failure, .form__summary').allInnerTexts()
    const failure = 'An error occurred while submitting the form. Please try again later.'
    for (const reported of [[failure], ['Please correct these fields', 'Not so']]) {
      await translate(page)
      const fault = answers.shift()
      stage.site.faultOf = (path) => (path.includes('contact_form_entries') ? fault : undefined)
      await submitOf(page).click()
      await expect
        .poll(async () => (await said()).flatMap((text) => text.split(/\n+/)).filter(Boolean))
        .toEqual(reported)
      expect(await submitOf(page).innerText()).toBe('Send the message')
    }
    stage.site.faultOf = () => undefined
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it.runIf(isSoak)('shows the current messages of a search and of a login', async () => {
    const page = await stage.open('/en/search?q=tracker')
    const status = page.locator('.search-status [role=status]')
    await expect.poll(() => status.innerText()).toMatch(/^Results: [1-9]/)
    await translate(page)
    await page.locator('#search [name=q]').fill('qqqq')
    await page.locator('#search [name=q]').press('Enter')
    await expect.poll(() => status.innerText()).toBe("We couldn't find any results for qqqq")
    await page.goto(`${stage.site.origin}/en/login`)
    await page.waitForSelector('.login-page [data-awake]')
    const error = page.locator('.login-form [role=alert]')
    stage.site.faultOf = (path) => (path.startsWith('/api/login') ? { status: 401 } : undefined)
    await page.locator('.login-form [name=login]').fill('demo')
    await page.locator('.login-form [name=password]').fill('wrong')
    for (let tries = 0; tries < 2; tries += 1) {
      await page.locator('.login-form [type=submit]').click()
      await expect
        .poll(() => error.innerText())
        .toBe('Logging in did not work. Please check your login and password, or try again later.')
      await expect.poll(() => page.locator('.login-form [type=submit]').innerText()).toBe('Log in')
      await translate(page)
    }
  })
})
