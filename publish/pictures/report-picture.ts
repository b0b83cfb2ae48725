import type { Finding, Findings, SiteError, Where } from '#content/finding.ts'

export type ReportPictureOptions = { url: string; uses: Where[]; findings: Findings; strict: boolean }

/** How reads fail when a service is ill; what is wrong with a picture or its address fails otherwise. */
export const illness = /^(?:5\d\d|429|time-out|body cut short|broken connection)$/

/** An origin that answered before and was waited for in vain is ill too; one that never did may be a wrong address. */
const isIll = ({ code, failure }: Finding): boolean =>
  failure ? illness.test(failure.kind) : code === 'service-unreachable'

/**
 * Tells each place that shows a picture why it cannot: a warning, or an error when strict. Where the service is ill it is an error too:
 * the picture is there, and a build at another time would show it.
 */
export function reportPicture(error: SiteError, { url, uses, findings, strict }: ReportPictureOptions): void {
  const codes = {
    'service-refused': 'image-forbidden',
    'image-invalid': 'image-invalid',
    'document-too-large': 'image-invalid',
  } as const
  const code = codes[error.finding.code as keyof typeof codes] ?? 'image-missing'
  const isError = strict || isIll(error.finding)
  for (const where of uses) {
    const place =
      where.path === undefined ? `What shows the collection "${where.document}"` : `The page "${where.path}"`
    findings[isError ? 'error' : 'warn']({
      code,
      message: `${error.finding.message} ${place} shows its alt text instead.`,
      where: { ...where, url },
      hint: error.finding.hint ?? 'Upload the picture again at the service, or take it out of the block.',
    })
  }
}
