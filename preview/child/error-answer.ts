import { hintOf, SiteError, UsageError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'
import { causesOf } from '#content/wording/causes-of.ts'
import { faultPlace } from '#content/wording/fault-place.ts'
import type { Answer } from '#preview/messages.ts'
import type { Failure } from '#preview/panel-data.ts'
import { escapeMarkup } from '#publish/xml.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { htmlAnswer, jsonAnswer } from './answers.ts'

/**
 * Returns `pageData not found` for content that the service does not have, and `pageData error` with its causes for any
 * other error.
 */
function failureOf(error: unknown): Failure {
  const isMissing = error instanceof SiteError && error.finding.code === 'document-missing'
  const fault = machineFailure(error)
  const hint = hintOf(error) ?? fault?.hint
  // code failed unexpectedly, such as a component of an own block
  const place = isOurs(error) ? undefined : (faultPlace(error, { but: toolRoot }) ?? faultPlace(error))
  return {
    status: isMissing ? 404 : 500,
    title: isMissing ? 'pageData not found' : 'pageData error',
    causes: [...(fault ? [fault.message] : causesOf(error)), ...(place ? [`The error is in ${place}.`] : [])],
    ...(hint && { hint }),
    ...(error instanceof UsageError && { isUsage: true }),
  }
}

/** What a fault of the machine prevents, and what to do about it. Undefined for any other error. */
export function machineFailure(error: unknown): { message: string; hint: string } | undefined {
  const fault = isOurs(error) ? undefined : machineFault(error, '--cache')
  if (!fault) return undefined
  const file = fault.path ? `"${fault.path}"` : fault.isOfDisk && 'A file of the site'
  const what = file ? `${file} cannot be read or written` : 'The preview cannot continue'
  return { message: `${what}: ${fault.why}.`, hint: fault.hint }
}

function isOurs(error: unknown): boolean {
  return error instanceof UsageError || error instanceof SiteError
}

/** Answers with the failure as a page, which is replaced by the right page as soon as the failure is fixed. */
export function errorAnswer(error: unknown): Answer {
  const { status, title, causes, hint } = failureOf(error)
  const rows = causes.map((cause) => `<p>${escapeMarkup(cause)}</p>`).join('')
  const more = hint ? `<p class="hint">${escapeMarkup(hint)}</p>` : ''
  return htmlAnswer(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="stylesheet" href="/admin/assets/panel.css"><script type="module" src="/admin/assets/failure.js"></script></head>
<body class="failure"><main><h1>${title}</h1>${rows}${more}<p><a href="/admin/">All pages</a></p></main></body></html>
`,
    status,
  )
}

export function errorJson(error: unknown): Answer {
  const failure = failureOf(error)
  return jsonAnswer(failure, failure.status)
}
