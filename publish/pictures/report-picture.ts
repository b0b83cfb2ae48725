import type { Finding, Findings, SiteError, Where } from '#content/finding.ts'
import { readablePath } from '#publish/redirects/request-path.ts'

export type ReportPictureOptions = { url: string; uses: Where[]; findings: Findings; strict: boolean }

/** The kinds of failure that mean that the service is failing. Faults of a picture or its address have other kinds. */
export const outageKinds = /^(?:5\d\d|429|time-out|body cut short|broken connection)$/

/** What to do if a picture cannot be read because the service is failing. */
export const hintOfOutage = 'The picture may exist: find out why the service is failing, and build again.'

/**
 * Whether a finding is the single error for an origin that was given up. An origin that never answered causes an error
 * for each picture.
 */
export const isOfOutage = ({ code, failure }: Finding): boolean =>
  code === 'service-unreachable' && failure === undefined

/**
 * Reports why a picture cannot be shown, once for all places that need it: as a warning, or as an error if `strict`. If
 * the service is failing, it is an error too, because the picture exists and a build at another time would show it. An
 * outage is reported once for all pictures.
 */
export function reportPicture(error: SiteError, { url, uses, findings, strict }: ReportPictureOptions): void {
  if (isOfOutage(error.finding)) {
    findings.error({
      ...error.finding,
      message: `${error.finding.message} ${inWords(uses, 'needs pictures from it', 'need pictures from it')}.`,
    })
    return
  }
  const codes = {
    'service-refused': 'image-forbidden',
    'image-invalid': 'image-invalid',
    'document-too-large': 'image-invalid',
  } as const
  const code = codes[error.finding.code as keyof typeof codes] ?? 'image-missing'
  const isOfService = outageKinds.test(error.finding.failure?.kind ?? '')
  const isError = strict || isOfService
  findings[isError ? 'error' : 'warn']({
    code,
    message: `${error.finding.message} ${isError ? inWords(uses, 'needs it', 'need it') : inWords(uses, 'is shown without it', 'are shown without it')}.`,
    where: { ...uses[0], url },
    hint:
      error.finding.hint ??
      (isOfService ? hintOfOutage : 'Replace the picture at the service, or remove it from the block.'),
  })
}

function inWords(uses: Where[], ofOne: string, ofMany: string): string {
  const places = new Set(
    uses.map(({ path, document, block }) => {
      if (path === undefined) return `every list of the collection "${document}"`
      return `${block ? `the block "${block}" of ` : ''}the page "${readablePath(path)}"`
    }),
  )
  const [first = '', ...others] = places
  const sentence = `${first[0]?.toUpperCase()}${first.slice(1)}`
  if (others.length === 0) return `${sentence} ${ofOne}`
  const rest = others.length === 1 ? others[0] : `${others.length.toLocaleString('en')} other places`
  return `${sentence} and ${rest} ${ofMany}`
}
