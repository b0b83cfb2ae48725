import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '#content/client/client.ts'
import { causeOfEnd } from '#content/finding.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { notedBy } from '#renderer/build/build-frame.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { type OpenedSite, openSite } from '#renderer/build/open-site.ts'
import { type BuildMemory, lookAtPages, openBuildMemory } from '#renderer/build/remember-build.ts'
import { type Report, type Run, startRun } from '#renderer/build/report.ts'
import { fromService } from '#renderer/build/site-source.ts'
import type { Route } from '#renderer/plan/route.ts'
import { shareDocuments } from '#renderer/remote/shared-documents.ts'
import { serviceLimits } from '#renderer/settings.ts'
import { planFrame } from './plan-frame.ts'
import { type Costs, placesOf } from './share-of.ts'
import { type SitePlanData, writePlan } from './site-plan.ts'

/** `out` is the file of the plan, `lastExport` the folder of the last build, whose costs balance the shards. */
export type PlanJob = BuildJob & { lastExport: string; key?: string | undefined }

/**
 * Reads what the service says of a site once, and fixes it in a file that all shards build from. Nothing is written where content has
 * errors, unless `keepGoing`. What was read is kept for the next plan into the same file.
 */
export async function makePlan(given: PlanJob): Promise<Report> {
  const job = { ...given, dryRun: true }
  const run = startRun(job)
  using memory = await openBuildMemory({ ...job, dryRun: false })
  const client = openClient({
    ...{ ...job, ...serviceLimits(job.settings), answers: memory.answers },
    onOutage: job.progress?.onNote,
  })
  const nowhere = join(tmpdir(), `site-plan-${process.pid}`) // only looked at, as a dry run does
  const writer = await openDirectoryWriter(nowhere, { dryRun: true })
  try {
    const opened = await openSite({ job, run, client, writer, memory, source: fromService })
    if (opened) {
      await using _pictures = opened.pictures
      if (run.hasErrors() && !job.keepGoing) return run.finish(client.counts)
      writePlan(job.out, planOf(opened, { job, run, memory }), job.key)
      run.report.isPublished = true
      keepForNextPlan(opened, { job, memory })
      await shareDocuments(opened.contents, { job, bodyOf: memory.bodyOf })
    }
  } catch (error) {
    run.fail(causeOfEnd(error, job.signal))
  } finally {
    memory.keepAnswers()
    if (run.report.isPublished) await memory.share(client.counts)
    run.tellLost('remote-cache', await job.remote?.settle())
    run.tellLost('answers-lost', memory.answers.notice)
    await client.close()
  }
  return run.finish(client.counts)
}

type Planning = { job: PlanJob; run: Run; memory: BuildMemory }

function planOf(opened: OpenedSite, { job, run, memory }: Planning): SitePlanData {
  const { settings: _, family: __, texts: ___, ...plan } = opened.plan
  const { assets, integrity, pictures, code } = opened.data
  if (!code || !integrity) throw new Error('A site that was opened has code and bundled files.')
  const { locales, engine, images = 'on', strict = false, family, api, commerceApi, service } = job
  return {
    told: { locales, engine, images, strict, family: family.id, api, commerceApi, service },
    ...{ plan, contents: digestsOf(opened), names: { assets, integrity }, pictures, code },
    frame: planFrame(job, { ...opened, code }),
    findings: { warnings: run.findings.warnings, errors: run.findings.errors },
    places: placesOf(opened.routes, costsOf(opened, { job, memory })),
  }
}

function digestsOf({ contents }: OpenedSite): SitePlanData['contents'] {
  return new Map([...contents].map(([locale, { digests }]) => [locale, { digests }]))
}

/** To be fetched, framed and staged takes every page as long as rendering so many bytes of it. */
const weightOfAnyPage = 30_000

/**
 * What pages weighed in the last build; where nothing is known of one, what their documents weigh. Rendering takes as long as its HTML is
 * long, and unlike a clock bytes tell the same on every machine, so that the next plan gives shards the same pages.
 */
function costsOf({ routes, contents }: OpenedSite, { job, memory }: Pick<Planning, 'job' | 'memory'>): Costs {
  using last = lookAtPages({ ...(job.cache !== undefined && { cache: job.cache }), out: job.lastExport })
  const { pages } = last.previous
  const { answers } = memory
  const bytesOfDocument = ({ locale, source }: Route): number | undefined => {
    if (source.kind !== 'document' || answers.kind === 'snapshot') return undefined
    const digest = contents.get(locale)?.digests.get(`${source.collection}/${source.key}`)
    return digest === undefined ? undefined : answers.sizeOfBody(digest)
  }
  const weights = routes.flatMap((route) => {
    const bytes = pages.size > 0 ? pages.get(route.file)?.bytes : bytesOfDocument(route)
    return bytes === undefined ? [] : [[route.file, weightOfAnyPage + bytes] as const]
  })
  return new Map(weights)
}

/** Notes of documents, so that the next plan parses only what is new. */
function keepForNextPlan(opened: OpenedSite, { job, memory }: Pick<Planning, 'job' | 'memory'>): void {
  const facts = { notedBy: notedBy(job, opened.data.code), out: job.out, locales: job.locales }
  const nothing = { questions: new Map(), pages: new Map(), steps: new Map() }
  memory.pages.save({ ...nothing, documents: opened.noted, facts }, new Map())
}
