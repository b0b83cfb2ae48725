import type { ImageUse } from '#blocks/_shared/reader.ts'
import type { Finding, Findings } from '#content/finding.ts'
import { onceEach } from '#content/once-each.ts'
import { isWritten } from '#locales/translator.ts'
import { type LookUp, nameOfQuestion, parseQuestion } from '#renderer/reads/look-ups.ts'
import { linkFinding } from '#renderer/site/resolve-link.ts'
import type { Site } from '#renderer/site/site.ts'

/** A page, whether it was rendered just now, is reused from the last build, or was rendered elsewhere. */
export type PageToSettle<Id> = {
  route: { locale: string; href: string }
  /** Ids of the questions that it asked the site. */
  questions: Iterable<Id>
  /** What was found wrong while it was rendered. */
  findings: Finding[]
}

export type SettleParts = {
  site: Pick<Site, 'linkProblem' | 'writtenText'>
  /** Puts the files of a picture, or of a social card, into the export. */
  pictures: { get(url: string, use: ImageUse): unknown; card(title: string): unknown }
  findings: Findings
  /** Warns of an interface text that a locale lacks. */
  missingText(locale: string, key: string): void
}

/** Does for one page what follows from a question that it asked. */
type Follow = (route: PageToSettle<unknown>['route']) => void

/**
 * Gives a function that does what follows from a page: asks for the files of its pictures, warns of its bad links, and tells its findings.
 * Each question is looked at once, however many pages ask it. `questionOf` gives a question by its id.
 */
export function createSettler<Id extends string | number>(
  { site, pictures, findings, missingText }: SettleParts,
  questionOf: (id: Id) => string | undefined,
): (page: PageToSettle<Id>) => void {
  const once: { [K in LookUp]?: (first: string, second: string) => Follow | undefined } = {
    picture: (url, use) => void pictures.get(url, use as ImageUse), // as a page asked for it
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
  const followOf = onceEach((id: Id): Follow => {
    const question = questionOf(id)
    if (question === undefined || !once[nameOfQuestion(question)]) return nothing
    const { name, args } = parseQuestion(question)
    const [first = '', second = ''] = args
    return once[name]?.(first, second) ?? nothing
  })
  return ({ route, questions, findings: told }) => {
    for (const id of questions) {
      const follow = followOf(id)
      if (follow !== nothing) follow(route)
    }
    for (const finding of told) findings.warn(finding)
  }
}

const nothing: Follow = () => {}
