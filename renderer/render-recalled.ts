import { createTranslator, readTexts } from '#locales/translator.ts'
import type { BuildJob } from './build-job.ts'
import { loadEngine } from './engine.ts'
import type { PageSite } from './page-reader.ts'
import type { AnswerTo, LookUp } from './reads/look-ups.ts'
import { isCovered, mergeAnswers } from './reads/merge-answers.ts'
import type { OwnDocument } from './reads/own-document.ts'
import { questionOf, readInParts } from './reads/questions.ts'
import type { OpenRecall, RecalledPage } from './reads/recall.ts'
import { type Read, recordAnswers } from './reads/recorder.ts'
import { loadRenderer } from './render-with.ts'
import type { Run } from './report.ts'
import type { PictureFile } from './site.ts'

export type RecallRendering = {
  job: Pick<BuildJob, 'engine' | 'family'>
  run: Run
  opened: OpenRecall
  pages: RecalledPage[]
}

/** Renders a page from answers of the last build; throws where the page reads what is not among them. */
export type RenderRecalled = (page: RecalledPage, own: OwnDocument | undefined) => string

export async function openRecalledRenderer({ job, run, opened, pages }: RecallRendering): Promise<RenderRecalled> {
  const { names, badLinks } = opened.recall
  const { defaultLocale } = job.family
  const locales = [...new Set([defaultLocale, ...pages.map(({ locale }) => locale)])]
  const open = await loadRenderer(await loadEngine(job.engine), locales)
  const site: Omit<PageSite, 'pictures'> = {
    translateTo: createTranslator({ texts: readTexts(locales), defaultLocale, onMissing: run.missingText }),
    assets: new Map(names.assets),
    integrity: new Map(names.integrity),
    findings: run.findings,
    linkProblem: (address) => (Object.hasOwn(badLinks, address) ? badLinks[address] : undefined),
  }
  return (page, own) => {
    const answerTo = answersFor(page, own, opened)
    // Their files are in the export: an answer that was asked for was given by a build that put them there.
    const pictureOf = (...asked: [LookUp, ...unknown[]]) =>
      answerTo(asked[0], asked.slice(1)) as PictureFile | undefined
    const pictures: PageSite['pictures'] = {
      plan: (url, use) => pictureOf('picture', url, use),
      get: (url, use) => pictureOf('picture', url, use),
      card: (title) => pictureOf('card', title),
    }
    const render = open({ ...site, pictures }, ({ assets }) =>
      recordAnswers(site, (name, args) => (name === 'asset' ? assets.has(String(args[0])) : answerTo(name, args))),
    )
    const { html, page: asked } = render(page.file)
    for (const read of asked.reads)
      if (own?.document === undefined || read.question !== own.question) expectCovered(read, page)
    return html
  }
}

function answersFor(page: RecalledPage, own: OwnDocument | undefined, opened: OpenRecall): AnswerTo {
  return (name, args) => {
    if (name === 'text') return undefined // texts are read from their files
    const question = questionOf(name, args)
    if (question === own?.question && own.document !== undefined) return own.document
    const rows = page.answers.get(question) ?? (readInParts.has(name) ? [] : opened.answersTo(question))
    if (rows.length === 0) throw new Error(`The answer to ${question} is not known.`)
    return mergeAnswers(rows)
  }
}

/** A part of an answer that the page did not read when it was asked is not known, or may be another one now. */
function expectCovered(read: Read, page: RecalledPage): void {
  const [name] = JSON.parse(read.question) as [LookUp]
  if (!readInParts.has(name)) return
  if (!isCovered(read, page.answers.get(read.question) ?? [])) {
    throw new Error(`The page reads a part of ${read.question} that it did not read before.`)
  }
}
