import type { Finding } from '#content/finding.ts'
import type { Site } from '#renderer/site/site.ts'
import { type Answer, type AnswerTo, type Arguments, answersOf, type LookUp, questionOf, traitsOf } from './look-ups.ts'

/** A question that pages asked, and the answer; the same object for all pages that ask it, unless only one does. */
export type Read = { question: string; answer: unknown }

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

/** A read, and the number of the list that it was put into last. */
type Noted = { read: Read; list: number }

/** What was asked: by the name of a look-up, and by each argument in turn. */
type Asked = { noted?: Noted; below?: Map<unknown, Asked> }

/** What a page, or a part that pages share, asked; `own` are the answers to what only this page asks. */
type Frame = {
  noted: Noted[]
  own: Asked
  components: Set<string>
  findings: Set<Finding>
  isPart: boolean
}
type Part = { markup: string; frame: Frame }

/** Notes what pages ask a site. */
export function createRecorder(site: Site): Recorder {
  return recordAnswers(site, answersOf(site))
}

/**
 * Notes what pages ask. The sources of the components that a page shows count as asked for as well, where the site knows them.
 */
export function recordAnswers({ code }: Pick<Site, 'code'>, answerTo: AnswerTo): Recorder {
  const shared: Asked = {}
  const parts = new Map<string, Part>()
  let current: Frame | undefined
  let lists = 0

  const frame = (): Frame => {
    if (!current) throw new Error('The site is asked while no page is recorded.')
    return current
  }

  const answered = (asked: Asked, name: LookUp, args: unknown[]): Noted => {
    const place = args.reduce(below, below(asked, name))
    place.noted ??= { read: { question: questionOf(name, args), answer: answerTo(name, args) }, list: 0 }
    return place.noted
  }

  const ask = (name: LookUp, ...args: unknown[]): unknown => {
    const { noted, own, isPart } = frame()
    const { ofOnePage } = traitsOf(name)
    if (isPart && ofOnePage) throw new Error(`A part that pages share asks for the ${name} of one page.`)
    const one = answered(ofOnePage ? own : shared, name, args)
    noted.push(one)
    return one.read.answer
  }

  /** Each of them once, in the order in which they come first. */
  const once = (all: Noted[]): Noted[] => {
    lists += 1
    return all.filter((one) => {
      const isFirst = one.list !== lists
      one.list = lists
      return isFirst
    })
  }

  const codeReads = (modules: string[] = []): Noted[] => modules.map((module) => answered(shared, 'code', [module]))
  const coreReads = codeReads(code?.core)
  const readsOfComponents = new Map<string, Noted[]>()
  const readsOfComponent = (name: string): Noted[] => {
    const known = readsOfComponents.get(name)
    if (known) return known
    const ownName = name.replace(/(?<!\d)\d+$/, '') // a bundler numbers names that stand twice, as in "Text2"
    const reads = codeReads(code?.modules.get(name) ?? code?.modules.get(ownName))
    readsOfComponents.set(name, reads)
    return reads
  }

  const inFrame = <T>(isPart: boolean, work: () => T): { result: T; frame: Frame } => {
    const outer = current
    const frame: Frame = { noted: [], own: {}, components: new Set(), findings: new Set(), isPart }
    current = frame
    try {
      const result = work()
      for (const name of frame.components) frame.noted.push(...readsOfComponent(name))
      return { result, frame }
    } finally {
      current = outer
    }
  }

  return {
    ask: ask as Ask, // the table of look-ups gives each name its arguments and answer
    component(name) {
      current?.components.add(name)
    },
    warn: (finding) => void frame().findings.add(finding),
    part(name, make) {
      let part = parts.get(name)
      if (!part) {
        const made = inFrame(true, make)
        part = { markup: made.result, frame: { ...made.frame, noted: once(made.frame.noted) } }
        parts.set(name, part)
      }
      const { noted, findings } = frame()
      for (const one of part.frame.noted) noted.push(one)
      for (const finding of part.frame.findings) findings.add(finding)
      return part.markup
    },
    record(work) {
      const { result, frame } = inFrame(false, work)
      const reads = once([...coreReads, ...frame.noted]).map(({ read }) => read)
      return { result, page: { reads, findings: [...frame.findings] } }
    },
  }
}

function below(asked: Asked, next: unknown): Asked {
  asked.below ??= new Map()
  const known = asked.below.get(next)
  if (known) return known
  const made: Asked = {}
  asked.below.set(next, made)
  return made
}
