import type { Finding } from '#content/finding.ts'
import type { Site } from '#renderer/site/site.ts'
import { type Answer, type AnswerTo, type Arguments, answersOf, type LookUp, questionOf, traitsOf } from './look-ups.ts'
import { type Tracked, track } from './track.ts'

/**
 * A question that a page asked, the answer, the parts of it that the page did not read, and, where it is read in parts, those that the
 * page looked for in vain.
 */
export type Read = { question: string; answer: unknown; unread: string[]; lacking?: string[] }

/** What one page asked while it was rendered; equal answers and equal code give the same bytes. */
export type PageReads = {
  reads: Read[]
  /** What it had to tell of itself. */
  findings: Finding[]
}

export type Ask = <K extends LookUp>(name: K, ...args: Arguments<K>) => Answer<K>

export type Recorder = {
  /** Asks the site and notes the question. Throws outside of `record`. */
  ask: Ask
  /** Notes that a component was rendered. */
  component(name: string): void
  /** Notes a finding of the page that is being recorded. */
  warn(finding: Finding): void
  /**
   * Markup that several pages share, made at its first use; what it reads counts for each of them. It may ask nothing that
   * differs from page to page.
   */
  part(name: string, make: () => string): string
  /** Runs `work`, which must not wait for anything, and gives what it asked. */
  record<T>(work: () => T): { result: T; page: PageReads }
}

type Frame = {
  asked: Map<string, Tracked<object> | undefined>
  components: Set<string>
  parts: Set<Part>
  findings: Finding[]
  isPart: boolean
}
type Part = { markup: string; frame: Frame; reads: Read[] }

/** Notes what pages ask a site. */
export function createRecorder(site: Site): Recorder {
  return recordAnswers(site, answersOf(site))
}

/**
 * Notes what pages ask. The sources of the components that a page shows count as asked for as well, where the site knows them.
 */
export function recordAnswers({ code }: Pick<Site, 'code'>, answerTo: AnswerTo): Recorder {
  const answers = new Map<string, unknown>()
  const parts = new Map<string, Part>()
  let current: Frame | undefined

  const frame = (): Frame => {
    if (!current) throw new Error('The site is asked while no page is recorded.')
    return current
  }

  /** A part is made by one page for all, so what it reads must be asked for in it. */
  const readIn = (own: Frame): void => {
    if (current?.isPart && current !== own)
      throw new Error('A part that pages share reads what was asked for outside of it.')
  }

  const ask = (name: LookUp, ...args: unknown[]): unknown => {
    const own = frame()
    const { asked, isPart } = own
    if (isPart && traitsOf(name).ofOnePage) throw new Error(`A part that pages share asks for the ${name} of one page.`)
    const question = questionOf(name, args)
    let answer = answers.get(question)
    if (answer === undefined && !answers.has(question)) {
      answer = answerTo(name, args)
      answers.set(question, answer)
    }
    const known = asked.get(question)
    if (known) return known.view
    if (!asked.has(question)) {
      const isInParts = traitsOf(name).inParts && typeof answer === 'object' && answer !== null
      const tracked = isInParts ? track(answer as object, () => readIn(own)) : undefined
      asked.set(question, tracked)
      return tracked ? tracked.view : answer
    }
    return answer
  }

  const inFrame = <T>(isPart: boolean, work: () => T): { result: T; own: Frame } => {
    const outer = current
    const own: Frame = { asked: new Map(), components: new Set(), parts: new Set(), findings: [], isPart }
    current = own
    try {
      return { result: work(), own }
    } finally {
      current = outer
    }
  }

  const codeReads = new Map<string, Read>()
  const codeRead = (module: string): Read => {
    const question = questionOf('code', [module])
    const read = codeReads.get(module) ?? { question, answer: code?.digests.get(module), unread: [] }
    codeReads.set(module, read)
    return read
  }
  const readsOf = ({ asked, components }: Frame): Read[] => {
    const modules = new Set([...components].flatMap((name) => code?.modules.get(name) ?? []))
    return [
      ...[...asked].map(([question, tracked]) => ({
        question,
        answer: answers.get(question),
        unread: tracked?.unread() ?? [],
        ...(tracked && { lacking: tracked.lacking() }),
      })),
      ...[...modules].map(codeRead),
    ]
  }
  const coreReads = (code?.core ?? []).map(codeRead)

  return {
    ask: ask as Ask, // the table of look-ups gives each name its arguments and answer
    component(name) {
      current?.components.add(name)
    },
    warn: (finding) => void frame().findings.push(finding),
    part(name, make) {
      let part = parts.get(name)
      if (!part) {
        const { result, own } = inFrame(true, make)
        part = { markup: result, frame: own, reads: readsOf(own) }
        parts.set(name, part)
      }
      frame().parts.add(part)
      return part.markup
    },
    record(work) {
      const { result, own } = inFrame(false, work)
      const all = [own, ...[...own.parts].map((part) => part.frame)]
      const reads = [...coreReads, ...readsOf(own), ...[...own.parts].flatMap((part) => part.reads)]
      return {
        result,
        page: { reads, findings: all.flatMap(({ findings }) => findings) },
      }
    },
  }
}
