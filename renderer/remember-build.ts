import { resolve } from 'node:path'
import * as z from 'zod'
import { type AnswerStore, identityOf, openAnswerStore } from '#content/answer-store.ts'
import { openSnapshot, type Snapshot, saveSnapshot } from '#content/snapshot.ts'
import { memoryFile, toolsOf } from './build-frame.ts'
import type { BuildJob } from './build-job.ts'
import { openPageMemory, type PageMemory } from './reads/page-memory.ts'
import { printNames } from './reads/restamp-page.ts'
import type { Steps } from './reads/run-steps.ts'
import type { Pages } from './render-pages.ts'
import type { Site } from './site.ts'

/** What builds into one export remember: the answers of the service, and what pages were made of. */
export type BuildMemory = Disposable & {
  answers: AnswerStore | Snapshot
  pages: PageMemory
  /** After a build that is not published: what was read need not be read again. */
  keepAnswers(): void
  /** After the commit: makes this build the last one. */
  save(built: Built): void
}

type Built = {
  site: Site
  rendered: Pages
  steps: Steps
}

/** Opens what earlier builds into the same folder remember; without a cache nothing is remembered. */
export function openBuildMemory(job: BuildJob): BuildMemory {
  const answers = job.snapshot?.from
    ? openSnapshot(job.snapshot.from)
    : openAnswerStore(memoryFile(job, 'answers'), identityOf(job))
  const pages = openPages(job)
  return {
    answers,
    pages,
    keepAnswers: () => answers.commit({ isWhole: false }),
    save({ site, rendered, steps }) {
      answers.commit()
      if (job.snapshot?.save && answers.kind === 'store') saveSnapshot(answers, job.snapshot.save, job)
      const { questions, answers: given } = rendered.notes.allOf(rendered.pages.values())
      const facts = {
        names: printNames(site),
        contentCode: site.code?.contentDigest ?? null,
        out: resolve(job.out),
        locales: job.locales,
      }
      const made = job.only ? new Map([...pages.last.steps, ...steps.known]) : steps.known
      pages.save({ questions, pages: rendered.pages, steps: made, facts }, given)
    },
    [Symbol.dispose]() {
      answers[Symbol.dispose]()
      pages[Symbol.dispose]()
    },
  }
}

/** Locales of the last build into a folder. */
export function builtLocales(job: Pick<BuildJob, 'cache' | 'out'>): string[] | undefined {
  using memory = lookAtPages(job)
  return z.array(z.string()).optional().parse(memory.last.facts.locales)
}

/** Looks at what builds remember of the pages of an export, to tell it. */
export function lookAtPages(job: Pick<BuildJob, 'cache' | 'out'>): PageMemory {
  return openPageMemory(memoryFile(job, 'pages'))
}

/** Opens what builds of the same family with the same tools remember of the pages of an export. */
function openPages(job: BuildJob): PageMemory {
  const identity = toolsOf(job)
  const file = memoryFile(job, 'pages')
  if (!job.dryRun) return openPageMemory(file, identity)
  const looked = openPageMemory(file)
  const { identity: made = identity } = looked.last.facts
  if (made === identity) return looked
  looked[Symbol.dispose]()
  return openPageMemory(undefined)
}
