import type { ImageUse } from '#blocks/_shared/reader.ts'
import type { Finding, Findings } from '#content/finding.ts'
import type { LookUp } from './reads/look-ups.ts'
import { linkFinding } from './resolve-link.ts'
import type { Site } from './site.ts'

/** A page, whether it was rendered just now, is reused from the previous build, or was rendered elsewhere. */
export type PageToSettle = {
  route: { locale: string; href: string }
  /** What it asked the site for. */
  questions: Iterable<string>
  /** What its rendering told. */
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

/** What follows from a question, for each page that asks it. */
type Follow = (route: PageToSettle['route']) => void

/** Does what follows from a page: asks for the files of its pictures, and warns of its bad links and of all else that it told. */
export function createSettler({ site, pictures, findings, missingText }: SettleParts): (page: PageToSettle) => void {
  const follows = new Map<string, Follow | undefined>()
  const followOf = (question: string): Follow | undefined => {
    const [name, first = '', second = ''] = JSON.parse(question) as [LookUp, ...string[]] // as the recorder wrote it
    if (name === 'picture') pictures.get(first, second as ImageUse)
    if (name === 'card') pictures.card(first)
    if (name === 'text' && !Object.hasOwn(site.writtenText(first, second) as object, second)) missingText(first, second)
    const problem = name === 'link' ? site.linkProblem(first) : undefined
    return problem && (({ locale, href }) => findings.warn(linkFinding(first, problem, { locale, path: href })))
  }
  return ({ route, questions, findings: told }) => {
    for (const question of questions) {
      if (!follows.has(question)) follows.set(question, followOf(question))
      follows.get(question)?.(route)
    }
    for (const finding of told) findings.warn(finding)
  }
}
