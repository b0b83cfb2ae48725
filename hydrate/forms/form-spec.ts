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
  /** In characters as JavaScript counts them, blanks at the ends left out. */
  maxLength?: number
  /** Seconds between two values of a time, or the step of a number. */
  step?: number
  /** Values of a select; `optionTexts` is the area of the text keys, without it the values are their own names. */
  options?: readonly string[]
  optionTexts?: string
  /** Language of values that are their own names. */
  lang?: string
  /** What the whole value must match, blanks at the ends left out; `withPatterns` gives it. */
  pattern?: string
  /** Key of a text that stands under the label. */
  hint?: string
  /** Two neighbours that belong together share a row where there is room. */
  half?: true
}

export type FormName = 'demo' | 'contact' | 'cooperation' | 'advisor' | 'reference' | 'support' | 'jobApplication'

export type FormSpec = {
  /** Path under the API base. */
  path: string
  fields: readonly Field[]
  /** Names of the required checkboxes, sent as `consents[name]`. */
  consents: readonly string[]
  /** Names of the hidden values the block adds to `locale` and `referral`. */
  hidden?: readonly string[]
}

/** Name under which a consent is sent. */
export function consentName(consent: string): string {
  return `consents[${consent}]`
}

/** Whether a form must be sent as multipart, because it can carry files. */
export function hasFiles(form: FormSpec): boolean {
  return form.fields.some(({ kind }) => kind === 'file' || kind === 'files')
}

/** How many files a field may hold when the whole form may carry `maxCount`: a single file field takes one of them. */
export function fileCount(form: FormSpec, field: Field, maxCount: number): number {
  const singles = form.fields.filter(({ kind }) => kind === 'file').length
  return field.kind === 'file' ? 1 : Math.max(1, maxCount - singles)
}

/** Key of the text on the button that sends the form. */
export function submitKey(form: FormName): string {
  return `form.submit.${form}`
}

/** Key of the sentence after the thanks (spec §8: two wordings). */
export function successNoteKey(form: FormName): string {
  return `form.successNote.${form === 'reference' ? form : 'contact'}`
}
