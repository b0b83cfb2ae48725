export type FieldKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'nip'
  | 'url'
  | 'integer'
  | 'textarea'
  | 'select'
  | 'date'
  | 'time'
  | 'file'
  | 'files'
  | 'checkbox'

export type Field = {
  name: string
  kind: FieldKind
  required?: true
  autocomplete?: string
  minLength?: number
  /** In UTF-16 code units, without spaces around the value. */
  maxLength?: number
  /** The `step` attribute: seconds for a time. */
  step?: number
  /** Values of a select. `optionTexts` is the area of their texts. Without it the values themselves are shown. */
  options?: readonly string[]
  optionTexts?: string
  /** Language of values that are shown themselves. */
  lang?: string
  /** Pattern that the whole value, without spaces around it, must match. `withPatterns` adds it. */
  pattern?: string
  /** Key of a text below the label. */
  hint?: string
  /** Set for two neighbouring fields that belong together. They share a row where there is room. */
  half?: true
}

export type FormName = 'demo' | 'contact' | 'cooperation' | 'advisor' | 'reference' | 'support' | 'jobApplication'

export type FormSpec = {
  /** Path below the API base. */
  path: string
  fields: readonly Field[]
  /** Names of the required checkboxes, sent as `consents[name]`. */
  consents: readonly string[]
  /** Names of the hidden values that the block adds to `locale` and `referral`. */
  hidden?: readonly string[]
}

/** Returns the name under which a consent is sent. */
export function consentName(consent: string): string {
  return `consents[${consent}]`
}

/** Whether a form has file fields, so that it must be sent as multipart. */
export function hasFiles(form: FormSpec): boolean {
  return form.fields.some(({ kind }) => kind.startsWith('file'))
}

/** Returns the key of the submit button's text. */
export function submitKey(form: FormName): string {
  return `form.submit.${form}`
}

/** Returns the key of the sentence after the thanks, which has two wordings (spec §8). */
export function successNoteKey(form: FormName): string {
  return `form.successNote.${form === 'reference' ? form : 'contact'}`
}
