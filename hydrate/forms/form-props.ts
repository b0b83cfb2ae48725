import type { FileLimits } from './files/file-rules.ts'
import type { FormName, FormSpec } from './form-spec.ts'

/** Props of a form. They are plain values, so that they can be sent to the browser as JSON. */
export type FormProps = {
  form: FormName
  /** The form's fields. They are in the props so that the browser need not load the fields of all forms. */
  spec: FormSpec
  /** Prefix of every DOM id of the form. */
  id: string
  locale: string
  /** Address to which the entry is sent. */
  action: string
  /** Address of the page with the form. */
  referral: string
  /** Texts by key, as listed by `formTextKeys`. */
  texts: Record<string, string>
  files: FileLimits
  /** `accept` attribute of the file inputs. */
  accept: string
  privacyHref?: string
  /** Slug of the job offer for which the form is an application. */
  jobOffer?: string
  /** Whether the browser may send the form without scripts. Otherwise the form is disabled until its script runs. */
  isNative?: boolean
}

/** The state of a form, which depends on the visitor's actions. It is missing until the form's script runs. */
export type FormState = {
  phase: 'idle' | 'refused' | 'busy' | 'failed' | 'done'
  /** Messages by the name of their control. Those of the last attempt stay during the next attempt. */
  errors: Record<string, string>
  /** Messages that are not about a field of the form. */
  notes: string[]
  /** How many characters may still be typed, if only a few, by the name of the control. */
  left: Record<string, number | undefined>
  /** Announcement for screen readers about a field that is nearly full or too full. */
  spoken?: string | undefined
  /** Progress of the upload in percent. */
  progress?: number | undefined
  /** What the form says while it is `failed`. */
  failure?: string
  /** The phase before the form was sent, only while it is `busy`. */
  before?: FormState['phase']
}

export const idleForm: FormState = { phase: 'idle', errors: {}, notes: [], left: {} }
