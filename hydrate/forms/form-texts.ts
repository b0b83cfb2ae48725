import { forms } from './fields/fields.ts'
import { type FileLimits, fileCount } from './files/file-rules.ts'
import { type Field, type FieldKind, type FormName, type FormSpec, submitKey, successNoteKey } from './form-spec.ts'

const commonKeys = [
  'form.optional',
  'form.choose',
  'form.consent',
  'form.privacyLink',
  'form.summaryTitle',
  'form.busy',
  'form.failure',
  'form.offline',
  'form.wait',
  'form.successTitle',
  'validation.required',
  'validation.invalid',
]

const fileKeys = [
  'form.removeFile',
  'form.progress',
  'validation.fileEmpty',
  'validation.fileFormat',
  'validation.fileSize',
  'validation.fileCount',
  'validation.fileUnread',
]

const kindKeys: Partial<Record<FieldKind, string[]>> = {
  email: ['validation.email'],
  phone: ['validation.phone'],
  nip: ['validation.nip'],
  date: ['validation.past'],
  file: ['form.chooseFile', ...fileKeys],
  files: ['form.chooseFiles', ...fileKeys],
}

/** Returns the keys of all texts that a form shows in any of its states. */
export function formTextKeys(form: FormName, { fields, consents }: FormSpec = forms[form]): string[] {
  const keys = [
    ...commonKeys,
    submitKey(form),
    successNoteKey(form),
    ...fields.flatMap(fieldKeys),
    ...consents.map((consent) => `consent.${consent}`),
  ]
  return [...new Set(keys)]
}

function fieldKeys(field: Field): string[] {
  return [
    `field.${field.name}`,
    ...(field.hint ? [field.hint] : []),
    ...(field.optionTexts ? (field.options ?? []).map((option) => `${field.optionTexts}.${option}`) : []),
    ...(field.maxLength ? ['form.left', 'validation.tooLong'] : []),
    ...(field.minLength === 3 ? ['validation.minLength'] : []),
    ...(kindKeys[field.kind] ?? []),
  ]
}

/** Returns the values for a form's texts. `size` is in MB. The browser fills in values such as `{{name}}` later. */
export function formTextValues(form: FormSpec, files: FileLimits): Record<string, string | number> {
  const many = form.fields.find(({ kind }) => kind === 'files')
  return {
    formats: files.accept.join(', ').toUpperCase(),
    size: Math.floor((files.maxBytes / 1024 / 1024) * 10) / 10,
    percent: '{{percent}}',
    name: '{{name}}',
    left: '{{left}}',
    over: '{{over}}',
    when: '{{when}}',
    count: many ? fileCount(form, many, files.maxCount) : 1,
  }
}
