import { describe, expect, it } from 'vitest'
import { fileCount } from '#hydrate/forms/files/file-rules.ts'
import { consentName, type FormName, hasFiles } from '#hydrate/forms/form-spec.ts'
import { forms, voivodeships, withIndustries } from './fields.ts'

/** Bodies from the content API, "Writing". `*` marks required fields. */
const contract: Record<FormName, [path: string, body: string]> = {
  demo: ['demo_request_form_entries', 'fullName* companyName* email* phone* fleetSize industry message'],
  contact: ['contact_form_entries', 'fullName* email* phone companyName nip message* sendCopy'],
  cooperation: [
    'cooperation_form_entries',
    'name* surname* companyName* nip city voivodeship website email* phone* message',
  ],
  advisor: ['advisor_form_entries', 'fullName* phone* email contactDate* contactTime* industry'],
  reference: ['reference_request_form_entries', 'fullName* companyName* email* phone* industry* countMonitoringItems'],
  support: ['support_form_entries', 'fullName* companyName email* phone message* files'],
  jobApplication: ['form_entries/job_application', 'name* surname* email* phone* message cv* files'],
}

describe('forms', () => {
  it.each(Object.entries(contract))('include %s with the fields of the content API', (form, [path, body]) => {
    const spec = forms[form as FormName]
    expect(spec.path).toBe(path)
    expect(spec.fields.map(({ name, required }) => (required ? `${name}*` : name)).join(' ')).toBe(body)
    expect(spec.consents.length).toBeGreaterThan(0)
  })

  it('have files where the API accepts them, up to a number for each field', () => {
    expect(Object.keys(forms).filter((form) => hasFiles(forms[form as FormName]))).toEqual([
      'support',
      'jobApplication',
    ])
    const withFiles = forms.jobApplication.fields.filter(({ kind }) => kind.startsWith('file'))
    const counts = (most: number) => withFiles.map((field) => fileCount(forms.jobApplication, field, most))
    expect([counts(3), counts(1)]).toEqual([
      [1, 2],
      [1, 1],
    ])
  })

  it('tell browsers what to fill into fields about the visitor, and nothing about others', () => {
    const purposes = Object.values(forms).flatMap(({ fields }) =>
      fields.map(({ name, autocomplete }) => `${name}: ${autocomplete}`),
    )
    expect([...new Set(purposes)].filter((one) => !one.endsWith('undefined')).sort()).toEqual([
      'city: address-level2',
      'companyName: organization',
      'email: email',
      'fullName: name',
      'name: given-name',
      'phone: tel',
      'surname: family-name',
      'voivodeship: address-level1',
      'website: url',
    ])
  })

  it('offer the industries of the settings', () => {
    const { fields } = withIndustries(forms.demo, ['shipping'])
    expect(fields.map(({ name, options }) => options && [name, options])).toContainEqual(['industry', ['shipping']])
    expect(withIndustries(forms.cooperation, ['shipping']).fields).toEqual(forms.cooperation.fields)
  })

  it('name consents as the API expects them, and list every voivodeship', () => {
    expect(consentName('recruitment')).toBe('consents[recruitment]')
    expect(new Set(voivodeships).size).toBe(16)
  })
})
