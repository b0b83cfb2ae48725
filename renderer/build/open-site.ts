import { resolve } from 'node:path'
import type { AnswerStore } from '#content/answers/answer-store.ts'
import type { Finding } from '#content/finding.ts'
import { listSome } from '#content/wording/list-some.ts'
import type { Pictures } from '#publish/pictures/open-pictures.ts'
import { writeAddresses } from '#publish/redirects/addresses.ts'
import type { StagedLedger } from '#publish/redirects/ledger.ts'
import type { Writer } from '#publish/writer.ts'
import { checkVanished, type MovedAddresses } from '#renderer/plan/moved-addresses.ts'
import { unreadRoutes } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import { reportMissingTexts } from '#renderer/plan/routing-of.ts'
import type { BuildFacts } from '#renderer/reads/known-build.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import { menuFindings } from '#renderer/site/menu.ts'
import type { Site, SiteData } from '#renderer/site/site.ts'
import { openSourceChecksums } from '#renderer/sources/file-stamp.ts'
import { runSteps, type Steps } from '#renderer/sources/run-steps.ts'
import { bundleShared, bundleSite } from './bundle-site.ts'
import { type SentDocuments, sentDocuments } from './pages/sent-documents.ts'
import type { ReadSite, ReadSiteOptions } from './read-site.ts'
import type { SiteSource } from './site-source.ts'

export type OpenSiteOptions = Omit<ReadSiteOptions, 'sources'> & {
  writer: Writer
  memory: { answers: Pick<AnswerStore, 'body'> }
  source: SiteSource
}

/** Everything that pages are rendered from. */
export type OpenedSite = {
  data: SiteData & Pick<ReadSite, 'code'>
  site: Site
  documents: SentDocuments
  /** Routes of the built family that have content. */
  routes: Route[]
  /** Addresses that are not pages any more. */
  moved: MovedAddresses
  /** To be called before the commit: stages the addresses of this build for the ledger, if there is one. */
  stageLedger: () => Promise<StagedLedger | undefined>
  pictures: Pictures
  steps: Steps
} & Omit<ReadSite, 'pictures' | 'code'>

/** A warning about the locales of the last build that this build leaves out, if there are any. */
function localesLeft(job: OpenSiteOptions['job'], { out, locales: before = [] }: BuildFacts): Finding[] {
  const { family, locales } = job
  const left = before.filter((locale) => family.locales.includes(locale) && !locales.includes(locale))
  if (left.length === 0 || out !== resolve(job.out)) return []
  return [
    {
      code: 'locale-left',
      message: `The export "${job.out}" contains pages in ${listSome(left)}. This build is only for ${listSome(locales)}, so it removes them.`,
      hint: 'To keep them, build with --locale all, or build into another folder with --out.',
    },
  ]
}

/**
 * Reads and plans a site, and makes everything else that must precede the rendering of pages. Returns undefined if the
 * site cannot be planned, and reports why.
 */
export async function openSite(options: OpenSiteOptions): Promise<OpenedSite | undefined> {
  const { job, run, client, writer, memory, source } = options
  const { family, locales } = job
  const { findings, report } = run
  const sources = openSourceChecksums(job.toolRoot)
  const steps = runSteps({ store: memory.pages, writer, ...sources })
  // Styles and scripts do not depend on content, so they are bundled while the service is read. If reading fails, its
  // error is thrown only after bundling has ended too.
  const bundling = bundleShared(job, steps)
  const reading = source.readSite({ ...options, sources })
  const bundlingEnd = bundling.catch(() => {}) // `bundleSite` awaits `bundling` itself, and throws its error
  const { pictures: uses, code, ...read } = await reading.finally(() => bundlingEnd)
  const { planned, own, moved, isWhole, ...planData } = read.plan
  if (run.hasNoPlan()) return undefined
  // Addresses are written even if the build fails later, but not if some are missing because content is unreadable.
  if (!job.dryRun && (isWhole || job.keepGoing)) await writeAddresses(job.out, moved.addresses)
  const { previous } = memory.pages
  for (const finding of localesLeft(job, previous.facts)) findings.warn(finding)
  const stageLedger = await checkVanished(job, { planned, moved, findings, isContentWhole: isWhole, previous })
  const unread = unreadRoutes(read.plan)
  report.pages.total = own.length + unread.length
  report.pages.failed = unread.length
  run.noteFailedPages({ origin: family.origin, routes: unread })
  reportMissingTexts(planData.texts, locales, run)

  const bundled = await run.stage('bundle', () => bundleSite({ job, run, steps, bundling, routes: own }))
  const pictures = await run.stage('pictures', () => source.openPictures({ job, run, client, writer, uses }))

  const data = { ...planData, ...bundled, pictures: pictures.data, code }
  const documents = sentDocuments({ contents: read.contents, bodyOf: memory.answers.body, client })
  const site = indexSite(data, documents)
  for (const finding of locales.flatMap((locale) => menuFindings(site, locale))) findings.warn(finding)
  return { ...read, data, site, documents, routes: own, moved, stageLedger, pictures, steps }
}
