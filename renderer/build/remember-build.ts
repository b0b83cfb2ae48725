import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AnswerStore } from '#content/answers/answer-store.ts'
import { openSnapshot, type Snapshot, saveSnapshot } from '#content/answers/snapshot.ts'
import type { RequestCounts } from '#content/transport/transport.ts'
import { manifestFile } from '#renderer/plan/routing-of.ts'
import { packNames } from '#renderer/reader/asset-placeholders.ts'
import { packKnownSite } from '#renderer/reads/known-site.ts'
import { openPageStore, type PageStore, readBuildFacts, readPageStore } from '#renderer/reads/page-store.ts'
import { downloadMemory, uploadMemory } from '#renderer/remote/shared-memory.ts'
import { notedBy, toolsOf } from './build-fingerprint.ts'
import type { BuildJob } from './build-job.ts'
import { memoryFile, openAnswers } from './memory-file.ts'
import type { OpenedSite } from './open-site.ts'
import type { Pages } from './pages/render-pages.ts'
import { figuresOf, type Run } from './report.ts'

/** The memory of builds into one export: the answers of the service, and what pages were made from. */
export type BuildMemory = Disposable & {
  answers: AnswerStore | Snapshot
  pages: PageStore
  /** Writes the snapshot that the job asks for. Throws a `UsageError` if it cannot be written. */
  saveSnapshot(): void
  /**
   * To be called after the commit: puts the answers and the page store into the cache that machines share, if there is
   * one. Does nothing in a dry run, in a build of some pages (`only`), or if that cache missed no file at the start and
   * none of the `requests` brought anything new. No build fails because of this.
   */
  share(requests: RequestCounts): Promise<void>
  /** To be called after the commit: makes this build the last build. */
  save(built: { opened: OpenedSite; rendered: Pages; run: Run }): void
}

/**
 * Opens the memory of earlier builds into the same folder. Files that this machine lacks are first fetched from the
 * cache that machines share. Without a cache folder nothing is remembered.
 */
export async function openBuildMemory(job: BuildJob): Promise<BuildMemory> {
  const taken = await downloadMemory(job)
  const answers = job.snapshot?.from ? openSnapshot(job.snapshot.from) : openAnswers(job)
  const pages = openPages(job)
  return {
    answers,
    pages,
    async share({ total, notModified }) {
      if (job.dryRun || job.only) return
      if (taken.isMissing || notModified < total) await uploadMemory(job, taken)
    },
    saveSnapshot() {
      if (job.snapshot?.save && answers.kind === 'store') saveSnapshot(answers, job.snapshot.save, job)
    },
    save({ opened, rendered, run }) {
      const { data, site, steps } = opened
      answers.commit({ isWhole: !job.only }) // the pages that `only` leaves alone show documents that were not read
      const { lastQuestion, ...known } = rendered
      const facts = {
        ...{ names: packNames(site), notedBy: notedBy(job, data.code), lastQuestion },
        ...{ out: resolve(job.out), locales: job.locales, figures: figuresOf(run.report) },
      }
      const made = job.only ? new Map([...pages.previous.steps, ...steps.known]) : steps.known
      const keptSite = run.hasErrors() || job.snapshot?.from ? undefined : packKnownSite(job, opened)
      pages.save({ ...known, steps: made, documents: opened.noted, facts }, keptSite)
    },
    [Symbol.dispose]() {
      answers[Symbol.dispose]()
      pages[Symbol.dispose]()
    },
  }
}

/**
 * The locales of the last build into a folder that the family still has. If nothing is known of that build, the locales
 * whose web manifest is in the export. If there are none, all locales of the family.
 */
export function builtLocales({ cache, out, family }: Pick<BuildJob, 'cache' | 'out' | 'family'>): string[] {
  const isInExport = (locale: string): boolean => existsSync(join(out, 'site', manifestFile(locale, family)))
  const built = readBuildFacts(memoryFile({ cache, out }, 'pages')).locales ?? family.locales.filter(isInExport)
  const held = built.filter((locale) => family.locales.includes(locale))
  return held.length > 0 ? held : family.locales
}

/** Opens the page store of an export for reading only, as `site explain` does. */
export function lookAtPages(job: Pick<BuildJob, 'cache' | 'out'>): PageStore {
  return readPageStore(memoryFile(job, 'pages'))
}

/** Opens the page store of builds with the same family and tools. A dry run opens it for reading only. */
function openPages(job: BuildJob): PageStore {
  const identity = toolsOf(job)
  const file = memoryFile(job, 'pages')
  if (!job.dryRun) return openPageStore(file, identity)
  const { identity: made = identity } = readBuildFacts(file)
  return readPageStore(made === identity ? file : undefined)
}
