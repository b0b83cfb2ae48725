import type { ConsentRecord } from './record.ts'

/** The state of consent on the page, kept by the page's own script for scripts that are loaded later. */
export type ConsentPage = {
  dialog: HTMLDialogElement
  /** Whether tags have been loaded on this page. */
  hasTags: () => boolean
  /** The latest record, valid or not. */
  record: () => ConsentRecord | undefined
  /** Reads the stored record and applies it. `unstored` is the text of a record that could not be stored, or empty. */
  look: (unstored?: string) => void
}
