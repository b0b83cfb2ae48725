import { join } from 'node:path'
import type { ContentClient } from '#content/client.ts'
import { crawl } from '#content/crawl.ts'
import type { DocumentNotes } from '#content/document-notes.ts'
import { type Documents, type KnownNotes, notesKey } from '#content/locale-content.ts'
import { readListings } from '#content/read-listings.ts'
import { readTexts } from '#locales/translator.ts'
import { writeAddresses } from '#publish/addresses.ts'
import type { StagedLedger } from '#publish/ledger.ts'
import type { Pictures } from '#publish/pictures/open-pictures.ts'
import { readRedirects } from '#publish/redirects.ts'
import type { Writer } from '#publish/writer.ts'
import { planSite, type SiteContent } from '#renderer/plan/plan-site.ts'
import { checkVanished, type Moved } from '#renderer/plan/resolve-moved.ts'
import type { Route } from '#renderer/plan/route.ts'
import { reportMissingTexts } from '#renderer/plan/routing-of.ts'
import type { PageStore } from '#renderer/reads/page-store.ts'
import { menuFindings } from '#renderer/site/menu.ts'
import { indexSite, type Site, type SiteData } from '#renderer/site/site.ts'
import { type BuildCode, type Code, readCode } from '#renderer/sources/read-code.ts'
import { runSteps, type Steps } from '#renderer/sources/run-steps.ts'
import { notedBy } from './build-frame.ts'
import type { BuildJob } from './build-job.ts'
import { bundleSite } from './bundle-site.ts'
import { collectPictures } from './collect-pictures.ts'
import { openSitePictures } from './open-site-pictures.ts'
import type { Run } from './report.ts'
import { type SentDocuments, type SentDocumentsOptions, sentDocuments } from './sent-documents.ts'

export type OpenSite = {
  job: BuildJob
  run: Run
  client: ContentClient
  writer: Writer
  memory: { pages: PageStore } & Pick<SentDocumentsOptions, 'bodyOf'>
  /** Parses every document, whatever the previous build noted. */
  isClean?: boolean
}

/** Everything that pages are rendered from. */
export type OpenedSite = {
  data: SiteData
  site: Site
  documents: SentDocuments
  /** Notes of them, for the next build. */
  noted: KnownNotes
  /** Routes of the family that is built and that have content. */
  routes: Route[]
  /** Addresses that are no pages any more. */
  moved: Moved
  /** Before the commit: stages the addresses of this build for the ledger, where there is one. */
  stageLedger: () => Promise<StagedLedger | undefined>
  pictures: Pictures
  steps: Steps
} & Pick<BuildCode, 'answering' | 'sources'>

/** Reads and plans the site up to where pages can be rendered; nothing when addresses conflict, which is reported then. */
export async function openSite({
  job,
  run,
  client,
  writer,
  memory,
  isClean,
}: OpenSite): Promise<OpenedSite | undefined> {
  const { family, locales, siteRoot } = job
  const { findings, report } = run
  const reading = readCode(job)
  const known = reading.then(({ code }) => knownNotes(job, { store: memory.pages, code, isClean }))
  known.catch(() => {}) // told by `reading`
  const [content, { code, answering, sources }] = await run.stage('crawl', () =>
    Promise.all([crawlSite(job, { client, run, known }), reading]),
  )
  const redirects = await readRedirects(join(siteRoot, 'redirects.json'))
  const texts = readTexts(
    job.settings.families.flatMap((one) => one.locales),
    siteRoot,
  )
  const plan = await run.stage('plan', () => planSite({ job, content, redirects, texts, findings }))
  const { planned, own, moved, isWhole, ...planData } = plan
  if (run.hasConflicts()) return undefined
  if (!job.dryRun) await writeAddresses(job.out, moved.addresses)
  const stageLedger = await checkVanished(job, { planned, moved, findings, isContentWhole: isWhole })
  report.pages.total = planned.filter(({ origin }) => origin === family.origin).length
  report.pages.failed = report.pages.total - own.length
  reportMissingTexts(texts, locales, run)

  const steps = runSteps({ store: memory.pages, writer, ...sources })
  const bundled = await run.stage('bundle', () => bundleSite({ job, run, steps, routes: own }))
  const uses = collectPictures(own, content.contents)
  const pictures = await run.stage('pictures', () => openSitePictures({ job, run, client, writer, uses }))

  const data: SiteData = { ...planData, ...bundled, pictures: pictures.data, code }
  const documents = sentDocuments({ contents: content.contents, bodyOf: memory.bodyOf, client })
  const site = indexSite(data, documents)
  for (const finding of locales.flatMap((locale) => menuFindings(site, locale))) findings.warn(finding)
  const noted = notesOf(content.contents)
  return { data, site, documents, noted, routes: own, moved, stageLedger, pictures, steps, answering, sources }
}

type KnownBy = Pick<OpenSite, 'isClean'> & { store: PageStore; code: Code }

/** What the previous build noted of documents; nothing where they are to be parsed, or would be noted otherwise now. */
function knownNotes(job: BuildJob, { store: { previous }, code, isClean }: KnownBy): KnownNotes {
  const isSame = previous.facts.notedBy === notedBy(job, code)
  return isSame && !isClean && !job.snapshot?.save ? previous.documents : new Map() // a snapshot holds bodies that were read
}

/** By the checksum of each document that was read. */
function notesOf(contents: SiteContent['contents']): KnownNotes {
  const noted = new Map<string, DocumentNotes>()
  for (const { notes, digests } of contents.values()) {
    for (const [name, one] of notes) {
      const [kind = ''] = name.split('/')
      noted.set(notesKey(kind as keyof Documents, digests.get(name) ?? ''), one)
    }
  }
  return noted
}

type CrawlSite = Pick<OpenSite, 'client' | 'run'> & { known: Promise<KnownNotes> }

async function crawlSite(job: BuildJob, { client, run, known }: CrawlSite): Promise<SiteContent> {
  const { settings, family, locales, strict } = job
  const { findings, count } = run
  const linkedLocales = settings.families.filter(({ id }) => id !== family.id).flatMap((other) => other.locales)
  const { trustUpdatedAt, lastGoodDays } = settings.crawl
  const reuse = { trustUpdatedAt, known, ...(job.keepGoing && lastGoodDays > 0 && { lastGoodDays }) }
  const service = { client, locales, linkedLocales, findings }
  const [contents, listings] = await Promise.all([
    crawl({ ...service, ...reuse, strict, holdsDocuments: false, onProgress: count }),
    readListings(service),
  ])
  return { contents, listings }
}
