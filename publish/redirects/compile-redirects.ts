import type { Findings } from '#content/finding.ts'
import type { AddressRules } from './addresses.ts'
import { asArgument } from './ledger.ts'
import { maxSuggestions } from './nearest-addresses.ts'
import { parseTarget, plainPath, type Target, writeTarget } from './redirect-address.ts'
import type { RedirectEntry } from './redirects.ts'
import { decodeText, withoutFinalSlash } from './request-path.ts'

/**
 * One spelling of an old address, and the target that it redirects to in one hop. Paths are decoded and without a final
 * slash, query and fragment as written.
 */
export type Redirect = { from: string; to: string }

/** The result for an entry. Only `redirect` and `gone` are published. */
export type Outcome = 'redirect' | 'gone' | 'shadowed' | 'duplicate' | 'loop'

/** An entry, its result, and the reason. */
export type ResolvedEntry = {
  /** Number in `redirects.json`, from 1. */
  entry: number
  /** As written in `redirects.json`. */
  from: string
  to: string | null
  /** The source, decoded and without a final slash. */
  path: string
  outcome: Outcome
  /** The final target; missing if there is none. */
  target?: string
  /** Old addresses on the way to the target, which the published redirect skips: the first 100. */
  via: string[]
  /** Whether no page answers the target. */
  isDead: boolean
  /** The reason for the outcome, as a whole sentence. */
  why: string
}

export type CompiledRedirects = { redirects: Redirect[]; gone: string[]; table: ResolvedEntry[] }

export type CompileOptions = {
  entries: RedirectEntry[]
  rules: AddressRules
  findings: Findings
  /**
   * False if some content could not be read. The page of a target may then be missing for that reason, which is already
   * reported.
   */
  isContentWhole?: boolean
}

/**
 * An entry. `path` begins with the origin if the entry is of another domain family. `onward` is the entry that its
 * target leads to. `passedFrom` is the number of the entry from which it was last passed: noting this takes a tenth of
 * the time of a set of the passed entries, which counts in chains of thousands.
 */
type Step = { entry: RedirectEntry; path: string; target?: Target; onward?: Step; passedFrom: number }

/**
 * Flattens chains to one hop, also across other domain families, and determines the outcome of every entry of this
 * family. Loops and entries that contradict each other are left out and reported as errors. A source that is the
 * address of a page or of the content service, or is written twice, is left out, with a warning. A target that nothing
 * answers is kept, with a warning.
 */
export function compileRedirects({
  entries,
  rules,
  findings,
  isContentWhole = true,
}: CompileOptions): CompiledRedirects {
  const steps = entries.map(
    (entry): Step => ({
      entry,
      path: `${entry.origin ?? ''}${plainPath(entry.from)}`,
      ...(entry.to !== null && { target: parseTarget(entry.to) }),
      passedFrom: 0,
    }),
  )
  const next = new Map<string, Step>()
  for (const step of steps) if (!next.has(step.path)) next.set(step.path, step)
  for (const step of steps) {
    const address = step.target && addressOf(step.target)
    if (address !== undefined && !rules.isTaken(address)) step.onward = next.get(address)
  }
  let asked = 0
  const nearest = (path: string): string[] => (asked++ < maxSuggestions ? rules.nearest(path, 1) : [])
  const own = steps.filter(({ entry }) => entry.origin === undefined)
  const table = own.map((step): ResolvedEntry => {
    const first = next.get(step.path) ?? step
    const entry = first === step ? resolve(step, rules) : duplicateOf(step, first)
    reportEntry(entry, { first, step }, { rules, findings, nearest, isContentWhole })
    return entry
  })
  return {
    table,
    redirects: table.flatMap(({ outcome, target, ...source }) =>
      outcome === 'redirect' && target !== undefined ? spellingsOf(source).map((from) => ({ from, to: target })) : [],
    ),
    gone: table.flatMap(({ outcome, ...source }) => (outcome === 'gone' ? spellingsOf(source) : [])),
  }
}

/**
 * The spellings of a source: in Unicode form C, and as written if that differs. Hosts compare bytes, and files from a
 * Mac have such names.
 */
function spellingsOf({ path, from }: Pick<ResolvedEntry, 'path' | 'from'>): string[] {
  return [...new Set([path, withoutFinalSlash(decodeText(from))])]
}

function resolved(step: Step, outcome: Outcome, why: string, more: Partial<ResolvedEntry> = {}): ResolvedEntry {
  const { entry, from, to } = step.entry
  return { entry, from, to, path: step.path, outcome, via: [], isDead: false, why, ...more }
}

function resolve(step: Step, rules: AddressRules): ResolvedEntry {
  if (rules.isOfService(step.path)) return resolved(step, 'shadowed', 'The content service answers at that address.')
  if (rules.isTaken(step.path)) return resolved(step, 'shadowed', 'A page has that address, and pages take precedence.')
  const way = [step]
  let last = step
  let [query, fragment] = ['', '']
  const from = step.entry.entry
  step.passedFrom = from
  while (last.onward) {
    // A query and a fragment are kept until a target has its own.
    query = last.target?.query || query
    fragment = last.target?.fragment || fragment
    last = last.onward
    way.push(last)
    if (last.passedFrom === from) {
      const why = way.length === 2 ? 'It points to itself.' : `It ends in a loop: ${quoteWay(way)}.`
      return resolved(step, 'loop', why, { via: viaOf(way) })
    }
    last.passedFrom = from
  }
  const via = viaOf(way)
  const passed = way.slice(1)
  if (!last.target) return resolved(step, 'gone', goneBecause(passed), { via })
  const target = { ...last.target, query: last.target.query || query, fragment: last.target.fragment || fragment }
  const address = addressOf(target)
  const isDead = !rules.isAnswered(address) && !rules.isOutside(address)
  return resolved(step, 'redirect', redirectBecause(address, passed, rules), {
    via,
    isDead,
    target: writeTarget(target),
  })
}

/** The first addresses of a way, after the one where it begins. */
function viaOf(way: Step[]): string[] {
  return way.slice(1, 101).map(({ path }) => path)
}

function addressOf({ origin, path }: Target): string {
  return `${origin}${path}`
}

function duplicateOf(step: Step, first: Step): ResolvedEntry {
  const what = isSame(step, first) ? 'the same target' : `points to ${nameTarget(first.entry.to)}`
  return resolved(step, 'duplicate', `Entry ${first.entry.entry} has the same address and ${what}.`)
}

function isSame(a: Step, b: Step): boolean {
  return JSON.stringify(a.target) === JSON.stringify(b.target)
}

function goneBecause(via: Step[]): string {
  return via.length === 0 ? 'A tombstone: it answers 410 Gone.' : `It goes via ${quoteWay(via)}, which is gone.`
}

function redirectBecause(path: string, via: Step[], rules: AddressRules): string {
  const way = via.length === 0 ? 'As written' : `In one hop instead of ${via.length + 1}, via ${quoteWay(via)}`
  if (rules.isPage(path)) return `${way}; a page answers there.`
  if (rules.isOfService(path)) return `${way}; the content service answers there.`
  if (rules.isAnswered(path)) return `${way}; a file of the export or a restricted page answers there.`
  if (rules.isOutside(path)) return `${way}; the target is in a locale or domain family that was not read.`
  return `${way}, but nothing answers there.`
}

function nameTarget(to: string | null): string {
  return to === null ? 'nowhere (a tombstone)' : `"${to}"`
}

function quoteWay(way: Step[]): string {
  const quote = (steps: Step[]): string[] => steps.map(({ path }) => `"${path}"`)
  const left = way.length - 2 * mostAtEnds
  if (left <= 1) return quote(way).join(' → ')
  return [...quote(way.slice(0, mostAtEnds)), `… ${left} more …`, ...quote(way.slice(-mostAtEnds))].join(' → ')
}

const mostAtEnds = 5

type Reporting = {
  rules: AddressRules
  findings: Findings
  nearest: (path: string) => string[]
  isContentWhole: boolean
}

type Steps = { step: Step; first: Step }

function reportEntry(entry: ResolvedEntry, { step, first }: Steps, reporting: Reporting): void {
  const { rules, findings, nearest, isContentWhole } = reporting
  const { from, to, outcome } = entry
  const where = { path: from, ...(entry.target !== undefined && { url: entry.target }) }
  if (outcome === 'loop') {
    const isSelf = entry.via.length === 1
    findings.error({
      code: 'redirect-loop',
      message: isSelf
        ? `The redirect from "${from}" points to itself.`
        : entry.why.replace('It ends in', 'The redirects form'),
      where,
      hint: `Remove ${isSelf ? 'this entry' : 'one of these entries'} from redirects.json, or redirect it elsewhere: npx site redirects add ${asArgument(from)} /new-address`,
    })
  } else if (outcome === 'shadowed') {
    const isOfService = rules.isOfService(step.path)
    findings.warn({
      code: 'redirect-shadowed',
      message: `The redirect from "${from}" to ${nameTarget(to)} is left out, because ${isOfService ? 'the content service answers at' : 'a page has'} that address.`,
      where,
      hint: isOfService
        ? 'Remove the entry from redirects.json, or set apiBase to another path and have the service answer there.'
        : 'Remove the entry from redirects.json, because it takes effect again when the page leaves that address. Or give the page another slug.',
    })
  } else if (outcome === 'duplicate') {
    findings[isSame(step, first) ? 'warn' : 'error']({
      code: 'redirect-duplicate',
      message: `Entries ${first.entry.entry} and ${entry.entry} of redirects.json both redirect "${entry.path}": one to ${nameTarget(first.entry.to)}, the other to ${nameTarget(to)}.`,
      where,
      hint: 'Keep one of them; a final slash, encoding and Unicode form do not distinguish addresses.',
    })
  } else if (isContentWhole && entry.isDead && entry.target !== undefined) {
    const [near] = nearest(parseTarget(entry.target).path)
    findings.warn({
      code: 'redirect-dead',
      message: `The redirect from "${from}" points to "${entry.target}", but no page has that address.`,
      where,
      hint: `Correct the target in redirects.json${near ? `; the nearest page is "${near}"` : ''}.`,
    })
  }
}
