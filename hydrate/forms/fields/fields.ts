import { industries } from '#content/industries.ts'
import type { Field, FormName, FormSpec } from '#hydrate/forms/form-spec.ts'

export const voivodeships = [
  'dolnośląskie',
  'kujawsko-pomorskie',
  'lubelskie',
  'lubuskie',
  'łódzkie',
  'małopolskie',
  'mazowieckie',
  'opolskie',
  'podkarpackie',
  'podlaskie',
  'pomorskie',
  'śląskie',
  'świętokrzyskie',
  'warmińsko-mazurskie',
  'wielkopolskie',
  'zachodniopomorskie',
] as const

const required = { required: true } as const
const half = { half: true } as const

const fullName: Field = {
  name: 'fullName',
  kind: 'text',
  ...required,
  autocomplete: 'name',
  minLength: 3,
  maxLength: 120,
}
const name: Field = { name: 'name', kind: 'text', ...required, ...half, autocomplete: 'given-name', maxLength: 80 }
const surname: Field = { ...name, name: 'surname', autocomplete: 'family-name' }
const email: Field = { name: 'email', kind: 'email', autocomplete: 'email', minLength: 6, maxLength: 254 }
const phone: Field = { name: 'phone', kind: 'phone', autocomplete: 'tel', maxLength: 32, hint: 'form.hint.phone' }
const companyName: Field = { name: 'companyName', kind: 'text', autocomplete: 'organization', maxLength: 160 }
const nip: Field = { name: 'nip', kind: 'nip', maxLength: 20, hint: 'form.hint.nip' }
const message: Field = { name: 'message', kind: 'textarea', minLength: 3, maxLength: 4000 }
const industry: Field = { name: 'industry', kind: 'select', options: industries, optionTexts: 'industry' }
const files: Field = { name: 'files', kind: 'files', hint: 'form.hint.files' }

/** Replaces the industries in a form with those of a site. */
export function withIndustries(form: FormSpec, options: readonly string[]): FormSpec {
  const fields = form.fields.map((field) => (field.name === industry.name ? { ...field, options } : field))
  return { ...form, fields }
}

/** Every form of the content API ("Writing"), with its path and its fields in the order in which they are shown. */
export const forms: Record<FormName, FormSpec> = {
  demo: {
    path: 'demo_request_form_entries',
    fields: [
      fullName,
      { ...companyName, ...required },
      { ...email, ...required },
      { ...phone, ...required },
      { name: 'fleetSize', kind: 'integer' },
      industry,
      message,
    ],
    consents: ['dataProcessing'],
  },
  contact: {
    path: 'contact_form_entries',
    fields: [
      fullName,
      { ...email, ...required },
      phone,
      companyName,
      nip,
      { ...message, ...required },
      { name: 'sendCopy', kind: 'checkbox' },
    ],
    consents: ['dataProcessing'],
  },
  cooperation: {
    path: 'cooperation_form_entries',
    fields: [
      name,
      surname,
      { ...companyName, ...required },
      nip,
      { name: 'city', kind: 'text', autocomplete: 'address-level2', maxLength: 120 },
      { name: 'voivodeship', kind: 'select', autocomplete: 'address-level1', options: voivodeships, lang: 'pl' },
      { name: 'website', kind: 'url', autocomplete: 'url', maxLength: 255 },
      { ...email, ...required },
      { ...phone, ...required },
      message,
    ],
    consents: ['dataProcessing'],
  },
  advisor: {
    path: 'advisor_form_entries',
    fields: [
      fullName,
      { ...phone, ...required },
      email,
      { name: 'contactDate', kind: 'date', ...required, ...half },
      { name: 'contactTime', kind: 'time', ...required, ...half, step: 900, hint: 'form.hint.contactTime' },
      industry,
    ],
    consents: ['dataProcessing'],
  },
  reference: {
    path: 'reference_request_form_entries',
    fields: [
      fullName,
      { ...companyName, ...required },
      { ...email, ...required },
      { ...phone, ...required },
      { ...industry, ...required },
      { name: 'countMonitoringItems', kind: 'integer' },
    ],
    consents: ['dataProcessing'],
  },
  support: {
    path: 'support_form_entries',
    fields: [fullName, companyName, { ...email, ...required }, phone, { ...message, ...required }, files],
    consents: ['dataProcessing'],
  },
  jobApplication: {
    path: 'form_entries/job_application',
    fields: [
      name,
      surname,
      { ...email, ...required },
      { ...phone, ...required },
      message,
      { name: 'cv', kind: 'file', ...required, hint: 'form.hint.cv' },
      files,
    ],
    consents: ['recruitment'],
    hidden: ['jobOffer'],
  },
}
