import type { FileLimits } from './files/file-rules.ts'
import type { FormName, FormSpec } from './form-spec.ts'

/** What a form gets: values only, so that the same props can travel to the browser as JSON. */
export type FormProps = {
  form: FormName
  /** Its fields; they travel with the props so that a page holds no form but its own. */
  spec: FormSpec
  /** Prefix of every DOM id of the form. */
  id: string
  locale: string
  /** Address that takes the entry. */
  action: string
  /** Address of the page the form stands on. */
  referral: string
  /** Texts by key; `formTextKeys` lists them. */
  texts: Record<string, string>
  files: FileLimits
  /** Value of `accept` of its file inputs. */
  accept: string
  privacyHref?: string
  /** Slug of the job offer that is applied for. */
  jobOffer?: string
  /** Whether the browser may send the form by itself. Otherwise the form is disabled until its script is there. */
  isNative?: boolean
}

/** What the visitor's own actions have made of a form. It is missing until the form's script is there. */
export type FormState = {
  phase: 'idle' | 'refused' | 'busy' | 'failed' | 'done'
  /** Messages by the name of their control. Those of the last try stay while the next one is under way. */
  errors: Record<string, string>
  /** Messages about no field of the form. */
  notes: string[]
  /** How many characters may still be typed, where these are few, by the name of the control. */
  left: Record<string, number | undefined>
  /** What is said aloud of a field that is nearly or more than full. */
  spoken?: string | undefined
  /** How much of the upload has left, in percent. */
  progress?: number | undefined
  isOffline?: boolean
  /** The phase that the form was in when it was sent; only while it is `busy`. */
  before?: FormState['phase']
}

export const idleForm: FormState = { phase: 'idle', errors: {}, notes: [], left: {} }
