import { isDeepStrictEqual } from 'node:util'
import { type AnswerStore, identityOf, openAnswerStore } from '#content/answer-store.ts'
import { type ContentClient, openClient } from '#content/client.ts'
import { connectByNode } from '#content/connect-by-node.ts'
import { changesFile, type ExportedFile } from '#publish/export-changes.ts'
import { lockExport } from '#publish/export-lock.ts'
import { openStandingExport, type StandingExport } from '#publish/standing-export.ts'
import { frameOf, memoryFile } from './build-frame.ts'
import type { BuildJob } from './build-job.ts'
import { chooseLocales } from './choose-locales.ts'
import { type OwnDocumentSource, readOwnDocument } from './reads/own-document.ts'
import { type OpenRecall, openRecall, type Recall, type RecalledPage, saveRecall } from './reads/recall.ts'
import { openSourceDigests } from './reads/source-digests.ts'
import { openRecalledRenderer } from './render-recalled.ts'
import { type Report, type Run, startRun } from './report.ts'

/** A job whose settings were not checked, and whose family and locales are only named. */
export type RememberedJob = Omit<BuildJob, 'settings' | 'family' | 'locales' | 'hosts' | 'only'> & {
  given: unknown
  family?: string | undefined
  only: { slugs: string[]; locale: string }
}

/**
 * Renders pages with the answers that the last build got, and their own content as the service has it now. Gives nothing, and has
 * changed nothing, where a build might make something else of these pages: then the site has to be read.
 */
export async function renderRemembered(asked: RememberedJob): Promise<Report | undefined> {
  const file = memoryFile(asked, 'pages')
  if (file === undefined) return undefined
  await using _lock = await lockExport(asked.out, asked.command ?? 'site render')
  try {
    using opened = openRecall(file)
    const job = opened && jobOf(opened.recall, asked)
    return job && (await renderAll({ job, opened, file, only: asked.only }))
  } catch (cause) {
    asked.signal?.throwIfAborted()
    if (process.env.NODE_DEBUG?.includes('site')) process.stderr.write(`The site is read: ${(cause as Error).stack}\n`)
    return undefined // whatever it was, it is told when the site is read
  }
}

type RecalledJob = Omit<BuildJob, 'only'>

/** The job with what the last build made of its settings; nothing for other settings. */
function jobOf({ settings, locales }: Recall, { only, ...asked }: RememberedJob): RecalledJob | undefined {
  if (!isDeepStrictEqual(asked.given, settings.given)) return undefined
  const { family } = chooseLocales(settings.checked, { family: asked.family, locale: 'all' })
  return { ...asked, settings: settings.checked, family, locales }
}

type Recalled = { job: RecalledJob; opened: OpenRecall; file: string; only: RememberedJob['only'] }
type Rendering = Recalled & {
  standing: StandingExport
  answers: AnswerStore
  client: ContentClient
  /** Rejects where something but the content is other than it was. */
  asItWas: Promise<void>
}

async function renderAll(recalled: Recalled): Promise<Report> {
  const { job } = recalled
  const standing = openStandingExport(job.out)
  using answers = openAnswerStore(memoryFile(job, 'answers'), identityOf(job))
  const client = openClient({ ...job, limits: job.settings.limits, answers, connect: connectByNode, attempts: 1 })
  const asItWas = new Promise(setImmediate).then(() => expectAsItWas(recalled, standing)) // while the service answers
  const rendering = { ...recalled, standing, answers, client, asItWas }
  try {
    return await renderPages(rendering, { isWhole: false }).catch(async () => {
      await asItWas
      return renderPages(rendering, { isWhole: true }) // new code may read more of a document than is remembered of it
    })
  } finally {
    await client.close()
  }
}

async function renderPages(rendering: Rendering, { isWhole }: Pick<OwnDocumentSource, 'isWhole'>): Promise<Report> {
  const { job, opened, standing, answers, client, asItWas } = rendering
  const run = startRun(job)
  const pages = choosePages(rendering)
  for (const { file, sha256 } of pages) expectPublished(standing, file, sha256)
  const reading = { ...job, findings: run.findings, client, answers, isWhole }
  const [documents, render] = await run.stage('crawl', () =>
    Promise.all([
      Promise.all(pages.map((page) => readOwnDocument(page, reading))),
      asItWas.then(() => openRecalledRenderer({ job, run, opened, pages })),
    ]),
  )
  const made = await run.stage('render', () =>
    pages.map((page, at) => ({ page, bytes: Buffer.from(render(page, documents[at])) })),
  )
  if (run.hasErrors()) throw new Error('A page has errors.')
  await run.stage('publish', () => {
    const files = new Map(made.map(({ page, bytes }) => [page.file, bytes]))
    const changes = standing.replace(files, (told) => new Map([changesFile(told)]))
    run.published(changes)
    answers.commit({ isWhole: false })
    for (const { page, bytes } of made) run.report.bytes.html += bytes.length - page.bytes
    tellWhole(run, opened.recall, { rendered: made.length, written: changes.changed.length })
    if (changes.changed.length > 0) remember(rendering, run, changes.changed)
  })
  return run.finish(client.counts)
}

/** Throws unless all that answers and pages depend on is as it was, the content aside. */
function expectAsItWas({ job, opened }: Recalled, standing: StandingExport): void {
  const { frame, sources, files } = opened.recall
  const { digestOf } = openSourceDigests(job.root, sources)
  const edited = Object.entries(sources).find(([source, [, digest]]) => digestOf(source) !== digest)
  if (edited) throw new Error(`The source "${edited[0]}" was edited since the last build.`)
  if (frame !== frameOf(job)) throw new Error('Options or tools are others than in the last build.')
  for (const [file, sha256] of Object.entries(files)) expectPublished(standing, file, sha256)
}

function expectPublished(standing: StandingExport, file: string, sha256: string): void {
  if (!standing.isPublished(file, sha256)) throw new Error(`The file "${file}" is not as it was published.`)
}

function choosePages({ job, opened, only }: Rendering): RecalledPage[] {
  const { locales } = chooseLocales(job.settings, { family: job.family.id, locale: only.locale })
  const chosen = only.slugs.map((slug) => {
    const named = opened.pagesNamed(slug).filter(({ locale }) => locales.includes(locale))
    if (named.length === 0) throw new Error(`No page is known by the name "${slug}".`)
    return named.map((page) => [page.file, page] as const)
  })
  return [...new Map(chosen.flat()).values()]
}

/** The figures of the whole export, as a build tells them. */
function tellWhole({ report }: Run, { figures }: Recall, done: { rendered: number; written: number }): void {
  const { total, byLocale } = figures.pages
  Object.assign(report.pages, { total, byLocale, rendered: done.rendered, changed: done.written })
  Object.assign(report.images, figures.images, { encoded: 0, fromCache: 0 })
  const { html, ...others } = figures.bytes
  Object.assign(report.bytes, others, { html: html + report.bytes.html })
}

function remember({ opened, file }: Rendering, { report }: Run, changed: ExportedFile[]): void {
  const { recall } = opened
  const since = Object.fromEntries(changed.map(({ path, sha256, bytes }) => [path, { sha256, bytes }]))
  const figures = { ...recall.figures, bytes: report.bytes }
  saveRecall(file, { ...recall, figures, since: { ...recall.since, ...since } })
}
