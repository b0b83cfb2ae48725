import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallContent, startTestService, type TestService } from '#tests/fixtures/demo-test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(smallContent)
})
afterAll(() => service.close())

const person = { fullName: 'Ada Nowak', email: 'ada@example.com', phone: '+44 1632 960 110' }
const company = { ...person, companyName: 'Nowak Ltd' }
const common = {
  locale: 'en',
  referral: 'https://www.trasanova.example/en/contact',
  consents: { dataProcessing: true },
}

const good: Record<string, Record<string, unknown>> = {
  demo_request_form_entries: { ...company, fleetSize: 12, industry: 'agroCars' },
  contact_form_entries: { ...person, message: 'Hello there', nip: '123-456-78-90', sendCopy: true },
  cooperation_form_entries: {
    ...company,
    name: 'Ada',
    surname: 'Nowak',
    voivodeship: 'śląskie',
    website: 'nowak.example',
  },
  advisor_form_entries: { ...person, contactDate: '2026-12-01', contactTime: '09:15' },
  reference_request_form_entries: { ...company, industry: 'other', countMonitoringItems: '30' },
  support_form_entries: { ...person, message: 'It does not start' },
}
const bad: Record<string, [fields: Record<string, unknown>, paths: string[]]> = {
  demo_request_form_entries: [
    { fullName: 'Al', fleetSize: -1, industry: 'spaceships' },
    ['fullName', 'companyName', 'email', 'phone', 'fleetSize', 'industry'],
  ],
  contact_form_entries: [{ ...person, nip: '12', message: '  ' }, ['nip', 'message']],
  cooperation_form_entries: [
    { ...company, name: 'Ada', website: 'not an address', voivodeship: 'x' },
    ['surname', 'voivodeship', 'website'],
  ],
  advisor_form_entries: [
    { ...person, contactDate: '2026-02-30', contactTime: '25:00' },
    ['contactDate', 'contactTime'],
  ],
  reference_request_form_entries: [{ ...company, email: 'ada@example' }, ['email', 'industry']],
  support_form_entries: [{ ...person, email: { $ne: '' }, message: ['a'] }, ['email', 'message']],
}

const post = (form: string, json: unknown, headers: Record<string, string> = {}) =>
  service.ask(`/api/${form}`, { method: 'POST', json, headers })
const pathsOf = (json: unknown): string[] =>
  (json as { violations: { propertyPath: string }[] }).violations.map(({ propertyPath }) => propertyPath)
const query = (sql: string, ...values: string[]) => {
  const database = new DatabaseSync(service.database, { readOnly: true })
  const rows = database.prepare(sql).all(...values)
  database.close()
  return rows
}

describe('forms sent as JSON', () => {
  it.each(Object.entries(good))('to %s are stored if they are valid', async (form, fields) => {
    const answer = await post(form, { ...common, ...fields, unknownField: 'dropped', recaptchaToken: 'x' })
    expect(answer.status).toBe(201)
    expect(answer.json()).toEqual({ id: expect.any(Number) })
    const [row] = query('SELECT * FROM form_entries WHERE form = ?', form)
    expect(row).toMatchObject({ locale: 'en', created_at: expect.stringMatching(/Z$/) })
    const body = JSON.parse(String(row?.body)) as Record<string, unknown>
    expect(body).toMatchObject({ email: person.email, consents: { dataProcessing: true }, referral: common.referral })
    expect(body).not.toHaveProperty('unknownField')
  })

  it.each(Object.entries(bad))('to %s are answered with every invalid field', async (form, [fields, paths]) => {
    const answer = await post(form, { ...common, ...fields })
    expect(answer.status).toBe(422)
    expect(pathsOf(answer.json())).toEqual(paths)
  })

  it('require the consent and a known locale', async () => {
    const answer = await post('contact_form_entries', {
      ...good.contact_form_entries,
      phone: '',
      locale: 'xx',
      consents: { dataProcessing: false },
    })
    expect(pathsOf(answer.json())).toEqual(['consents[dataProcessing]', 'locale'])
  })

  it('are answered in the locale of the form, except for the phone message, which is always Polish', async () => {
    const fields = { fullName: '', phone: '+48 123', message: 'Hello', email: 'a@b.pl' }
    expect((await post('contact_form_entries', { ...common, ...fields, locale: 'pl' })).json()).toEqual({
      violations: [
        { propertyPath: 'fullName', message: 'Pole obowiązkowe' },
        { propertyPath: 'phone', message: 'Nieprawidłowy format numeru telefonu' },
      ],
    })
    expect((await post('contact_form_entries', { ...common, ...fields })).text).toContain('Mandatory field')
    expect((await post('contact_form_entries?locale=pl', { ...common, ...fields })).text).toContain('Pole obowiązkowe')
  })

  it('are stored once per Idempotency-Key, even if they are sent at the same time', async () => {
    const send = () =>
      post('contact_form_entries', { ...common, ...good.contact_form_entries }, { 'idempotency-key': 'same' })
    const ids = (await Promise.all([send(), send(), send()])).map((answer) => (answer.json() as { id: number }).id)
    expect(new Set(ids).size).toBe(1)
    expect(query('SELECT id FROM form_entries WHERE idempotency_key = ?', 'same')).toHaveLength(1)
    const other = await post(
      'support_form_entries',
      { ...common, ...good.support_form_entries },
      { 'idempotency-key': 'same' },
    )
    expect(other.json()).not.toEqual({ id: ids[0] })
  })
})

const pdf = Buffer.from('%PDF-1.7\n%%EOF')
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
const zipOf = (...names: string[]) =>
  Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(26), ...names.map((name) => Buffer.from(name))])

function multipart(fields: Record<string, string>, files: [field: string, name: string, bytes: Buffer][]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [field, name, bytes] of files)
    form.append(field, new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }))
  return form
}

describe('forms with files', () => {
  const applicant = {
    name: 'Ada',
    surname: 'Nowak',
    email: person.email,
    phone: person.phone,
    locale: 'en',
    referral: '/en/jobs',
    'consents[recruitment]': 'true',
    jobOffer: 'fitter',
  }
  const apply = (files: [string, string, Buffer][], fields: Record<string, string> = {}) =>
    service.ask('/api/form_entries/job_application', {
      method: 'POST',
      body: multipart({ ...applicant, ...fields }, files),
    })

  it('are stored with the files of a job application', async () => {
    const answer = await apply([
      ['cv', 'cv ą.pdf', pdf],
      ['files', 'photo.PNG', png],
      ['files', 'letter.docx', zipOf('[Content_Types].xml', 'word/document.xml')],
    ])
    expect(answer.status).toBe(201)
    const { id } = answer.json() as { id: number }
    expect(
      query('SELECT field, name, type, size FROM entry_files WHERE entry_id = ? ORDER BY id', String(id)),
    ).toMatchObject([
      { field: 'cv', name: 'cv ą.pdf', type: 'application/pdf', size: pdf.byteLength },
      { field: 'files', name: 'photo.PNG', type: 'image/png' },
      { field: 'files', name: 'letter.docx' },
    ])
    expect(query('SELECT body FROM form_entries WHERE id = ?', String(id))[0]?.body).toContain('"jobOffer":"fitter"')
  })

  it.each<[what: string, files: [string, string, Buffer][], paths: string[], message: string]>([
    ['no CV', [['cv', '', Buffer.alloc(0)]], ['cv'], 'Mandatory field'],
    ['a picture that claims to be a PDF', [['cv', 'cv.pdf', png]], ['cv'], 'Incorrect file format'],
    ['an HTML page', [['cv', 'cv.html', Buffer.from('<p>')]], ['cv'], 'Incorrect file format'],
    ['an empty file', [['cv', 'cv.pdf', Buffer.alloc(0)]], ['cv'], 'The file is empty'],
    ['any ZIP file as DOCX', [['cv', 'cv.docx', zipOf('evil.exe')]], ['cv'], 'Incorrect file format'],
    [
      'a workbook as DOCX',
      [['cv', 'cv.docx', zipOf('[Content_Types].xml', 'xl/workbook.xml')]],
      ['cv'],
      'Incorrect file format',
    ],
    [
      'two CVs',
      [
        ['cv', 'a.pdf', pdf],
        ['cv', 'b.pdf', pdf],
      ],
      ['cv'],
      'Too many files (maximum 3)',
    ],
    [
      'too many files',
      [['cv', 'a.pdf', pdf], ...['b', 'c', 'd'].map((name): [string, string, Buffer] => ['files', `${name}.pdf`, pdf])],
      ['files'],
      'Too many',
    ],
    [
      'a file that is too large',
      [['cv', 'a.pdf', Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])]],
      ['cv'],
      'The file is too large (maximum 5\u00a0MB)',
    ],
  ])('are refused with %s', async (_what, files, paths, message) => {
    const answer = await apply(files)
    expect(answer.status).toBe(422)
    expect(pathsOf(answer.json())).toEqual(paths)
    expect(answer.text).toContain(message)
  })

  it('may name a job offer of the locale or none', async () => {
    expect(pathsOf((await apply([['cv', 'cv.pdf', pdf]], { jobOffer: 'monter' })).json())).toEqual(['jobOffer'])
    expect((await apply([['cv', 'cv.pdf', pdf]], { jobOffer: '' })).status).toBe(201)
  })

  it('include the support form, whose files are checked as well', async () => {
    const fields = { ...person, message: 'See the picture', locale: 'en', 'consents[dataProcessing]': 'on' }
    const send = (name: string) =>
      service.ask('/api/support_form_entries', { method: 'POST', body: multipart(fields, [['files', name, png]]) })
    expect((await send('shot.png')).status).toBe(201)
    expect(pathsOf((await send('shot.jpg')).json())).toEqual(['files'])
  })
})

describe('forms sent by the browser itself', () => {
  const send = (fields: Record<string, string>) =>
    service.ask('/api/contact_form_entries', {
      method: 'POST',
      body: new URLSearchParams({ locale: 'pl', 'consents[dataProcessing]': 'true', ...fields }),
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        referer: 'https://www.trasanova.example/kontakt',
      },
    })

  it('are answered with a thank-you page that links back', async () => {
    const answer = await send({
      fullName: 'Ada',
      email: person.email,
      message: 'Dzień dobry',
      sendCopy: 'true',
      referral: '/kontakt',
    })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.text).toContain('lang="pl"')
    expect(answer.text).toContain('Dziękujemy za przesłanie formularza.')
    expect(answer.text).toContain('href="https://www.trasanova.example/kontakt"')
  })

  it('are answered with a page that lists what to correct, and repeats nothing unescaped', async () => {
    const answer = await send({
      fullName: '',
      email: '"><script>alert(1)</script>',
      message: 'Hej',
      referral: 'javascript:alert(1)',
    })
    expect(answer.status).toBe(422)
    expect(answer.text).toMatch(/Imię i\snazwisko/)
    expect(answer.text).toContain('Należy podać prawidłowy adres e-mail') // the words of the form itself
    expect(answer.text).not.toMatch(/<script|javascript:/)
  })
})
