import { resolve } from 'node:path'
import { z } from 'zod'
import { type AnswerStore, identityOf, openAnswerStore } from '#content/answer-store.ts'
import { openSnapshot, type Snapshot, saveSnapshot } from '#content/snapshot.ts'
import { frameFiles, frameOf, memoryFile, toolsOf } from './build-frame.ts'
import type { BuildJob } from './build-job.ts'
import type { Judgement } from './reads/judge-pages.ts'
import { type KnownQuestion, type KnownStep, openPageMemory, type PageMemory } from './reads/page-memory.ts'
import { forgetRecall, type Recall, saveRecall } from './reads/recall.ts'
import { printNames } from './reads/restamp-page.ts'
import type { Steps } from './reads/run-steps.ts'
import { openSourceDigests } from './reads/source-digests.ts'
import type { Pages } from './render-pages.ts'
import type { Report } from './report.ts'
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
  /** Modules that answers come from. */
  answering: string[]
  judgement: Judgement
  report: Report
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
    save({ site, rendered, steps, answering, judgement, report }) {
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
      const { notice } = pages
      pages.save({ questions, pages: rendered.pages, steps: made, facts }, given)
      const isSaved = pages.notice === notice
      const recall = recallOf({ job, site, questions, steps: made, answering, report })
      const file = memoryFile(job, 'pages')
      if (file === undefined) return
      if (recall && isSaved && !judgement.leavesStale && !job.snapshot?.from) keepRecall(file, recall)
      else forgetRecall(file)
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

/** Without it `site render` reads the whole site. */
function keepRecall(file: string, recall: Recall): void {
  try {
    saveRecall(file, recall)
  } catch {
    forgetRecall(file) // half of one on a full disk is of no use
  }
}

type Recalling = Pick<Built, 'site' | 'answering' | 'report'> & {
  job: BuildJob
  questions: Map<number, KnownQuestion>
  steps: Map<string, KnownStep>
}

/** What pages can be rendered with by themselves; nothing where this build was not whole, or ran other sources than there are now. */
function recallOf({ job, site, questions, steps, answering, report }: Recalling): Recall | undefined {
  const { pages, bytes, images, errors } = report
  const sources = openSourceDigests(job.root)
  const made = ['bundle', 'brand'].flatMap((name) => steps.get(name) ?? [])
  for (const source of frameFiles) sources.digestOf(source)
  const isEdited =
    answering.some((module) => sources.changeTime(module) >= performance.timeOrigin) ||
    made.some((step) => Object.entries(step.sources).some(([source, digest]) => sources.digestOf(source) !== digest))
  if (isEdited || errors.length > 0 || pages.failed > 0) return undefined
  return {
    settings: { given: job.given ?? job.settings, checked: job.settings },
    ...{ frame: frameOf(job), locales: job.locales, sources: sources.known(), names: printNames(site), since: {} },
    files: Object.assign({}, ...made.map((step) => step.files)),
    badLinks: badLinksOf(questions.values(), site),
    figures: { pages: { total: pages.total, byLocale: pages.byLocale }, bytes, images },
  }
}

function badLinksOf(questions: Iterable<KnownQuestion>, site: Site): Recall['badLinks'] {
  const bad: [address: string, problem: 'link-dead' | 'link-unsafe'][] = []
  for (const { question } of questions) {
    if (!question.startsWith('["link"')) continue
    const [, address] = JSON.parse(question) as [string, string]
    const problem = site.linkProblem(address)
    if (problem) bad.push([address, problem])
  }
  return Object.fromEntries(bad)
}
