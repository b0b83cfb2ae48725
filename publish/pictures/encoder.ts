import { sharp } from './sharp.ts'

/** Raised when the encoding changes in a way that its options do not show. */
const pipeline = 2

/** Names what encodes: files of another encoder have other names. */
export const encoder = `${pipeline} sharp ${sharp.versions.sharp} vips ${sharp.versions.vips}`
