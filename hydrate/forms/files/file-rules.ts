import type { Field, FormSpec } from '#hydrate/forms/form-spec.ts'

/** `accept` has file extensions. `maxCount` is the limit of a form or a field. */
export type FileLimits = { accept: readonly string[]; maxBytes: number; maxCount: number }
export type FileFacts = { name: string; size: number }

/** Checks the format (by extension) and size of a chosen file. Returns the key of the first error message. */
export function checkFacts({ name, size }: FileFacts, limits: FileLimits): string | undefined {
  if (!isAccepted(name, limits.accept)) return 'validation.fileFormat'
  if (size === 0) return 'validation.fileEmpty'
  return size <= limits.maxBytes ? undefined : 'validation.fileSize'
}

function isAccepted(name: string, accept: readonly string[]): boolean {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && endings(accept).includes(ending)
}

function endings(accept: readonly string[]): string[] {
  return accept.flatMap((ending) => (ending === 'jpg' ? ['jpg', 'jpeg'] : [ending]))
}

/** Returns the `accept` attribute of a file input: `.pdf,.jpg,.jpeg`. */
export function acceptAttribute(accept: readonly string[]): string {
  return endings(accept)
    .map((ending) => `.${ending}`)
    .join(',')
}

/** Returns how many files a field may have when a form may have `maxCount`. Each single-file field counts as one. */
export function fileCount(form: FormSpec, field: Field, maxCount: number): number {
  const singles = form.fields.filter(({ kind }) => kind === 'file').length
  return field.kind === 'file' ? 1 : Math.max(1, maxCount - singles)
}
