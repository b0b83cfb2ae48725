import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { isSoak } from '#tests/is-soak.ts'
import { emptyPage } from './empty-page.ts'
import { awake, doneOf, type Filled, forms, keepUploads, submitOf, valuesOf } from './filled-forms.ts'
import type { Fault } from './site.ts'
import { enginesOf, failedRequest, setStage } from './stage.ts'
import { axeFindingsInBoth, isInSight } from './view-checks.ts'

/** Invalid values of fields by page, with the message of each field. */
const wrongValues: [path: string, cases: [field: string, value: string, message: string][]][] = [
  [
    '/en/contact',
    [
      ['phone', '+48 61 000 01 10', 'Nieprawidłowy format numeru telefonu'],
      ['nip', '12', 'Provide a valid Tax Identification Number (NIP)'],
      ['message', 'ab', 'Enter a minimum of three characters.'],
      ['fullName', '   ', 'Mandatory field'],
    ],
  ],
  [
    '/en/demo',
    [
      ['fleetSize', '0', 'Provide a valid value'],
      ['fleetSize', '1e', 'Provide a valid value'],
    ],
  ],
]

/** Tests of the script that all forms share use one form without files and one with. The soak test uses every form. */
const tried = Object.entries(forms).filter(
  ([form]) => process.env.ENGINES === 'all' || /^contact|job_application/.test(form),
)

const { fill, choose } = keepUploads()
const failure = 'An error occurred while submitting the form. Please try again later.'

const page200 = '<!doctype html><title>Welcome</title><p>Please log in to this network.'

/** Answers of a service, a host or a network that do not confirm a stored entry. */
const rudeAnswers: Record<string, Fault> = {
  'a page': { status: 200, text: page200 },
  'a page that says created': { status: 201, text: page200 },
  'nothing in a 200': { status: 200, text: '' },
  'an empty object': { status: 200, body: {} },
  'an empty list': { status: 200, body: [] },
  'a word': { status: 200, body: 'ok' },
  'a 204': { status: 204, text: '' },
  'a 201 without id': { status: 201, body: { status: 'created' } },
  'a way to a page': { status: 302, text: '', headers: { location: '/en' } },
  'a 422 of another shape': { status: 422, body: { violations: 'email' } },
  'a 422 without words': { status: 422, body: { violations: [{ propertyPath: 'email' }] } },
  'a 413': { status: 413, text: '<h1>413 Request Entity Too Large</h1>' },
  'a 500': { status: 500 },
  'an error in a good answer': { status: 200, body: { code: 503, id: 5 } },
  'a cut answer': { status: 201, body: { id: 5 }, cut: 'late' },
}

/** Ends the ten seconds after which styles show that a script is missing. Returns nothing if they have not begun. */
function waitTenSeconds(page: Page): Promise<unknown[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().delay === 10_000)
      .map((one) => one.finish()),
  )
}

describe.each(enginesOf('react'))('forms with %s', (engine) => {
  const stage = setStage(engine, [failedRequest])
  const { open, openInNewWindow } = stage
  const keysOf = (form: string) =>
    stage.site.calls.filter(({ name }) => name === `POST /api/${form}`).map(({ headers }) => headers['idempotency-key'])

  it.each(Object.entries(forms))('sends %s and shows thanks instead of the form', async (form, filled) => {
    const page = await open(filled.path)
    await fill(page, filled)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you for submitting the form.')
    expect(await doneOf(page).innerText()).toContain(filled.thanks ?? 'We will contact you.')
    expect(await doneOf(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe(filled.path)
    const entry = stage.site.entries().at(-1)
    expect(entry).toMatchObject({ form, locale: 'en', files: Object.values(filled.files ?? {}).flat() })
    const numbers = { fleetSize: 12, countMonitoringItems: 7, sendCopy: true }
    const typed = Object.entries(filled.fields).map(([name, value]) => [name, numbers[name as 'fleetSize'] ?? value])
    expect(entry?.body).toMatchObject(Object.fromEntries(typed))
    expect(Object.values(entry?.body.consents ?? {})).toEqual([true])
    expect(entry?.body.referral).toContain(filled.path)
  })

  it('is disabled until its script has loaded, and wakes with its nodes and values before it is used', async () => {
    let letThrough = (): void => {}
    const held = new Promise<void>((released) => {
      letThrough = released
    })
    stage.site.waitFor = (path) => (/\/assets\/entry-form.*\.js/.test(path) ? held : undefined)
    const page = await openInNewWindow('/en/contact')
    const field = page.locator('.form [name=fullName]')
    await field.evaluate((element) => {
      ;(element as HTMLInputElement).value = 'put in before'
      Object.assign(window, { before: element })
    })
    expect(await field.isDisabled()).toBe(true)
    expect(await submitOf(page).isDisabled()).toBe(true)
    expect(await page.locator('[data-awake] .form').count()).toBe(0)
    letThrough()
    await field.fill(`${await field.inputValue()}, and after`)
    expect(await field.inputValue()).toBe('put in before, and after')
    expect(await field.evaluate((element) => element === (window as { before?: unknown }).before)).toBe(true)
  })

  it.runIf(isSoak)('wakes outside the window too, for visitors who get there without scrolling', async () => {
    const page = await openInNewWindow('/en/careers/join-us/field-fitter-berlin', {
      viewport: { width: 320, height: 320 },
    })
    await page.getByLabel('First name').fill('Ada')
    expect(await page.locator('[data-awake] .form').count()).toBe(1)
  })

  it('checks a field when it loses focus, and removes the error once the value is fixed', async () => {
    const page = await open('/en/contact')
    const email = page.locator('.form [name=email]')
    await email.fill('nobody')
    await page.keyboard.press('Tab')
    const error = page.locator('.form [data-field=email] .field__error')
    await expect.poll(() => error.innerText()).toBe('Provide a valid email address')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    const colour = await error.evaluate((element) => getComputedStyle(element).color)
    await expect.poll(() => email.evaluate((element) => getComputedStyle(element).borderColor)).toBe(colour)
    await email.fill('ada@firm.example')
    await expect.poll(() => error.isVisible()).toBe(false)
    expect(await email.getAttribute('aria-invalid')).toBe('false')
  })

  it('does not tell screen readers that an empty field is invalid before it was checked', async () => {
    const page = await open('/en/careers/join-us/field-fitter-berlin')
    await awake(page)
    const invalid = async () => {
      const devtools = await page.context().newCDPSession(page)
      const { nodes } = await devtools.send('Accessibility.getFullAXTree')
      const isInvalid = ({ properties = [] }: (typeof nodes)[number]) =>
        properties.some(({ name, value }) => name === 'invalid' && value.value !== 'false')
      return nodes.filter(isInvalid).map(({ name }) => name?.value)
    }
    expect(await invalid()).toEqual([])
    await submitOf(page).click()
    await page.locator('.form__summary:visible').waitFor()
    expect(await invalid()).toContain('CV')
  })

  it.each(wrongValues)('explains on %s what is wrong with a value', async (path, cases) => {
    const page = await open(path)
    for (const [name, value, message] of cases) {
      const control = page.locator(`.form [name=${name}]`)
      await control.fill('')
      await control.pressSequentially(value)
      await control.blur()
      const error = page.locator(`.form [data-field=${name}] .field__error`)
      await expect.poll(() => error.innerText(), { message: `${name} "${value}"` }).toBe(message)
    }
  })

  it('takes full-width digits for plain ones in a field for numbers, and leaves other texts alone', async () => {
    const page = await open('/en/contact')
    await awake(page)
    const valueAfter = async (name: string, value: string, key: string) => {
      const control = page.locator(`.form [name=${name}]`)
      await control.pressSequentially(value)
      await control.press(key)
      return control.inputValue()
    }
    expect(await valueAfter('message', '１２ m²', 'Tab')).toBe('１２ m²')
    expect(await valueAfter('nip', '５２６－０００－００－００', 'Tab')).toBe('526-000-00-00')
    expect(await valueAfter('phone', '＋４４　１６３２　９６０　１１０', 'Enter')).toBe('+44 1632 960 110')
    await page.locator('.form__summary:visible').waitFor()
    expect(await page.locator('.form :is([name=phone], [name=nip])[aria-invalid=true]').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify(history.state))).toContain('+44 1632 960 110')
  })

  it('lists missing values in a summary that links to the fields, usable with the keyboard alone', async () => {
    const page = await open('/en/contact')
    await awake(page)
    await submitOf(page).focus()
    await page.keyboard.press('Enter')
    const summary = page.locator('.form__summary')
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await summary.locator('li').allInnerTexts()).toEqual([
      'Full name: Mandatory field',
      'E-mail: Mandatory field',
      'Message: Mandatory field',
      'Consent: Mandatory field',
    ])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('email')
    expect(new URL(page.url()).hash).toBe('')
    const isSeen = page.locator('.form [data-field=email] label').evaluate((label) => {
      const { left, top } = label.getBoundingClientRect()
      return label.contains(document.elementFromPoint(left + 2, top + 4))
    })
    expect(await isSeen, 'the label of the field').toBe(true)
  })

  it('shows the violations that the service reports at their fields, and keeps the values', async () => {
    stage.site.faultOf = (path) =>
      path.includes('contact_form_entries')
        ? {
            status: 422,
            body: {
              violations: [
                { propertyPath: 'email', message: 'Taken <b>' },
                { propertyPath: 'consents.dataProcessing', message: 'Tick it' },
                { propertyPath: 'elsewhere', message: 'About nothing here' },
              ],
            },
          }
        : undefined
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const before = await valuesOf(page)
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form [data-field=email] .field__error').innerText()).toBe('Taken <b>')
    expect(await page.locator('.form__summary li').allInnerTexts()).toEqual([
      ...['E-mail: Taken <b>', 'Consent: Tick it', 'About nothing here'],
    ])
    expect(await valuesOf(page)).toEqual(before)
    stage.site.faultOf = (path) => (path.includes('contact_form_entries') ? { status: 500 } : undefined)
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form__failure').innerText()).toBe(failure)
    expect(await page.locator('.form .field__error:visible').count()).toBe(0)
    stage.site.faultOf = () => undefined
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it.runIf(isSoak)('keeps everything when a connection is cut, and the next attempt sends the same entry', async () => {
    const page = await open('/en/help')
    await fill(page, forms.support_form_entries as Filled)
    const before = await valuesOf(page)
    stage.site.faultOf = (path) => (path.includes('support_form_entries') ? { cut: true } : undefined)
    stage.site.calls.length = 0
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form__failure').innerText()).toBe(failure)
    expect(await valuesOf(page)).toEqual(before)
    stage.site.faultOf = () => undefined
    const stored = stage.site.entries().length
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    const keys = keysOf('support_form_entries')
    expect(keys.length).toBeGreaterThan(1) // the browser itself may retry a cut connection once
    expect(new Set(keys).size).toBe(1)
    expect(stage.site.entries()).toHaveLength(stored + 1)
  })

  it.each(tried)('%s: only a stored entry counts as sent, and all attempts are one entry', async (form, filled) => {
    const page = await open(filled.path)
    await fill(page, filled)
    const before = await valuesOf(page)
    const stored = stage.site.entries().length
    stage.site.calls.length = 0
    let tries = 0
    for (const [what, fault] of Object.entries(rudeAnswers)) {
      stage.site.faultOf = (path) => (path.endsWith(form) ? fault : undefined)
      await submitOf(page).click()
      tries += 1
      await expect.poll(() => keysOf(form).length, { message: what }).toBe(tries)
      await expect.poll(() => page.locator('.form').getAttribute('class'), { message: what }).toBe('form is-failed')
      expect(await page.locator('.form__failure').innerText(), what).toBe(failure)
      expect(await doneOf(page).innerText(), what).toBe('')
      expect(await valuesOf(page), what).toEqual(before)
    }
    stage.site.faultOf = () => undefined
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(keysOf(form)).toHaveLength(tries + 1)
    expect(new Set(keysOf(form)).size).toBe(1)
    expect(stage.site.entries()).toHaveLength(stored + 1)
  })

  it('reports after 15 s without an answer that the form was not sent', async () => {
    stage.site.faultOf = (_, method) => (method === 'POST' ? { isSilent: true } : undefined)
    const first = await openInNewWindow('/en')
    await first.clock.install()
    const pages: Page[] = []
    for (const [, filled] of tried) {
      const page = await first.context().newPage()
      pages.push(page)
      await page.goto(`${stage.site.origin}${filled.path}`)
      await fill(page, filled)
    }
    const before = await Promise.all(pages.map(valuesOf))
    stage.site.calls.length = 0
    await Promise.all(pages.map((page) => submitOf(page).click()))
    const posts = () => stage.site.calls.filter(({ name }) => name.startsWith('POST'))
    await expect.poll(() => posts().length).toBe(pages.length)
    await first.clock.fastForward(14_000)
    for (const page of pages) expect(await page.locator('.form').getAttribute('class')).toBe('form is-busy')
    await first.clock.fastForward(2000)
    for (const page of pages) await expect.poll(() => page.locator('.form__failure').innerText()).toBe(failure)
    expect(await Promise.all(pages.map(valuesOf))).toEqual(before)
  }, 600_000)

  it('shows the progress of an upload, and does not time out while it is slow', async () => {
    const answer = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (path.includes('support_form_entries') ? answer.promise : undefined)
    const page = await openInNewWindow('/en/help')
    await page.clock.install()
    await fill(page, forms.support_form_entries as Filled)
    const buffer = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(1e6)])
    const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer }
    await page.locator('.form [type=file]').setInputFiles(large)
    await submitOf(page).click()
    const progress = page.locator('.form__progress')
    await expect.poll(() => progress.evaluate((one: HTMLProgressElement) => one.value)).toBeGreaterThan(0)
    await page.clock.fastForward(16_000)
    answer.resolve()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it.runIf(isSoak)('uses another key when another file replaces the first', async () => {
    const [form, filled] = tried.find(([, { files }]) => files?.cv) ?? []
    if (!form || !filled) throw new Error('No form is tried that takes one file.')
    stage.site.faultOf = (path) => (path.includes(form) ? { status: 500 } : undefined)
    const page = await open(filled.path)
    await fill(page, filled)
    stage.site.calls.length = 0
    for (const [at, name] of ['one.pdf', 'two.pdf', 'one.pdf'].entries()) {
      await choose(page, 'cv', [name])
      await submitOf(page).click()
      await expect.poll(() => keysOf(form).length).toBe(at + 1)
      await expect.poll(() => page.locator('.form').getAttribute('class')).toBe('form is-failed')
    }
    const [one, two, again] = keysOf(form)
    expect([one === two, one === again]).toEqual([false, true])
  })

  it('uses another key for another entry, and the first key again when the change is undone', async () => {
    stage.site.faultOf = (path) => (path.includes('contact_form_entries') ? { status: 500 } : undefined)
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    stage.site.calls.length = 0
    for (const message of ['One', 'Another', 'One']) {
      const tries = keysOf('contact_form_entries').length
      await page.locator('.form [name=message]').fill(message)
      await submitOf(page).click()
      await expect.poll(() => keysOf('contact_form_entries').length).toBe(tries + 1)
      await expect.poll(() => page.locator('.form').getAttribute('class')).toBe('form is-failed')
    }
    const [one, another, again] = keysOf('contact_form_entries')
    expect(one).not.toBe(another)
    expect(again).toBe(one)
  })

  it('sends the same entry again after a visitor left during sending and came back', async () => {
    stage.site.faultOf = (path) => (path.includes('contact_form_entries') ? { isSilent: true } : undefined)
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    stage.site.calls.length = 0
    await submitOf(page).click()
    await expect.poll(() => keysOf('contact_form_entries').length).toBe(1)
    await page.goto(`${stage.site.origin}/en`)
    stage.site.faultOf = () => undefined
    await page.goBack()
    await awake(page)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    const keys = keysOf('contact_form_entries')
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    const kept = await page.evaluate(() => Object.values(history.state).map((one) => one instanceof Map))
    expect(kept, 'words of visitors that stay in the browser').not.toContain(true)
  })

  it.runIf(isSoak)('moves nothing under a double click after a refused attempt', async () => {
    const refusal = { violations: [{ propertyPath: 'message', message: 'Say more' }] }
    let answer: Fault = { status: 422, body: refusal }
    stage.site.faultOf = (path) => (path.includes('contact_form_entries') ? answer : undefined)
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form__summary').innerText()).toContain('Say more')
    const placeOf = () => submitOf(page).evaluate((button) => button.getBoundingClientRect().top)
    await submitOf(page).scrollIntoViewIfNeeded()
    const before = await placeOf()
    stage.site.calls.length = 0
    answer = { isSilent: true }
    await submitOf(page).dblclick()
    await expect.poll(() => keysOf('contact_form_entries').length).toBe(1)
    await expect.poll(() => page.locator('.form').getAttribute('class')).toBe('form is-busy')
    expect(await placeOf()).toBe(before)
    expect(await page.locator('.form__summary').innerText()).toContain('Say more')
    expect(await axeFindingsInBoth(page, '.form')).toEqual([])
  })

  it('loses no click that leaves a field with an error', async () => {
    const page = await open('/en/contact')
    await awake(page)
    const box = page.locator('.form [name^="consents["]')
    await page.locator('.form [name=message]').focus()
    await box.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height - 2)
    await page.mouse.down()
    await page.waitForTimeout(80) // as long as a person presses
    await page.mouse.up()
    await page.locator('.form [data-field=message] .field__error').waitFor()
    expect(await box.isChecked()).toBe(true)
  })

  it('loses no click on the button above which the chosen files are listed meanwhile', async () => {
    const scripts = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (/\/assets\/chosen-files/.test(path) ? scripts.promise : undefined)
    const page = await openInNewWindow('/en/help')
    const { files, ...filled } = forms.support_form_entries as Filled
    await fill(page, filled)
    const arrived = page.waitForResponse(/chosen-files/)
    await choose(page, 'files', files?.files ?? [])
    await submitOf(page).scrollIntoViewIfNeeded()
    const { x, y, width } = (await submitOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await page.mouse.move(x + width / 2, y + 4)
    await page.mouse.down()
    scripts.resolve()
    await arrived
    await page.waitForTimeout(300) // until the script has run
    await page.mouse.up()
    await doneOf(page).waitFor()
    expect(stage.site.entries().at(-1)?.files).toEqual(files?.files)
  })

  it.runIf(isSoak)('ignores the second click of a double click at the former place of the button', async () => {
    const page = await open('/en/contact')
    await awake(page)
    const secondClick = () =>
      page.locator('.form [name^="consents["]').evaluate((box) => {
        const event = new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true })
        box.dispatchEvent(event)
        return event.defaultPrevented
      })
    expect(await secondClick()).toBe(false)
    const prevented = await page.locator('.form form').evaluate((form) => {
      ;(form as HTMLFormElement).requestSubmit()
      const event = new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true })
      document.querySelector('footer a')?.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(prevented).toBe(true)
  })

  it('accepts a text that is too long, says by how much, counts near the limit, and refuses to send it', async () => {
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const message = page.locator('.form [name=message]')
    const paste = async (length: number): Promise<void> => {
      await message.fill('')
      await message.focus()
      await page.keyboard.insertText('x'.repeat(length))
    }
    const error = page.locator('.form [data-field=message] .field__error')
    const count = page.locator('.form [data-field=message] .field__count')
    const spoken = page.locator('.form__foot > [role=status]').last()
    stage.site.calls.length = 0
    await paste(5000)
    expect((await message.inputValue()).length).toBe(5000)
    const tooLong = 'The text is too long. Characters over the limit: 1000'
    await expect.poll(() => error.innerText()).toBe(tooLong)
    await expect.poll(() => spoken.textContent()).toBe(tooLong)
    expect(await count.count()).toBe(0)
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form__summary').innerText()).toContain(tooLong)
    expect(keysOf('contact_form_entries')).toEqual([])
    await paste(3990)
    await expect.poll(() => count.innerText()).toBe('Characters left: 10')
    await expect.poll(() => spoken.textContent()).toBe('Characters left: 10')
    await expect.poll(() => error.isVisible()).toBe(false)
    const heard = spoken.evaluate(async (place) => {
      const words: (string | null)[] = []
      const observer = new MutationObserver(() => words.push(place.textContent))
      observer.observe(place, { childList: true, characterData: true, subtree: true })
      while (!words.at(-1)?.endsWith(' 7')) await new Promise(requestAnimationFrame)
      return words
    })
    await message.pressSequentially('xyz', { delay: 600 })
    expect(await heard, 'said once the visitor pauses').toEqual(['Characters left: 7'])
    await paste(3000)
    await expect.poll(() => count.count()).toBe(0)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it('reports that the visitor is offline, keeps everything, and sends once the connection is back', async () => {
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const before = await valuesOf(page)
    await stage.at?.context.setOffline(true)
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form__failure').innerText()).toContain('You are offline.')
    expect(await valuesOf(page)).toEqual(before)
    await stage.at?.context.setOffline(false)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it('says when a busy service takes the entry, and keeps everything until then', async () => {
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const before = await valuesOf(page)
    const inTwoMinutes = new Date(Date.now() + 115_000).toUTCString()
    const waits: [status: number, header: string, words: string][] = [
      [429, '90', 'please send it again in 2 minutes.'],
      [503, inTwoMinutes, 'please send it again in 2 minutes.'],
      [503, 'later', failure],
      [429, '7200', failure],
    ]
    for (const [status, header, words] of waits) {
      stage.site.faultOf = (path) =>
        path.includes('contact_form_entries') ? { status, headers: { 'retry-after': header } } : undefined
      await submitOf(page).click()
      await expect.poll(() => page.locator('.form__failure').innerText(), { message: header }).toContain(words)
      expect(await valuesOf(page)).toEqual(before)
    }
    stage.site.faultOf = () => undefined
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it.runIf(isSoak)('scrolls to its thanks and its errors even if focusing does not scroll, as in WebKit', async () => {
    const page = await openInNewWindow(emptyPage.path, { reducedMotion: 'no-preference' })
    await page.addInitScript(() => {
      const { focus } = HTMLElement.prototype
      HTMLElement.prototype.focus = function () {
        focus.call(this, { preventScroll: true })
      }
    })
    await page.goto(`${stage.site.origin}/en/contact`)
    await awake(page)
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form__summary').isVisible()).toBe(true)
    const isInSight = (part: string) => page.locator(part).evaluate((one) => one.getBoundingClientRect().top >= 0)
    await expect.poll(() => isInSight('.form__summary')).toBe(true)
    await fill(page, forms.contact_form_entries as Filled)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    await expect.poll(() => isInSight('.form__done')).toBe(true)
  })

  it.runIf(isSoak)('shows its failure in view when Enter submitted it from far above', async () => {
    const page = await openInNewWindow('/en/contact', { viewport: { width: 375, height: 400 } })
    await fill(page, forms.contact_form_entries as Filled)
    stage.site.faultOf = (path) => (path.includes('contact_form_entries') ? { status: 500 } : undefined)
    await page.locator('.form [name=fullName]').press('Enter')
    await page.locator('.form__failure span').waitFor()
    await expect.poll(() => isInSight(page.locator('.form__failure'))).toBe(true)
  })

  it('stays focused while it is sent, and sends a double click once', async () => {
    const answer = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (path.includes('demo_request') ? answer.promise : undefined)
    const stored = stage.site.entries().length
    const page = await open('/en/demo')
    await fill(page, forms.demo_request_form_entries as Filled)
    await submitOf(page).focus()
    await submitOf(page).dblclick()
    await expect.poll(() => submitOf(page).getAttribute('aria-disabled')).toBe('true')
    expect(await submitOf(page).innerText()).toBe('Sending…')
    expect(await submitOf(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    answer.resolve()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(stage.site.entries()).toHaveLength(stored + 1)
  })

  it('accepts no change while it is sent, and the focus waits at its button', async () => {
    const answer = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (path.includes('contact_form_entries') ? answer.promise : undefined)
    stage.site.faultOf = (path) => (path.includes('contact_form_entries') ? { status: 500 } : undefined)
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const before = await valuesOf(page)
    await page.locator('.form [name=fullName]').press('Enter')
    await expect.poll(() => page.locator('.form').getAttribute('class')).toBe('form is-busy')
    const hasFocus = () => submitOf(page).evaluate((button) => button === document.activeElement)
    expect(await hasFocus()).toBe(true)
    await page.keyboard.type('late')
    await page.locator('.form [name^="consents["]').click({ force: true })
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('late')
    expect(await valuesOf(page)).toEqual(before)
    await submitOf(page).focus()
    answer.resolve()
    await expect.poll(() => page.locator('.form__failure').innerText()).toBe(failure)
    expect(await hasFocus()).toBe(true)
    await page.locator('.form [name=message]').fill('Changed')
    expect(await valuesOf(page)).toEqual({ ...before, message: 'Changed' })
  })

  it('reloads the page once when a chunk is gone, and then says that the form is missing', async () => {
    stage.site.faultOf = (path) => (/\/assets\/entry-form.*\.js/.test(path) ? { status: 404 } : undefined)
    const page = await openInNewWindow('/en/contact')
    const failed = page.locator('.island-failure', { hasText: 'This part of the page could not be loaded.' })
    await failed.waitFor()
    expect(await failed.innerText()).toContain('hello@trasanova.example')
    const loads = stage.site.calls.length
    expect(
      await page.evaluate(() =>
        performance.getEntriesByType('navigation').map((one) => (one as PerformanceNavigationTiming).type),
      ),
    ).toEqual(['reload'])
    expect(await submitOf(page).isDisabled()).toBe(true)
    const ground = page.locator('.form [name=message]').evaluate((field) => getComputedStyle(field).backgroundColor)
    expect(await ground, 'a field that nobody can fill in').toBe('rgba(0, 0, 0, 0)')
    expect(stage.site.calls.length).toBe(loads)
    expect(stage.at?.complaints.some((text) => text.includes('dynamically imported module'))).toBe(true)
    stage.at?.complaints.splice(0)
  })

  it.runIf(isSoak)('says that it is missing when its chunk stalls, until the chunk arrives', async () => {
    const chunk = Promise.withResolvers<void>()
    stage.site.waitFor = (path) => (/\/assets\/entry-form.*\.js/.test(path) ? chunk.promise : undefined)
    const page = await openInNewWindow('/en/contact')
    const missing = page.locator('.island-failure', { hasText: 'This part of the page could not be loaded.' })
    expect(await missing.isVisible()).toBe(false)
    await expect.poll(() => waitTenSeconds(page)).not.toEqual([])
    expect(await missing.isVisible()).toBe(true)
    chunk.resolve()
    await awake(page)
    expect(await missing.isVisible()).toBe(false)
    await page.locator('.form [name=fullName]').fill('Ada')
  })

  it.runIf(isSoak)('ends its attempt without the words about a wait when their script stalls', async () => {
    stage.site.faultOf = (path) =>
      path.includes('contact_form_entries') ? { status: 429, headers: { 'retry-after': '90' } } : undefined
    stage.site.waitFor = (path) => (path.includes('/wait-words-') ? new Promise(() => {}) : undefined)
    const page = await openInNewWindow('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const asked = page.waitForRequest(/wait-words-/)
    await page.clock.install()
    await submitOf(page).click()
    await asked
    await page.clock.fastForward(4000)
    await expect.poll(() => page.locator('.form__failure').innerText()).toBe(failure)
    stage.site.faultOf = () => undefined
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it.runIf(isSoak)(
    'lets the visitor follow a link while its chunk loads, although Firefox and Safari then cancel the chunk',
    async () => {
      const chunk = Promise.withResolvers<void>()
      const nextPage = Promise.withResolvers<void>()
      const isChunk = (path: string): boolean => /\/assets\/entry-form.*\.js/.test(path)
      const page = await openInNewWindow(emptyPage.path)
      await page.addInitScript(() => {
        const tell = (): void => console.log('The form is given up.')
        new MutationObserver(tell).observe(document, { subtree: true, attributeFilter: ['data-failed'] })
      })
      stage.site.faultOf = (path) => (isChunk(path) ? { cut: true } : undefined)
      stage.site.waitFor = (path) =>
        isChunk(path) ? chunk.promise : path === '/en/company/about-us' ? nextPage.promise : undefined
      const asked = page.waitForRequest((request) => isChunk(request.url()))
      await page.goto(`${stage.site.origin}/en/contact`, { waitUntil: 'commit' })
      await asked
      const givenUp = page.waitForEvent('console', (message) => message.text() === 'The form is given up.')
      await page.evaluate(() => location.assign('/en/company/about-us'))
      chunk.resolve()
      await givenUp // the page would reload now, if at all
      nextPage.resolve()
      await page.waitForURL('**/en/company/about-us')
      stage.at?.complaints.splice(0)
    },
  )

  it('also says that it is missing when the script of the page fails to load', async () => {
    stage.site.faultOf = (path) => (/\/assets\/main.*\.js/.test(path) ? { status: 404 } : undefined)
    const page = await openInNewWindow('/en/contact')
    await expect.poll(() => waitTenSeconds(page)).not.toEqual([])
    await page.locator('.island-failure', { hasText: 'hello@trasanova.example' }).waitFor()
    expect(await submitOf(page).isDisabled()).toBe(true)
  })

  it.runIf(isSoak)('says that it is missing while there is no connection, and wakes once there is one', async () => {
    const page = await openInNewWindow('/en/company/about-us')
    await page.waitForLoadState('load')
    stage.site.faultOf = (path) => (/\/assets\/entry-form.*\.js/.test(path) ? { cut: true } : undefined)
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false, writable: true }))
    await page.goto(`${stage.site.origin}/en/contact`)
    const missing = page.locator('.island-failure', { hasText: 'This part of the page could not be loaded.' })
    await missing.waitFor()
    stage.site.faultOf = () => undefined
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: true })
      dispatchEvent(new Event('online'))
    })
    await awake(page)
    await missing.waitFor({ state: 'hidden' })
    await page.locator('.form [name=fullName]').fill('Ada')
  })

  it('refuses files of another format, files that are too large, and too many files', async () => {
    const page = await open('/en/careers/join-us/field-fitter-berlin')
    await awake(page)
    const refused: [name: string, files: string[], message: string][] = [
      ['cv', ['disguised.pdf'], 'Incorrect file format'],
      ['cv', ['large.pdf'], 'The file is too large (maximum 5\u00a0MB)'],
      ['cv', ['notes.txt'], 'Incorrect file format'],
      ['files', ['one.pdf', 'notes.txt'], 'notes.txt: Incorrect file format'],
      ['files', ['one.pdf', 'two.pdf', 'photo.pdf'], 'Too many files (maximum 2)'],
    ]
    for (const [name, files, message] of refused) {
      await choose(page, name, files)
      const error = page.locator(`.form [data-field=${name}] .field__error`)
      await expect.poll(() => error.innerText(), { message: files.join() }).toBe(message)
    }
    await choose(page, 'cv', ['large.pdf'])
    await expect.poll(() => page.locator('.form [data-field=cv] .files__size').allInnerTexts()).toEqual(['5.1 MB'])
    expect(await axeFindingsInBoth(page, '.form')).toEqual([])
  })

  it('lists the chosen files itself, adds to them, and removes each with the keyboard', async () => {
    const page = await open('/en/careers/join-us/field-fitter-berlin')
    await fill(page, { ...(forms['form_entries/job_application'] as Filled), files: { cv: ['cv.pdf'] } })
    const field = page.locator('.form [data-field=files]')
    const names = () => field.locator('.files__name').allInnerTexts()
    const removerOf = (name: string) => field.getByRole('button', { name: `Remove: ${name}` })
    expect(await field.locator('.files__button').innerText()).toBe('Choose files')
    expect(
      await page.locator('.form [type=file]').evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity)),
    ).toEqual(['0', '0'])
    await choose(page, 'files', ['one.pdf', 'two.pdf'])
    await expect.poll(names).toEqual(['one.pdf', 'two.pdf'])
    expect(await field.locator('.files__size').first().innerText()).toBe('1 kB')
    for (const name of ['one.pdf', 'two.pdf']) await choose(page, 'files', [name]) // again
    await choose(page, 'files', ['photo.pdf'])
    await expect.poll(names).toEqual(['one.pdf', 'two.pdf', 'photo.pdf'])
    const error = field.locator('.field__error')
    await expect.poll(() => error.innerText()).toBe('Too many files (maximum 2)')
    await field.locator('[type=file]').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await removerOf('two.pdf').evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['one.pdf', 'photo.pdf'])
    expect(await removerOf('photo.pdf').evaluate((button) => button === document.activeElement)).toBe(true)
    await expect.poll(() => error.isVisible()).toBe(false)
    await removerOf('one.pdf').click()
    expect(await valuesOf(page)).toMatchObject({ cv: ['cv.pdf'], files: ['photo.pdf'] })
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(stage.site.entries().at(-1)?.files).toEqual(['cv.pdf', 'photo.pdf'])
  })

  it.runIf(isSoak)(
    'replaces a file that was changed after it was chosen once the same file is chosen again',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'changed-'))
      const path = join(folder, 'draft.pdf')
      const page = await open('/en/careers/join-us/field-fitter-berlin')
      await awake(page)
      await choose(page, 'files', ['one.pdf'])
      for (const [name, expected] of [
        ['cv', ['draft.pdf']],
        ['files', ['one.pdf', 'draft.pdf']],
      ] as const) {
        const field = page.locator(`.form [data-field=${name}]`)
        const error = field.locator('.field__error')
        await writeFile(path, '%PDF-1.7')
        await field.locator('[type=file]').setInputFiles(path)
        await expect.poll(() => field.locator('.files__name').allInnerTexts()).toEqual(expected)
        await writeFile(path, `%PDF-1.7${' '.repeat(2000)}`)
        await submitOf(page).click()
        await expect.poll(() => error.innerText()).toContain('The file was changed or moved')
        await field.locator('[type=file]').setInputFiles(path)
        await expect.poll(() => error.isVisible(), { message: name }).toBe(false)
        expect(await field.locator('.files__name').allInnerTexts()).toEqual(expected)
        expect(await field.locator('.files__size').last().innerText()).toBe('2 kB')
        await field.locator('[type=file]').dispatchEvent('cancel') // the visitor chooses nothing else
        expect(await field.locator('.files__name').allInnerTexts()).toEqual(expected)
      }
      expect(await valuesOf(page)).toMatchObject({ cv: ['draft.pdf'], files: ['one.pdf', 'draft.pdf'] })
      await rm(folder, { recursive: true })
    },
  )

  it.each(isSoak ? ['fails to load', 'stalls'] : ['stalls'])(
    'leaves file fields to the browser when their script %s',
    async (how) => {
      const isParts = (path: string): boolean => /\/assets\/chosen-files.*\.js/.test(path)
      stage.site.faultOf = (path) =>
        isParts(path) ? (how === 'stalls' ? { isSilent: true } : { status: 404 }) : undefined
      const page = await openInNewWindow('/en/help')
      const asked = page.waitForRequest((request) => isParts(request.url()))
      await page.clock.install()
      await fill(page, forms.support_form_entries as Filled)
      await asked
      await page.clock.fastForward(4000)
      const input = page.locator('.form [type=file]')
      await expect.poll(() => input.evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
      await submitOf(page).click()
      await page.clock.fastForward(4000)
      await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
      expect(stage.site.entries().at(-1)?.files).toEqual(['photo.pdf'])
    },
  )

  it('is sent again without an expired token, as the same entry', async () => {
    const page = await open('/en/contact')
    await page.evaluate(() => localStorage.setItem('shop-token', 'stale'))
    const stored = stage.site.entries().length
    stage.site.faultOf = (path) =>
      path.includes('contact_form_entries') && stage.site.calls.at(-1)?.headers.authorization
        ? { status: 401, body: { code: 401, message: 'Expired token' } }
        : undefined
    stage.site.calls.length = 0
    await fill(page, forms.contact_form_entries as Filled)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(stage.site.entries()).toHaveLength(stored + 1)
    expect(new Set(keysOf('contact_form_entries')).size).toBe(1)
  })

  it('keeps its values when the visitor follows a link within the page and reloads it', async () => {
    const page = await open('/en/contact')
    await awake(page)
    await page.locator('.form [name=message]').fill('Half a message')
    await page.evaluate(() => {
      location.hash = 'top'
    })
    await page.waitForFunction(() => history.state)
    await page.reload()
    await awake(page)
    expect(await page.locator('.form [name=message]').inputValue()).toBe('Half a message')
  })

  it('keeps its values when the visitor comes back', async () => {
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const before = await valuesOf(page)
    await page.goto(`${stage.site.origin}/en/demo`)
    await page.goBack()
    await expect.poll(() => valuesOf(page)).toEqual(before)
    // Text that is still being typed is kept too, even though its field was never left.
    await page.locator('textarea[name=message]').pressSequentially(' And more')
    const kept = () => page.evaluate(() => JSON.stringify(history.state))
    await expect.poll(kept).toContain('And more')
    await page.reload()
    await expect.poll(() => page.locator('textarea[name=message]').inputValue()).toContain('And more')
  })

  it('takes and keeps values that are filled in without keys and input events', async () => {
    const page = await open('/en/contact')
    const put = (events: string[]) =>
      page.locator('.form__body').evaluate((form: HTMLFormElement, types) => {
        const put = (name: string, value: string | true): void => {
          const control = form.elements.namedItem(name) as HTMLInputElement
          if (value === true) control.checked = value
          else control.value = value
          for (const type of types) control.dispatchEvent(new Event(type, { bubbles: true }))
        }
        put('fullName', 'Ada Lovelace')
        put('email', 'ada@firm.example')
        put('message', 'Hello')
        put('consents[dataProcessing]', true)
      }, events)
    await awake(page)
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form .field__error:visible').count()).toBe(4)
    await put(['change'])
    await expect.poll(() => page.locator('.form .field__error:visible').count()).toBe(0)
    await page.reload()
    await awake(page)
    expect(await page.locator('.form [name=message]').inputValue()).toBe('Hello')
    await page.locator('.form [name=email]').fill('')
    await put([])
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it('keeps values beside files, and nothing that was sent', async () => {
    const page = await open('/en/help')
    const message = page.locator('.form [name=message]')
    await fill(page, forms.support_form_entries as Filled)
    await page.reload()
    await awake(page)
    expect(await message.inputValue()).toBe('It does not beep')
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    await page.reload()
    await awake(page)
    expect(await message.inputValue()).toBe('')
  })

  it('refuses a date in the past for the advisor', async () => {
    const page = await open('/en/talk-to-an-advisor')
    await fill(page, forms.advisor_form_entries as Filled)
    await page.locator('[name=contactDate]').fill('2020-01-01')
    await submitOf(page).click()
    await expect.poll(() => page.locator('.form__summary').innerText()).toContain('Choose today or a later day')
    await page.locator('[name=contactDate]').fill('2031-03-04')
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it.runIf(isSoak)('sends the time for the advisor as entered, in any time zone of the visitor', async () => {
    const page = await openInNewWindow('/en/talk-to-an-advisor', { timezoneId: 'Pacific/Auckland' })
    await fill(page, forms.advisor_form_entries as Filled)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(stage.site.entries().at(-1)?.body).toMatchObject({ contactDate: '2031-03-04', contactTime: '09:15' })
  })
})

// Without scripts a page is only its DOM, which is the same with both engines: see tests/e2e/demo-site.test.ts.
describe('forms when scripts are off', () => {
  const stage = setStage('react', [], { javaScriptEnabled: false })

  it.each([...(isSoak ? Object.entries(forms) : tried).map(([, { path }]) => path), '/en/login'])(
    'on %s say so, show phone and e-mail, and send nothing',
    async (path) => {
      const page = await stage.open(path)
      const words = await page.locator('main .direct-line:visible').innerText()
      expect(words).toContain('JavaScript')
      expect(words).toContain('hello@trasanova.example')
      expect(words).toContain('+44 1632 960 110')
      const form = page.locator('main form[method=post]')
      const controls = form.locator('input:not([type=hidden]), select, textarea, button')
      expect(await controls.count()).toBeGreaterThan(2)
      for (const control of await controls.all()) expect(await control.isDisabled()).toBe(true)
      const frames = await form.locator('input.field__control, .files__button').all()
      const colours = await Promise.all(
        frames.map((frame) => frame.evaluate((box) => getComputedStyle(box).borderColor)),
      )
      expect(new Set(colours).size, 'file buttons look as fields do').toBe(1)
      await form.locator('[type=submit]').click({ force: true })
      expect(stage.site.calls.filter(({ name }) => name.startsWith('POST'))).toEqual([])
    },
  )

  it('still search, because the search form needs none', async () => {
    const page = await stage.open('/en/search')
    await page.locator('#search-phrase').fill('fleet')
    await page.locator('#search [type=submit]').click()
    await page.waitForURL('**/en/search?q=fleet')
  })
})
