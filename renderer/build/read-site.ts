import type { ContentClient } from '#content/client/client.ts'
import { crawl } from '#content/crawl/crawl.ts'
import type { DocumentNotes } from '#content/crawl/document-notes.ts'
import { type Documents, type KnownNotes, type LocaleContent, notesKey } from '#content/crawl/locale-content.ts'
import { readListings } from '#content/crawl/read-listings.ts'
import { planSite, type SiteContent, type SitePlan } from '#renderer/plan/plan-site.ts'
import { picturesIn } from '#renderer/reader/rich-text.ts'
import type { PageStore } from '#renderer/reads/page-store.ts'
import { localesBeside } from '#renderer/settings.ts'
import type { SourceChecksums } from '#renderer/sources/file-stamp.ts'
import { readOwnFiles } from '#renderer/sources/own-files.ts'
import { type BuildCode, type Code, readCode } from '#renderer/sources/read-code.ts'
import { notedBy } from './build-fingerprint.ts'
import type { BuildJob } from './build-job.ts'
import { collectPictures, type PictureUses } from './collect-pictures.ts'
import type { Run } from './report.ts'

export type ReadSiteOptions = {
  job: BuildJob
  run: Run
  client: ContentClient
  memory: { pages: PageStore }
  /** Checksums of the project's files. */
  sources: SourceChecksums
}

/** The planned content of a site, and the sources of the code, before anything is made from them. */
export type ReadSite = {
  plan: SitePlan
  /** Checksums of documents as the service sent them, by locale. */
  contents: ReadonlyMap<string, Pick<LocaleContent, 'digests'>>
  /** Notes of documents, for the next build. */
  noted: KnownNotes
  pictures: PictureUses
} & BuildCode

/** Reads the content of a site from the service, and plans the site. */
export async function readSite({ job, run, client, memory, sources }: ReadSiteOptions): Promise<ReadSite> {
  const { siteRoot, settings } = job
  const { findings } = run
  const reading = readCode(job, sources)
  const known = reading.then(({ code }) => knownNotes(job, memory.pages, code))
  known.catch(() => {}) // `reading` is awaited below and throws the same error
  const [content, code] = await run.stage('crawl', () => Promise.all([crawlSite(job, { client, run, known }), reading]))
  const own = readOwnFiles(siteRoot, settings)
  const plan = await run.stage('plan', () => planSite({ job, content, ...own, findings }))
  const { contents } = content
  return { ...code, plan, contents, noted: notesOf(contents), pictures: collectPictures(plan.own, contents) }
}

/**
 * Notes of the last build, for documents that need not be parsed again. Empty if all documents must be parsed, or if
 * the code or the limits of documents changed.
 */
function knownNotes(job: BuildJob, { previous }: PageStore, code: Code): KnownNotes {
  const isSame = previous.facts.notedBy === notedBy(job, code)
  // A snapshot needs the bodies of all documents, so none may be skipped because its notes are known.
  return isSame && !job.snapshot?.save ? previous.documents : new Map()
}

/** The notes of all documents by their kind and checksum (`notesKey`), for the next build. */
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

type CrawlSiteOptions = Pick<ReadSiteOptions, 'client' | 'run'> & { known: Promise<KnownNotes> }

async function crawlSite(job: BuildJob, { client, run, known }: CrawlSiteOptions): Promise<SiteContent> {
  const { settings, family, locales, strict, keepGoing } = job
  const { findings, count: onProgress } = run
  const linkedLocales = localesBeside(settings, family)
  const { trustUpdatedAt, lastGoodDays } = settings.crawl
  const linkedLastGoodDays = lastGoodDays > 0 ? lastGoodDays : undefined
  const [contents, listings] = await Promise.all([
    crawl({
      ...{ client, locales, linkedLocales, findings, strict, known, trustUpdatedAt, picturesIn, onProgress },
      ...{ holdsDocuments: false, linkedLastGoodDays, lastGoodDays: keepGoing ? linkedLastGoodDays : undefined },
    }),
    readListings({ client, locales: [...locales, ...linkedLocales], findings }),
  ])
  return { contents, listings }
}
