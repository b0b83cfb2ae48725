import type { FormName, FormSpec } from './form-spec.ts'
import type { FileLimits } from './rules.ts'

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
  privacyHref?: string
  /** Slug of the job offer that is applied for. */
  jobOffer?: string
}

/** What the visitor's own actions have made of a form. */
export type FormState = {
  phase: 'idle' | 'refused' | 'busy' | 'failed' | 'done'
  /** Texts by the name of the control. */
  errors: Record<string, string>
  /** Messages about no field of the form. */
  notes: string[]
  /** Percent of the upload that has left. */
  progress?: number | undefined
  isOffline?: boolean
}

export const idleForm: FormState = { phase: 'idle', errors: {}, notes: [] }
