import type { ImageUse } from '#blocks/_shared/reader.ts'
import type { Finding, Findings } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { isWritten } from '#locales/translator.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import { type LookUp, nameOfQuestion, parseQuestion } from '#renderer/reads/look-ups.ts'
import { linkFinding } from '#renderer/site/resolve-link.ts'
import type { Site } from '#renderer/site/site.ts'

/** A page that was rendered just now, is reused from the last build, or was rendered elsewhere. */
export type PageToSettle<Id> = {
  route: { locale: string; href: string }
  /** Ids of the questions that the page asked the site. */
  questions: Iterable<Id>
  /** The findings from rendering the page. */
  findings: Finding[]
}

export type SettleParts = {
  site: Pick<Site, 'linkProblem' | 'writtenText'>
  /**
   * Puts the files of pictures and social cards into the export. `isUnread`, missing if that is not known, returns
   * whether a picture was not among those to be read.
   */
  pictures: { get(url: string, use: ImageUse): unknown; card(title: string): unknown; isUnread?(url: string): boolean }
  findings: Findings
  /** Warns of an interface text that a locale lacks. */
  missingText(locale: string, key: string): void
}

/** Does for one page what follows from a question that it asked. */
type Effect = (route: PageToSettle<unknown>['route']) => void

/**
 * Returns a function that settles pages: it asks for the files of their pictures, warns of their bad links, and reports
 * their findings. A question that many pages ask is looked at only once. `questionOf` returns a question by its id.
 */
export function createSettler<Id extends string | number>(
  { site, pictures, findings, missingText }: SettleParts,
  questionOf: (id: Id) => string | undefined,
): (page: PageToSettle<Id>) => void {
  const effectsByLookUp: { [K in LookUp]?: (first: string, second: string) => Effect | undefined } = {
    picture(url, use) {
      pictures.get(url, use as ImageUse) // a page asked for it with this use
      return pictures.isUnread?.(url) ? warnOfUnread(url) : undefined
    },
    card: (title) => void pictures.card(title),
    text(locale, key) {
      if (!isWritten(site.writtenText(locale, key), key)) missingText(locale, key)
      return undefined
    },
    link(address) {
      const problem = site.linkProblem(address)
      if (!problem) return undefined
      return ({ locale, href }) => findings.warn(linkFinding(address, problem, { locale, path: href }))
    },
  }
  const warnOfUnread = memoize((url: string): Effect => {
    let isReported = false
    return ({ locale, href }) => {
      if (!isReported) findings.warn(unreadFinding(url, { locale, path: href }))
      isReported = true
    }
  })
  const effectOf = memoize((id: Id): Effect => {
    const question = questionOf(id)
    if (question === undefined || !effectsByLookUp[nameOfQuestion(question)]) return noEffect
    const { name, args } = parseQuestion(question)
    const [first = '', second = ''] = args
    return effectsByLookUp[name]?.(first, second) ?? noEffect
  })
  return ({ route, questions, findings: reported }) => {
    for (const id of questions) effectOf(id)(route)
    for (const finding of reported) findings.warn(finding)
  }
}

/** The warning about a picture that a component shows although no picture field contains it. */
function unreadFinding(url: string, where: { locale: string; path: string }): Finding {
  return {
    code: 'image-missing',
    message: `The page "${readablePath(where.path)}" shows the picture ${quoteValue(url)}, but no picture field contains it, so it was not read.`,
    where: { ...where, url },
    hint: 'Use "imageSchema" or "imageFor(…)" for its field in the schema of the block. Show pictures that belong to the code with CSS.',
  }
}

const noEffect: Effect = () => {}
