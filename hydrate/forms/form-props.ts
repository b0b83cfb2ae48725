import type { FileLimits } from './rules.ts'

/** What a form gets: values only, so that the same props can travel to the browser as JSON. */
export type FormProps = {
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

/** What the visitor's own actions have made of a form; errors are texts by field name. */
export type FormState = { phase: 'idle' | 'busy' | 'failed' | 'done'; errors: Record<string, string> }

export const idleForm: FormState = { phase: 'idle', errors: {} }
