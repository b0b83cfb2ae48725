import { resolve } from 'node:path'
import { SiteError, UsageError } from '#content/finding.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import type { ExportResult } from '#preview/child/draft/export-draft.ts'
import type { Target } from '#preview/messages.ts'
import type { Failure } from '#preview/panel-data.ts'
import type { Preview } from '#preview/server/start-preview.ts'

/** Prints why the page cannot be shown. The preview keeps running, because the draft may be created later. */
export async function printDraftFailure({ ask, origin }: Preview, target: Target): Promise<void> {
  // the page itself shows any other failure
  const answer = await ask({ kind: 'panel', target }).catch(() => undefined)
  if (!answer || answer.status === 200) return
  const { causes, hint } = JSON.parse(Buffer.from(answer.body).toString()) as Failure
  const page = nameOf(target)
  const [summary, list] =
    answer.status === 404
      ? [`There is no ${page}`, `Pass the id of the page, not its address. All pages are listed at ${origin}/admin/\n`]
      : [`The ${page} cannot be shown`, '']
  process.stderr.write(`${summary}: ${causes.map(withVisibleControls).join(' ')}\n${hint ? `${hint}\n` : ''}${list}`)
}

function nameOf({ nodeType, id, locale }: Target): string {
  return `page "${id}" of the type "${nodeType}" in "${locale}"`
}

/**
 * Writes the draft of a page as files, and prints what was written. Throws a `UsageError` if there is no such page or
 * the folder cannot be written, and a `SiteError` if the page cannot be shown.
 */
export async function exportDraft({ ask }: Preview, target: Target, directory: string): Promise<void> {
  const { status, body } = await ask({ kind: 'export', target, directory: resolve(directory) })
  const answer: unknown = JSON.parse(Buffer.from(body).toString())
  if (status !== 200) {
    const { causes, hint, isUsage } = answer as Failure
    const [page, why, options] = [nameOf(target), causes.join(' '), hint === undefined ? {} : { hint }]
    if (status === 404) throw new UsageError(`There is no ${page}: ${why}`, options)
    if (isUsage) throw new UsageError(why, options)
    throw new SiteError({ code: 'render-failed', message: `The ${page} cannot be exported: ${why}`, ...options })
  }
  const { files, page, missing, problems } = answer as ExportResult
  process.stderr.write(`The draft was written as ${files} files; open ${page}\n`)
  for (const problem of problems) process.stderr.write(`The draft is incomplete: ${withVisibleControls(problem)}\n`)
  const names = withVisibleControls(missing.join(', '))
  if (names) process.stderr.write(`The draft refers to files that the site does not have: ${names}\n`)
}
