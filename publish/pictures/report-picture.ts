import type { Findings, SiteError, Where } from '#content/finding.ts'

export type ReportPictureOptions = { url: string; uses: Where[]; findings: Findings; strict: boolean }

/** Tells each place that shows a picture why it cannot: a warning, or an error when strict. */
export function reportPicture(error: SiteError, { url, uses, findings, strict }: ReportPictureOptions): void {
  const codes = {
    'service-refused': 'image-forbidden',
    'image-invalid': 'image-invalid',
    'document-too-large': 'image-invalid',
  } as const
  const code = codes[error.finding.code as keyof typeof codes] ?? 'image-missing'
  for (const where of uses) {
    const place =
      where.path === undefined ? `What shows the collection "${where.document}"` : `The page "${where.path}"`
    findings[strict ? 'error' : 'warn']({
      code,
      message: `${error.finding.message} ${place} shows its alt text instead.`,
      where: { ...where, url },
      hint: error.finding.hint ?? 'Upload the picture again at the service, or take it out of the block.',
    })
  }
}
