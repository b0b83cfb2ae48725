import { existsSync } from 'node:fs'
import { areFactsAlike } from '#content/crawl/document-notes.ts'
import { type DocumentReading, fetchDocument } from '#content/crawl/read-document.ts'
import { UnusableFile } from '#content/open-database.ts'
import { connectByNode } from '#content/transport/connect-by-node.ts'
import { readTexts } from '#locales/translator.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { changesFile } from '#publish/export/export-changes.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { type PictureData, planPictures } from '#publish/pictures/plan-pictures.ts'
import type { Writer } from '#publish/writer.ts'
import type { Route } from '#renderer/plan/route.ts'
import { namedRoutes, wasNamed } from '#renderer/reads/choose-pages.ts'
import { rebuildAll } from '#renderer/reads/judge-pages.ts'
import type { KnownBuild } from '#renderer/reads/known-build.ts'
import { readKnownSite } from '#renderer/reads/known-site.ts'
import { openNamedPages, type PageStore } from '#renderer/reads/page-store.ts'
import { localesOf } from '#renderer/settings.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import { toolsOf } from './build-fingerprint.ts'
import type { BuildJob } from './build-job.ts'
import { memoryFile, openAnswers } from './memory-file.ts'
import { openService } from './open-service.ts'
import { type Pages, renderPages } from './pages/render-pages.ts'
import { type SentDocumentsOptions, sentDocuments } from './pages/sent-documents.ts'
import type { SettleParts } from './pages/settle-page.ts'
import { figuresOf, type Report, type Run, startRun } from './report.ts'

/** A job that renders the pages named in `only`. */
export type NamedJob = BuildJob & Required<Pick<BuildJob, 'only'>>

/**
 * The report, or the reason why the whole site must be read for these pages, in words that follow "because". In that
 * case nothing was changed.
 */
export type RenderedNamed = { report: Report } | { why: string }

/**
 * Renders single pages from the site as the last build read it, and from their own documents as the service has them
 * now. The result has the same bytes as after a whole build, provided that nothing else changed.
 */
export async function renderNamed(job: NamedJob): Promise<RenderedNamed> {
  const file = memoryFile(job, 'pages')
  if (job.only.withDependents) return { why: '"--deps" renders pages that are not named' }
  if (job.compress) return { why: '"--compress" writes files beside the pages' }
  if (file === undefined || !existsSync(file)) return { why: 'there is no record of an earlier build' }
  await using _lock = await lockExport(job.out, job.command ?? 'site render')
  try {
    return { report: await renderKnown(job, file) }
  } catch (cause) {
    job.signal?.throwIfAborted()
    // Reading the whole site meets errors of the content or the machine again, and reports them with their details.
    return { why: wordsOf(cause as Error, file) }
  }
}

/** The message of an error in words that follow "because". An `UnusableFile` is about `file`, the page store. */
function wordsOf(cause: Error, file: string): string {
  if (cause instanceof UnusableFile) return `"${file}" ${cause.message}`
  const [line = ''] = cause.message.split('\n')
  return line.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase())
}

async function renderKnown(asked: NamedJob, file: string): Promise<Report> {
  using stored = openNamedPages(file, toolsOf(asked))
  const job = { ...asked, locales: stored.facts.locales ?? [] }
  const { settings, family, only, engine, locales, signal } = job
  const { data, shared } = readKnownSite(stored, job)
  const planned = only.locales.flatMap((locale) => data.contents.get(locale)?.routes ?? [])
  const routes = namedRoutes(planned, only, family.origin)
  const store = stored.open(routes.map((route) => route.file))
  const writer = await openDirectoryWriter(job.out, { isPartial: true })
  for (const [path, sha256] of Object.entries(shared)) expectPublished(writer, path, sha256)
  for (const route of routes) expectPublished(writer, route.file, store.previous.pages.get(route.file)?.sha256)

  using answers = openAnswers(job)
  const once = { connect: connectByNode, attempts: 1, patienceMs: 0, onOutage: undefined }
  const client = openService({ ...job, answers, ...once })
  const run = startRun({ engine, locales, toolRoot: job.toolRoot, siteRoot: job.siteRoot })
  try {
    const contents = await readDocuments(routes, { ...job, client, findings: run.findings })
    const documents = sentDocuments({ contents, bodyOf: answers.body, client })
    const texts = readTexts(localesOf(settings), job.siteRoot)
    const whole = { ...data, settings, family, texts }
    const site = indexSite(whole, documents)
    const rendered = await renderPages({
      ...{ site, store, routes, writer, run, signal },
      data: whole,
      engine,
      documentOf: documents.documentOf,
      pictures: publishedPictures(data.pictures, writer),
      judgement: rebuildAll(routes, wasNamed),
    })
    if (run.hasErrors()) throw new Error(run.findings.errors[0]?.message)
    run.published(await writer.commit((changes) => new Map([changesFile(changes)])))
    answers.commit({ isWhole: false })
    keepPages(store, run, rendered)
    run.warnOfLoss('answers-lost', answers.notice)
    return run.finish(client.counts)
  } finally {
    await client.close()
    await writer.discard()
  }
}

/** Throws unless the export still contains the file as the last build published it. */
function expectPublished(writer: Writer, path: string, sha256: string | undefined): void {
  if (sha256 === undefined || writer.published(path)?.sha256 !== sha256)
    throw new Error(`the file "${path}" of the export is not the one that the last build published`)
}

/** Reads the current documents of the pages from the service. Throws if a change in one may also affect other pages. */
async function readDocuments(routes: Route[], reading: DocumentReading): Promise<SentDocumentsOptions['contents']> {
  const found = new Map(routes.map(({ locale }) => [locale, { digests: new Map<string, string>() }]))
  const read = async ({ locale, source, facts }: Route): Promise<void> => {
    if (source.kind !== 'document') return
    const { collection: kind, key } = source
    const name = `"${kind}/${key}" (${locale})`
    const answer = await fetchDocument({ kind, key, locale }, reading)
    if (!answer) throw new Error(`the document ${name} has the wrong shape`)
    if (!areFactsAlike(answer.notes.facts, facts))
      throw new Error(`other pages may depend on what changed in the document ${name}`)
    found.get(locale)?.digests.set(`${kind}/${key}`, answer.hash)
  }
  await Promise.all(routes.map(read))
  return found
}

/** Accepts pictures whose files are all published. Throws for others, because they would have to be read or made. */
function publishedPictures(data: PictureData, writer: Writer): SettleParts['pictures'] {
  const plans = planPictures(data)
  const expectFile = (path: string): void => {
    if (!writer.published(path)) throw new Error(`the picture "${path}" is not in the export`)
  }
  return {
    get(url, use) {
      const planned = plans.picture(url, use)
      if (!planned) throw new Error(`there is no record of the picture "${url}"`)
      for (const path of [planned.shown.src.slice(1), ...planned.variants.map((one) => one.path)]) expectFile(path)
    },
    card(title) {
      const planned = plans.card(title)
      if (planned) expectFile(planned.path)
    },
  }
}

/** Keeps what the pages asked, so that the next build can reuse them, and reports the figures of the whole export. */
function keepPages(store: PageStore, { report, warnOfLoss }: Run, { pages, questions, lastQuestion }: Pages): void {
  const { previous } = store
  const htmlOf = (all: KnownBuild['pages']): number => [...all.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  const { figures } = previous.facts
  if (figures) {
    const html = figures.bytes.html + htmlOf(pages) - htmlOf(previous.pages)
    Object.assign(report.pages, figures.pages)
    Object.assign(report.images, figures.images, { encoded: 0, fromCache: 0 })
    Object.assign(report.bytes, figures.bytes, { html })
  }
  const facts = { ...previous.facts, lastQuestion, figures: figuresOf(report) }
  store.save({ ...previous, pages, questions: new Map([...previous.questions, ...questions]), facts })
  warnOfLoss('memory-lost', store.notice)
}
