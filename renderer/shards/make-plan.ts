import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { notedBy } from '#renderer/build/build-fingerprint.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { openService } from '#renderer/build/open-service.ts'
import { type OpenedSite, openSite } from '#renderer/build/open-site.ts'
import { type BuildMemory, lookAtPages, openBuildMemory } from '#renderer/build/remember-build.ts'
import { type Report, type Run, startRun } from '#renderer/build/report.ts'
import { runToEnd } from '#renderer/build/run-to-end.ts'
import { fromService } from '#renderer/build/site-source.ts'
import type { Route } from '#renderer/plan/route.ts'
import { shareDocuments } from '#renderer/remote/shared-documents.ts'
import { planFingerprint } from './plan-fingerprint.ts'
import { type Costs, placesOf } from './shard-places.ts'
import { type SitePlanData, writePlan } from './site-plan.ts'

/** `out` is the plan file; `lastExport` is the folder of the last build, whose page sizes balance the shards. */
export type PlanJob = BuildJob & { lastExport: string; key?: string }

/**
 * Reads a site from the service, and writes it to a plan file, from which all shards build. If content has errors, no
 * file is written, unless `keepGoing` is set. The next plan with the same file reuses what was read.
 */
export async function makePlan(planJob: PlanJob): Promise<Report> {
  const job = { ...planJob, dryRun: true }
  const run = startRun(job)
  using memory = await openBuildMemory(planJob)
  const client = openService({ ...job, answers: memory.answers })
  const nowhere = join(tmpdir(), `site-plan-${process.pid}`) // the folder of a dry run, which only looks at it
  const writer = await openDirectoryWriter(nowhere, { dryRun: true })
  return await runToEnd({ job: planJob, run, writer, memory, client }, async () => {
    const opened = await openSite({ job, run, client, writer, memory, source: fromService })
    if (!opened) return
    await using _pictures = opened.pictures
    if (run.hasErrors() && !job.keepGoing) return
    writePlan(job.out, planOf(opened, { job, run, memory }), job.key)
    run.report.isPublished = true
    keepForNextPlan(opened, { job, memory })
    await shareDocuments(opened.contents, { job, bodyOf: memory.answers.body })
  })
}

type Planning = { job: PlanJob; run: Run; memory: BuildMemory }

function planOf(opened: OpenedSite, { job, run, memory }: Planning): SitePlanData {
  const { settings: _, family: __, texts: ___, ...plan } = opened.plan
  const { assets, integrity, pictures, code } = opened.data
  const contents = new Map([...opened.contents].map(([locale, { digests }]) => [locale, { digests }]))
  const { locales, engine, images = 'on', strict = false, family, api, commerceApi, service } = job
  return {
    options: { locales, engine, images, strict, family: family.id, api, commerceApi, service },
    ...{ plan, contents, names: { assets, integrity }, pictures, code },
    fingerprint: planFingerprint(job, { ...opened, code }),
    findings: { warnings: run.findings.warnings, errors: run.findings.errors },
    places: placesOf(opened.routes, costsOf(opened, { job, memory })),
  }
}

/**
 * The cost of a page besides rendering (fetching its document, staging its file), in
 * bytes of HTML that take the same time to render.
 */
const weightOfAnyPage = 30_000

/**
 * The costs of pages: the bytes of their HTML in the last build or, without a last build, the bytes of their documents.
 * The time to render a page is proportional to the length of its HTML. Bytes, unlike times, are the same on every
 * machine, so the next plan assigns the same pages to shards.
 */
function costsOf({ routes, documents }: OpenedSite, { job, memory }: Pick<Planning, 'job' | 'memory'>): Costs {
  using last = lookAtPages({ cache: job.cache, out: job.lastExport })
  const { pages } = last.previous
  const { answers } = memory
  const bytesOfDocument = ({ locale, source }: Route): number | undefined => {
    if (source.kind !== 'document' || answers.kind === 'snapshot') return undefined
    const digest = documents.digestOf(locale, source.collection, source.key)
    return digest === undefined ? undefined : answers.sizeOfBody(digest)
  }
  const weights = routes.flatMap((route) => {
    const bytes = pages.size > 0 ? pages.get(route.file)?.bytes : bytesOfDocument(route)
    return bytes === undefined ? [] : [[route.file, weightOfAnyPage + bytes] as const]
  })
  return new Map(weights)
}

/** Keeps answers and notes of documents, so that the next plan reads and parses only changed documents. */
function keepForNextPlan(opened: OpenedSite, { job, memory }: Pick<Planning, 'job' | 'memory'>): void {
  memory.answers.commit()
  const facts = { notedBy: notedBy(job, opened.data.code), out: job.out, locales: job.locales }
  const nothing = { questions: new Map(), pages: new Map(), steps: new Map() }
  memory.pages.save({ ...nothing, documents: opened.noted, facts })
}
