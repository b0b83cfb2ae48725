import { resolve } from 'node:path'
import { UsageError } from '#content/finding.ts'
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
  const { nodeType, id, locale } = target
  const page = `page "${id}" of the type "${nodeType}" in "${locale}"`
  const [summary, list] =
    answer.status === 404
      ? [`There is no ${page}`, `Pass the id of the page, not its address. All pages are listed at ${origin}/admin/\n`]
      : [`The ${page} cannot be shown`, '']
  process.stderr.write(`${summary}: ${causes.map(withVisibleControls).join(' ')}\n${hint ? `${hint}\n` : ''}${list}`)
}

/** Writes the draft of a page as files, and prints what was written. Throws a `UsageError` if it cannot be written. */
export async function exportDraft({ ask }: Preview, target: Target, directory: string): Promise<void> {
  const { status, body } = await ask({ kind: 'export', target, directory: resolve(directory) })
  const answer: unknown = JSON.parse(Buffer.from(body).toString())
  if (status !== 200) {
    const { title, causes, hint } = answer as Failure
    throw new UsageError(`${title}: ${causes.join(' ')}`, hint === undefined ? {} : { hint })
  }
  const { files, page, missing, problems } = answer as ExportResult
  process.stderr.write(`The draft was written as ${files} files; open ${page}\n`)
  for (const problem of problems) process.stderr.write(`The draft is incomplete: ${withVisibleControls(problem)}\n`)
  const names = withVisibleControls(missing.join(', '))
  if (names) process.stderr.write(`The draft refers to files that the site does not have: ${names}\n`)
}
