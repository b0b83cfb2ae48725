import { type AnswerStore, identityOf, openAnswerStore } from '#content/answer-store.ts'
import { type ContentClient, openClient } from '#content/client.ts'
import { connectByNode } from '#content/connect-by-node.ts'
import { publishChanges } from '#publish/export-changes.ts'
import { lockExport } from '#publish/export-lock.ts'
import { openStandingExport, type StandingExport } from '#publish/standing-export.ts'
import { frameOf, memoryFile } from './build-frame.ts'
import type { BuildJob } from './build-job.ts'
import { type OwnDocumentSource, readOwnDocument } from './reads/own-document.ts'
import { type OpenRecall, openRecall, type Recall, type RecalledPage, saveRecall } from './reads/recall.ts'
import { openSourceDigests } from './reads/source-digests.ts'
import { openRecalledRenderer } from './render-recalled.ts'
import { type Report, type Run, startRun } from './report.ts'

export type RememberedJob = Omit<BuildJob, 'locales' | 'only'> & { only: { slugs: string[]; locales: string[] } }

/**
 * Renders pages with the answers that the last build got, and their own content as the service has it now. Gives nothing, and has
 * changed nothing, where a build might make something else of these pages: then the site has to be read.
 */
export async function renderRemembered(job: RememberedJob): Promise<Report | undefined> {
  const file = memoryFile(job, 'pages')
  if (file === undefined) return undefined
  await using _lock = await lockExport(job.out, job.command ?? 'site render')
  using opened = openRecall(file)
  if (!opened || !isAsItWas(opened.recall, job)) return undefined
  const standing = await openStandingExport(job.out)
  using answers = openAnswerStore(memoryFile(job, 'answers'), identityOf(job))
  const client = openClient({ ...job, limits: job.settings.limits, answers, connect: connectByNode, attempts: 1 })
  const rendering = { job, opened, file, standing, answers, client }
  try {
    // New code may read more of a document than is remembered of it.
    return await renderPages(rendering, { isWhole: false }).catch(() => renderPages(rendering, { isWhole: true }))
  } catch (cause) {
    job.signal?.throwIfAborted()
    if (process.env.NODE_DEBUG?.includes('site')) process.stderr.write(`The site is read: ${(cause as Error).stack}\n`)
    return undefined // whatever it was, it is told when the site is read
  } finally {
    await client.close()
  }
}

/** Whether all that answers depend on is as it was, the content aside. */
function isAsItWas({ frame, locales, sources }: Recall, job: RememberedJob): boolean {
  if (frame !== frameOf({ ...job, locales })) return false
  const { digestOf } = openSourceDigests(job.root, sources)
  return Object.entries(sources).every(([source, [, digest]]) => digestOf(source) === digest)
}

type Rendering = {
  job: RememberedJob
  opened: OpenRecall
  file: string
  standing: StandingExport
  answers: AnswerStore
  client: ContentClient
}

async function renderPages(
  { job, opened, file, standing, answers, client }: Rendering,
  { isWhole }: Pick<OwnDocumentSource, 'isWhole'>,
): Promise<Report> {
  const { recall } = opened
  const run = startRun({ ...job, locales: recall.locales })
  const pages = choosePages(opened, job)
  for (const { file: path, sha256 } of pages) expectPublished(standing, path, sha256)
  for (const [path, sha256] of Object.entries(recall.files)) expectPublished(standing, path, sha256)
  const reading = { ...job, findings: run.findings, client, answers, isWhole }
  const documents = await run.stage('crawl', () => Promise.all(pages.map((page) => readOwnDocument(page, reading))))
  const made = await run.stage('render', async () => {
    const render = await openRecalledRenderer({ job, run, opened })
    return Promise.all(pages.map(async (page, at) => ({ page, html: await render(page, documents[at]) })))
  })
  if (run.hasErrors()) throw new Error('A page has errors.')
  await run.stage('publish', async () => {
    const pages = new Map(made.map(({ page, html }) => [page.file, Buffer.from(html)]))
    const changes = standing.replace(pages)
    run.published(changes)
    answers.commit({ isWhole: false })
    await publishChanges(job.out, changes)
    const since = Object.fromEntries(changes.changed.map(({ path, sha256, bytes }) => [path, { sha256, bytes }]))
    for (const { page } of made) run.report.bytes.html += (since[page.file]?.bytes ?? page.bytes) - page.bytes
    tellWhole(run, recall, { rendered: made.length, written: changes.changed.length })
    const figures = { ...recall.figures, bytes: run.report.bytes }
    saveRecall(file, { ...recall, figures, since: { ...recall.since, ...since } })
  })
  return run.finish(client.counts)
}

function choosePages(opened: OpenRecall, { only }: RememberedJob): RecalledPage[] {
  const chosen = new Map<string, RecalledPage>()
  for (const slug of only.slugs) {
    const named = opened.pagesNamed(slug).filter(({ locale }) => only.locales.includes(locale))
    if (named.length === 0) throw new Error(`No page is known by the name "${slug}".`)
    for (const page of named) chosen.set(page.file, page)
  }
  return [...chosen.values()]
}

function expectPublished(standing: StandingExport, path: string, sha256: string): void {
  if (!standing.isPublished(path, sha256)) throw new Error(`The file "${path}" is not as it was published.`)
}

/** The figures of the whole export, as a build tells them. */
function tellWhole({ report }: Run, { figures }: Recall, done: { rendered: number; written: number }): void {
  const { total, byLocale } = figures.pages
  Object.assign(report.pages, { total, byLocale, rendered: done.rendered, unchanged: total - done.written })
  Object.assign(report.images, figures.images, { encoded: 0, fromCache: 0 })
  const { html, ...others } = figures.bytes
  Object.assign(report.bytes, others, { html: html + report.bytes.html })
}
