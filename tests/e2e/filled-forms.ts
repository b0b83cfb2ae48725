import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
export const who = { fullName: 'Ada Żuraw', email: 'ada@firm.example', phone: '+44 1632 960 110' }
const person = { name: 'Ada', surname: 'Żuraw', email: who.email, phone: who.phone }

export type Filled = { path: string; fields: Record<string, string>; files?: Record<string, string[]>; thanks?: string }

/** Each form with all of its fields, optional ones included. */
export const forms: Record<string, Filled> = {
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

export type FilledForms = {
  /** Fills in the form of the page once it is awake. */
  fill: (page: Page, filled: Filled) => Promise<void>
  choose: (page: Page, name: string, chosen: string[]) => Promise<void>
}

/** Provides the files for file fields while the tests of a suite run. */
export function keepUploads(): FilledForms {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'uploads-'))
    for (const name of ['cv.pdf', 'one.pdf', 'two.pdf', 'photo.pdf']) await writeFile(join(folder, name), pdf)
    await writeFile(join(folder, 'disguised.pdf'), 'MZ this is no PDF')
    await writeFile(join(folder, 'large.pdf'), Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]))
    await writeFile(join(folder, 'notes.txt'), 'text')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const choose = (page: Page, name: string, chosen: string[]): Promise<void> =>
    page.locator(`.form [name="${name}"]`).setInputFiles(chosen.map((file) => join(folder, file)))
  return {
    choose,
    async fill(page, { fields, files = {} }) {
      // Smooth scrolling would move a checkbox away between the press and the release of the mouse button.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const [name, value] of Object.entries(fields)) {
        const control = page.locator(`.form [name="${name}"]`)
        const kind = await control.evaluate((element) => (element as HTMLInputElement).type)
        if (kind === 'select-one') await control.selectOption(value)
        else if (kind === 'checkbox') await control.check()
        else await control.fill(value)
      }
      for (const [name, chosen] of Object.entries(files)) await choose(page, name, chosen)
      await page.locator('.form [name^="consents["]').check()
    },
  }
}

export const submitOf = (page: Page): Locator => page.locator('.form [type=submit]')
export const doneOf = (page: Page): Locator => page.locator('.form__done')
export const awake = (page: Page): Promise<unknown> => page.waitForSelector('[data-island][data-awake] .form')

/** The values of all fields. Files are given by name. */
export const valuesOf = (page: Page): Promise<Record<string, unknown>> =>
  page.locator('.form form').evaluate((form) => {
    const controls = [...(form as HTMLFormElement).elements].filter((one) => 'name' in one) as HTMLInputElement[]
    return Object.fromEntries(
      controls.map((one) => [
        one.name,
        one.files ? [...one.files].map((file) => file.name) : one.type === 'checkbox' ? one.checked : one.value,
      ]),
    )
  })
