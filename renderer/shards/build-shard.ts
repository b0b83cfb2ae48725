import { hash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AnswerStore } from '#content/answers/answer-store.ts'
import type { ContentClient } from '#content/client/client.ts'
import { SiteError, UsageError } from '#content/finding.ts'
import { connectByNode } from '#content/transport/connect-by-node.ts'
import { readTexts } from '#locales/translator.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { manifestName } from '#publish/export/export-manifest.ts'
import { openPlannedPictures } from '#publish/pictures/open-planned-pictures.ts'
import type { Writer } from '#publish/writer.ts'
import { toolsOf } from '#renderer/build/build-fingerprint.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { openAnswers } from '#renderer/build/memory-file.ts'
import { openService } from '#renderer/build/open-service.ts'
import { finishSitePictures, pictureReading } from '#renderer/build/open-site-pictures.ts'
import { type Pages, renderPages } from '#renderer/build/pages/render-pages.ts'
import { sentDocuments } from '#renderer/build/pages/sent-documents.ts'
import { figuresOf, type Report, type Run, startRun } from '#renderer/build/report.ts'
import { runToEnd } from '#renderer/build/run-to-end.ts'
import type { Route } from '#renderer/plan/route.ts'
import { packNames } from '#renderer/reader/asset-placeholders.ts'
import { judgePages } from '#renderer/reads/judge-pages.ts'
import { openPageStore, type PageStore } from '#renderer/reads/page-store.ts'
import { sharedBodyOf } from '#renderer/remote/shared-documents.ts'
import { localesOf } from '#renderer/settings.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import type { PageDocuments, Site, SiteData } from '#renderer/site/site.ts'
import { packPart, partFile, partPages, partPlan } from './part.ts'
import { differenceOf } from './plan-fingerprint.ts'
import { type Shard, shardAt } from './shard-places.ts'
import type { SealedPlan } from './site-plan.ts'

/** `out` is the folder of the part; `planFile` is the file of `plan`; `key` is the key that signs plan and part. */
export type ShardJob = BuildJob & { shard: Shard; plan: SealedPlan; planFile: string; key?: string }

/**
 * Makes the pages and pictures of one shard, in a folder of their own: a part. Like a build, it makes
 * only what differs from the part in the folder. It requests the documents of its pages from the
 * service, and these must still be those of the plan.
 */
export async function buildShard(job: ShardJob): Promise<Report> {
  const run = startRun(job)
  refuseOtherProject(job)
  refuseExport(job)
  await using _lock = await lockExport(job.out, job.command ?? 'site build --shard')
  const writer = await openDirectoryWriter(job.out)
  using answers = openAnswers(job)
  using store = openPageStore(join(job.out, partPages), toolsOf(job))
  const client = openService({ ...job, answers, connect: connectByNode })
  return await runToEnd({ job, run, writer, memory: { answers, pages: store }, client }, makePart)
}

/** Refuses a project other than the planned one, because the pages of its shards would not fit together. */
function refuseOtherProject({ plan, planFile, ...job }: ShardJob): void {
  const difference = differenceOf(plan.fingerprint, job)
  if (!difference) return
  throw new UsageError(`The plan "${planFile}" cannot be built here, because ${difference}.`, {
    hint: 'Use the same commit, lock file, version of Node and settings as "site plan", or make a new plan.',
  })
}

/** Refuses the folder of an export, because the part would replace it if somebody forgets --out. */
function refuseExport({ out }: ShardJob): void {
  if (existsSync(join(out, partFile)) || !existsSync(join(out, manifestName))) return
  throw new UsageError(`"${out}" contains an export, which the part would replace.`, {
    hint: 'Pass another folder for the part, as in --out part-1.',
  })
}

type Making = {
  job: ShardJob
  run: Run
  writer: Writer
  memory: { answers: AnswerStore; pages: PageStore }
  client: ContentClient
}

async function makePart({ job, run, writer, memory, client }: Making): Promise<void> {
  const { answers, pages: store } = memory
  const data = siteOf(job)
  const documents = sentDocuments({
    ...{ contents: job.plan.contents, bodyOf: answers.body, client },
    sharedBody: sharedBodyOf(job),
  })
  const site = indexSite(data, documents)
  const routes = routesOf(job)
  run.report.pages.total = routes.length
  await using pictures = await openPlannedPictures({
    ...pictureReading({ job, run, client, writer }),
    data: data.pictures,
    isOwn: (url) => 1 + (Number.parseInt(hash('sha256', url).slice(0, 8), 16) % job.shard.count) === job.shard.index,
  })
  const judgement = judgePages({ site, store, routes, writer, job, bodyOf: answers.body })
  const making = { data, engine: job.engine, threads: job.threads }
  const rendered = await run.stage('render', () =>
    renderPages({
      ...{ ...making, site, routes, store, judgement, pictures, writer, run },
      documentOf: documents.documentOf,
      signal: job.signal,
    }),
  )
  if (run.hasErrors() && !job.keepGoing) return
  await run.stage('encode', () => finishSitePictures(pictures, run))
  await run.stage('part', async () => {
    const pages = keepPages(job, { store, run, rendered, site })
    copyFileSync(job.planFile, join(job.out, partPlan))
    const { plan, shard, key } = job
    const { errors } = run.findings
    const text = () => packPart({ version: 1, plan: plan.seal, shard, files: writer.planned(), pages, errors }, key)
    run.published(await writer.commit(() => new Map([[partFile, text()]])))
    answers.commit({ needed: checksumsOf(routes, documents) })
  })
}

/**
 * The site data of the plan file, combined with the settings and texts of the
 * project, which are the same as at planning.
 */
function siteOf({ plan: { plan, names, pictures, code }, settings, family, siteRoot }: ShardJob): SiteData {
  const { contents, languageNames, otherAddresses, homes, strays, shells, translations } = plan
  const texts = readTexts(localesOf(settings), siteRoot)
  const planned = { contents, languageNames, otherAddresses, homes, strays, shells, translations }
  return { ...planned, ...names, settings, family, texts, pictures, code }
}

/**
 * The routes of the shard's pages. If the shard makes no page of a locale, the routes of this locale are never read.
 */
function routesOf({ plan: { plan, locales, places }, shard }: ShardJob): Route[] {
  let place = -1
  return locales.flatMap(({ locale, pages, isOwn }) =>
    Array.from({ length: isOwn ? pages : 0 }).flatMap((_, at) => {
      place += 1
      const isWanted = shardAt(places[place] ?? 0, shard.count) === shard.index
      return (isWanted && plan.contents.get(locale)?.routes[at]) || []
    }),
  )
}

/**
 * Checksums of the documents of some pages. A run that reuses the pages requests none of these documents, but the next
 * run may need them all.
 */
function checksumsOf(routes: Route[], { digestOf }: PageDocuments): Set<string> {
  const checksums = routes.map(
    ({ locale, source }) => source.kind === 'document' && digestOf(locale, source.collection, source.key),
  )
  return new Set(checksums.filter((one) => typeof one === 'string'))
}

type Made = { store: PageStore; run: Run; rendered: Pages; site: Site }

/**
 * Saves the page store of a part, and returns its checksum. Throws a `SiteError` if it
 * cannot be written, because a merge needs it.
 */
function keepPages(job: ShardJob, { store, run, rendered: { pages, questions, lastQuestion }, site }: Made): string {
  const facts = { names: packNames(site), lastQuestion, out: resolve(job.out), locales: job.locales }
  const figures = figuresOf(run.report)
  store.save({ questions, pages, steps: new Map(), documents: new Map(), facts: { ...facts, figures } })
  try {
    return hash('sha256', readFileSync(join(job.out, partPages)))
  } catch (cause) {
    throw new SiteError(
      {
        code: 'export-unwritable',
        message: `The part "${job.out}" cannot be made, because its "${partPages}" cannot be written.`,
        hint: 'Check the free space on its disk and its permissions, or choose another folder with --out, and run the shard again.',
      },
      { cause },
    )
  }
}
