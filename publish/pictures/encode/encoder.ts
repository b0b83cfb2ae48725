import { sharp } from './sharp.ts'

/** Increased when the encoding changes in a way that its options do not show. */
const pipeline = 2

/** The name of the encoder. Files made by another encoder have other names. */
export const encoder = `${pipeline} sharp ${sharp.versions.sharp} vips ${sharp.versions.vips}`
