import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failedRequest, setStage } from './stage.ts'

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
const who = { fullName: 'Ada Żuraw', email: 'ada@firm.example', phone: '+44 1632 960 110' }
const person = { name: 'Ada', surname: 'Żuraw', email: who.email, phone: who.phone }

type Filled = { path: string; fields: Record<string, string>; files?: Record<string, string[]>; thanks?: string }

/** Each form with every field it has; what is optional as well. */
const forms: Record<string, Filled> = {
  demo_request_form_entries: {
    path: '/en/demo',
    fields: { ...who, companyName: 'Firm', fleetSize: '12', industry: 'electricCars', message: 'Line one\nline two' },
  },
  contact_form_entries: {
    path: '/en/contact',
    fields: { ...who, companyName: 'Firm', nip: '123-456-78-90', message: 'A question', sendCopy: 'true' },
  },
  cooperation_form_entries: {
    path: '/en/company/cooperation',
    fields: {
      ...person,
      companyName: 'Firm',
      nip: '1234567890',
      city: 'Łódź',
      voivodeship: 'łódzkie',
      website: 'firm.example',
      message: 'Let us talk',
    },
  },
  advisor_form_entries: {
    path: '/en/talk-to-an-advisor',
    fields: { ...who, contactDate: '2031-03-04', contactTime: '09:15', industry: 'other' },
  },
  reference_request_form_entries: {
    path: '/en/company/references',
    fields: { ...who, companyName: 'Firm', industry: 'agroCars', countMonitoringItems: '7' },
    thanks: 'Our representative will contact you',
  },
  support_form_entries: {
    path: '/en/help',
    fields: { ...who, companyName: 'Firm', message: 'It does not beep' },
    files: { files: ['photo.pdf'] },
  },
  'form_entries/job_application': {
    path: '/en/careers/join-us/field-fitter-berlin',
    fields: { ...person, message: 'I fit' },
    files: { cv: ['cv.pdf'], files: ['one.pdf', 'two.pdf'] },
  },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
  for (const name of ['cv.pdf', 'one.pdf', 'two.pdf', 'photo.pdf']) await writeFile(join(folder, name), pdf)
  await writeFile(join(folder, 'disguised.pdf'), 'MZ this is no PDF')
  await writeFile(join(folder, 'large.pdf'), Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]))
  await writeFile(join(folder, 'notes.txt'), 'text')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fill(page: Page, { fields, files = {} }: Filled): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const control = page.locator(`.form [name="${name}"]`)
    const kind = await control.evaluate((element) => (element as HTMLInputElement).type)
    if (kind === 'select-one') await control.selectOption(value)
    else if (kind === 'checkbox') await control.check()
    else await control.fill(value)
  }
  for (const [name, chosen] of Object.entries(files)) await choose(page, name, chosen)
  await page.locator('.form [name^="consents["]').check()
}

const choose = (page: Page, name: string, chosen: string[]): Promise<void> =>
  page.locator(`.form [name="${name}"]`).setInputFiles(chosen.map((file) => join(folder, file)))
const submitOf = (page: Page): Locator => page.locator('.form [type=submit]')
const doneOf = (page: Page): Locator => page.locator('.form__done')
const awake = (page: Page): Promise<unknown> => page.waitForSelector('[data-island][data-awake] .form')

/** What stands in every field, files by name. */
const valuesOf = (page: Page): Promise<Record<string, unknown>> =>
  page.locator('.form form').evaluate((form) => {
    const controls = [...(form as HTMLFormElement).elements].filter((one) => 'name' in one) as HTMLInputElement[]
    return Object.fromEntries(
      controls.map((one) => [
        one.name,
        one.files ? [...one.files].map((file) => file.name) : one.type === 'checkbox' ? one.checked : one.value,
      ]),
    )
  })

/** Values that a field refuses, by page, with what it says then. */
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
  ['/en/demo', [['fleetSize', '0', 'Provide a valid value']]],
]

// A page transition to an answer of the service is told by the browser itself, too.
const knownComplaints = [failedRequest, 'Transition was aborted']

describe.each(['preact', 'react'] as const)('forms with %s', (engine) => {
  const stage = setStage(engine, knownComplaints)
  const { open, openInNewWindow } = stage

  it.each(Object.entries(forms))('sends %s and thanks in its place', async (form, filled) => {
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

  it('loads nothing for the form before it is touched, and wakes keeping node, focus and values', async () => {
    const page = await open('/en/contact')
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /entry-form/.test(name)).length)
    await page.waitForLoadState('networkidle')
    expect(await scripts()).toBe(0)
    const field = page.locator('.form [name=fullName]')
    await field.evaluate((element) => {
      ;(element as HTMLInputElement).value = 'typed before'
      Object.assign(window, { before: element })
    })
    await field.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' and while')
    await awake(page)
    await page.keyboard.type(' and after')
    expect(await field.inputValue()).toBe('typed before and while and after')
    expect(await field.evaluate((element) => element === (window as { before?: unknown }).before)).toBe(true)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('checks a field when it loses the focus and forgives when it is mended', async () => {
    const page = await open('/en/contact')
    const email = page.locator('.form [name=email]')
    await email.focus()
    await awake(page)
    await email.fill('nobody')
    await page.keyboard.press('Tab')
    const error = page.locator('.form [data-field=email] .field__error')
    await expect.poll(() => error.innerText()).toBe('Provide a valid email address')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    const colour = await error.evaluate((element) => getComputedStyle(element).color)
    await expect.poll(() => email.evaluate((element) => getComputedStyle(element).borderColor)).toBe(colour)
    await email.fill('ada@firm.example')
    await expect.poll(() => error.isVisible()).toBe(false)
    expect(await email.getAttribute('aria-invalid')).toBeNull()
  })

  it.each(wrongValues)('says on %s what is wrong with a value', async (path, cases) => {
    const page = await open(path)
    for (const [name, value, message] of cases) {
      const control = page.locator(`.form [name=${name}]`)
      await control.focus()
      await awake(page)
      await control.fill(value)
      await control.blur()
      const error = page.locator(`.form [data-field=${name}] .field__error`)
      await expect.poll(() => error.innerText(), { message: `${name} "${value}"` }).toBe(message)
    }
  })

  it('sums up what is missing, by keyboard alone, and leads to the field', async () => {
    const page = await open('/en/contact')
    await submitOf(page).focus()
    await awake(page)
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
  })

  it('shows what the service refuses at its fields, and keeps what was typed', async () => {
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
    stage.site.faultOf = () => undefined
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
  })

  it.each([
    ['a 500', { status: 500 }],
    ['an error in a good answer', { status: 200, body: { code: 503 } }],
    ['a cut connection', { cut: true as const }],
  ])('keeps everything after %s, and the next try is the same entry', async (_, fault) => {
    const page = await open('/en/help')
    await fill(page, forms.support_form_entries as Filled)
    const before = await valuesOf(page)
    stage.site.faultOf = (path) => (path.includes('support_form_entries') ? fault : undefined)
    stage.site.calls.length = 0
    await submitOf(page).click()
    const failure = page.locator('.form__failure')
    await expect
      .poll(() => failure.innerText())
      .toBe('An error occurred while submitting the form. Please try again later.')
    expect(await valuesOf(page)).toEqual(before)
    stage.site.faultOf = () => undefined
    const stored = stage.site.entries().length
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    const keys = stage.site.calls
      .filter(({ name }) => name.endsWith('support_form_entries'))
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys.length).toBeGreaterThan(1) // the browser itself may try a cut connection once more
    expect(new Set(keys).size).toBe(1)
    expect(stage.site.entries()).toHaveLength(stored + 1)
  })

  it('offline says so, keeps everything and sends once the connection is back', async () => {
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

  it('is busy without losing the focus, and sends a double click once', async () => {
    stage.site.faultOf = (path) => (path.includes('demo_request') ? { delayMs: 600 } : undefined)
    const stored = stage.site.entries().length
    const page = await open('/en/demo')
    await fill(page, forms.demo_request_form_entries as Filled)
    await submitOf(page).focus()
    await submitOf(page).dblclick()
    await expect.poll(() => submitOf(page).getAttribute('aria-disabled')).toBe('true')
    expect(await submitOf(page).innerText()).toBe('Sending…')
    expect(await submitOf(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(stage.site.entries()).toHaveLength(stored + 1)
  })

  it('holds a form that is sent before it is awake, and sends it once', async () => {
    stage.site.faultOf = (path) =>
      /\/assets\/.*\.js/.test(path) && !path.includes('main') ? { delayMs: 1200 } : undefined
    const stored = stage.site.entries().length
    const page = await openInNewWindow('/en/contact')
    const { fields } = forms.contact_form_entries as Filled
    await page.locator('.form form').evaluate((form, values) => {
      const { elements } = form as HTMLFormElement
      for (const [name, value] of Object.entries(values)) (elements.namedItem(name) as HTMLInputElement).value = value
      ;(elements.namedItem('consents[dataProcessing]') as HTMLInputElement).checked = true
    }, fields)
    await submitOf(page).click()
    await submitOf(page).click()
    expect(await page.locator('[data-awake]').count()).toBe(0)
    await expect.poll(() => doneOf(page).innerText(), { timeout: 10_000 }).toContain('Thank you')
    expect(stage.site.entries()).toHaveLength(stored + 1)
  })

  it('loads the page again when a chunk is gone, once, with what was typed', async () => {
    stage.site.faultOf = (path) => (/\/assets\/entry-form.*\.js/.test(path) ? { status: 404 } : undefined)
    const page = await openInNewWindow('/en/contact')
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    const message = page.locator('.form [name=message]')
    const consent = page.locator('.form [name^="consents["]')
    await page.locator('.form form').evaluate((form) => {
      const { elements } = form as HTMLFormElement
      ;(elements.namedItem('message') as HTMLTextAreaElement).value = 'Long\nwords'
      ;(elements.namedItem('consents[dataProcessing]') as HTMLInputElement).checked = true
    })
    await message.focus()
    await expect.poll(() => loads).toBe(1)
    await expect.poll(() => message.inputValue()).toBe('Long\nwords')
    expect(await consent.isChecked()).toBe(true)
    await message.focus()
    await page.waitForSelector('[data-island][data-awake] .form')
    expect(loads).toBe(1)
    expect(stage.at?.complaints.some((text) => text.includes('dynamically imported module'))).toBe(true)
    stage.at?.complaints.splice(0)
  })

  it('wakes once the connection is back when there was none', async () => {
    const page = await openInNewWindow('/en/contact')
    await page.waitForLoadState('networkidle')
    await stage.at?.context.setOffline(true)
    const field = page.locator('.form [name=fullName]')
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('entry-form'))
    await field.fill('Ada offline')
    await refused
    await page.evaluate(() => new Promise((later) => setTimeout(later)))
    await stage.at?.context.setOffline(false)
    await awake(page)
    expect(await field.inputValue()).toBe('Ada offline')
  })

  it('refuses files of another format, too large ones and too many', async () => {
    const page = await open('/en/careers/join-us/field-fitter-berlin')
    await page.locator('.form [name=cv]').focus()
    await awake(page)
    const refused: [name: string, files: string[], message: string][] = [
      ['cv', ['disguised.pdf'], 'Incorrect file format'],
      ['cv', ['large.pdf'], 'The file is too large (maximum 5 MB)'],
      ['cv', ['notes.txt'], 'Incorrect file format'],
      ['files', ['one.pdf', 'two.pdf', 'photo.pdf'], 'Too many files (maximum 2)'],
    ]
    for (const [name, files, message] of refused) {
      await choose(page, name, files)
      const error = page.locator(`.form [data-field=${name}] .field__error`)
      await expect.poll(() => error.innerText(), { message: files.join() }).toBe(message)
    }
  })

  it('keeps what was typed when the visitor comes back', async () => {
    const page = await open('/en/contact')
    await fill(page, forms.contact_form_entries as Filled)
    const before = await valuesOf(page)
    await page.goto(`${stage.site.origin}/en/demo`)
    await page.goBack()
    await expect.poll(() => valuesOf(page)).toEqual(before)
  })

  it('sends the time of an advisor as it is written, whatever the zone of the visitor', async () => {
    const page = await openInNewWindow('/en/talk-to-an-advisor', { timezoneId: 'Pacific/Auckland' })
    await fill(page, forms.advisor_form_entries as Filled)
    await submitOf(page).click()
    await expect.poll(() => doneOf(page).innerText()).toContain('Thank you')
    expect(stage.site.entries().at(-1)?.body).toMatchObject({ contactDate: '2031-03-04', contactTime: '09:15' })
  })
})

// Without scripts a page is its DOM, and that is the same with both engines: tests/demo-site.test.ts.
describe('forms when scripts are off', () => {
  const stage = setStage('react', knownComplaints, { javaScriptEnabled: false })

  it.each(Object.entries(forms))('posts %s natively', async (form, filled) => {
    const page = await stage.open(filled.path)
    expect(await page.locator('.form-section__direct').innerText()).toContain('hello@trasanova.example')
    await fill(page, filled)
    await submitOf(page).click()
    await expect.poll(() => page.locator('h1').innerText()).toBe('Thank you for submitting the form.')
    expect(stage.site.entries().at(-1)).toMatchObject({ form, body: { email: who.email } })
    // The answer of the service is no page of ours.
    stage.at?.complaints.splice(0)
  })
})
