import type { ConsentRecord } from './record.ts'

/** Consent as the page's own script keeps it, for what is loaded later. */
export type ConsentPage = {
  dialog: HTMLDialogElement
  /** True when tags have been loaded on this page. */
  hasTags: () => boolean
  /** The latest record, current or not. */
  record: () => ConsentRecord | undefined
  /** Reads the stored record and follows it. `unstored` is the text of a record that the browser did not store, or empty once it did. */
  look: (unstored?: string) => void
}
