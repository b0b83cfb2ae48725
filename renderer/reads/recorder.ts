import type { Finding } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import { ownText } from '#content/own-text.ts'
import type { Site } from '#renderer/site/site.ts'
import { type Answer, type AnswerTo, type Arguments, answersOf, type LookUp, questionOf, traitsOf } from './look-ups.ts'

/** A question and its answer. All pages that ask it share one object, unless only one page may ask it. */
export type Read = { question: string; answer: unknown }

/** The questions and findings of one page while it was rendered. Equal answers and equal code give equal bytes. */
export type PageReads = {
  reads: Read[]
  /** The warnings of the page's components. */
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
   * Returns markup that several pages share. `make` is called on first use. The questions that it asks count for every
   * page that uses the part. They must not differ from page to page.
   */
  part(name: string, make: () => string): string
  /** Number of parts that are kept. */
  readonly partCount: number
  /** Drops all parts. They are made again when pages need them. Must not be called while a page is recorded. */
  forgetParts(): void
  /** Runs `work`, which must be synchronous. Returns its result, and the questions and findings of the page. */
  record<T>(work: () => T): { result: T; page: PageReads }
}

/** A tree of the questions so far, keyed by the name of the look-up, and then by one argument after the other. */
type Asked = { read?: Read; below?: Map<unknown, Asked> }

/** What a page, or a part that pages share, has asked. `own` holds the questions that only this page asks. */
type Frame = {
  reads: Set<Read>
  own: Asked
  components: Set<string>
  findings: Set<Finding>
  isPart: boolean
}
type Framed<T> = { result: T; frame: Frame }

/** Notes what pages ask a site. The sources of a page's components count as asked for too, if the site knows them. */
export function createRecorder(site: Site, answerTo: AnswerTo = answersOf(site)): Recorder {
  const { code } = site
  const shared: Asked = {}
  const parts = new Map<string, Framed<string>>()
  let current: Frame | undefined

  const frame = (): Frame => {
    if (!current) throw new Error('The site was asked while no page was being recorded.')
    return current
  }

  const answered = (asked: Asked, name: LookUp, args: unknown[]): Read => {
    const known = args.reduce<Asked | undefined>((place, arg) => place?.below?.get(arg), asked.below?.get(name))
    if (known?.read) return known.read
    const kept = args.map((arg) => (typeof arg === 'string' ? ownText(arg) : arg))
    const read = { question: questionOf(name, kept), answer: answerTo(name, kept) }
    kept.reduce(below, below(asked, name)).read = read
    return read
  }

  const ask = (name: LookUp, ...args: unknown[]): unknown => {
    const { reads, own, isPart } = frame()
    const { ofOnePage } = traitsOf(name)
    if (isPart && ofOnePage) throw new Error(`A part that pages share asks for the ${name} of one page.`)
    const read = answered(ofOnePage ? own : shared, name, args)
    reads.add(read)
    return read.answer
  }

  const codeReads = (modules: string[] = []): Read[] => modules.map((module) => answered(shared, 'code', [module]))
  const coreReads = codeReads(code?.core)
  const readsOfComponent = memoize((name: string): Read[] => {
    const ownName = name.replace(/(?<!\d)\d+$/, '') // bundlers number duplicate names, such as "Text2"
    return codeReads(code?.modules.get(name) ?? code?.modules.get(ownName))
  })

  const inFrame = <T>(isPart: boolean, work: () => T): Framed<T> => {
    const outer = current
    const reads = new Set(isPart ? [] : coreReads)
    const frame: Frame = { reads, own: {}, components: new Set(), findings: new Set(), isPart }
    current = frame
    try {
      const result = work()
      for (const read of [...frame.components].flatMap(readsOfComponent)) reads.add(read)
      return { result, frame }
    } finally {
      current = outer
    }
  }

  return {
    ask: ask as Ask, // the table of look-ups defines the arguments and answer of each name
    component(name) {
      current?.components.add(name)
    },
    warn: (finding) => void frame().findings.add(finding),
    part(name, make) {
      let part = parts.get(name)
      if (!part) {
        part = inFrame(true, make)
        parts.set(name, part)
      }
      const { reads, findings } = frame()
      for (const read of part.frame.reads) reads.add(read)
      for (const finding of part.frame.findings) findings.add(finding)
      return part.result
    },
    get partCount() {
      return parts.size
    },
    forgetParts: () => parts.clear(),
    record(work) {
      const { result, frame } = inFrame(false, work)
      return { result, page: { reads: [...frame.reads], findings: [...frame.findings] } }
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
