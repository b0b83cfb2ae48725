import { hidePasswords } from './wording/hide-passwords.ts'
import { withVisibleControls } from './wording/visible-controls.ts'

/** Permanent names of findings. `docs/findings.md` explains each. */
export const findingCodes = [
  'address-reserved',
  'address-vanished',
  'answers-lost',
  'application-missing',
  'block-unknown',
  'build-unexpected',
  'category-ring',
  'collection-count',
  'collection-paging',
  'collection-twice',
  'collection-unknown',
  'content-outdated',
  'country-invalid',
  'date-invalid',
  'document-changed',
  'document-missing',
  'document-too-large',
  'duplicate-address',
  'export-half-done',
  'export-locked',
  'export-not-ours',
  'export-unwritable',
  'field-ignored',
  'field-invalid',
  'file-invalid',
  'file-unused',
  'heading-skipped',
  'hidden-input',
  'home-missing',
  'host-api',
  'host-limit',
  'image-forbidden',
  'image-invalid',
  'image-missing',
  'intro-hidden',
  'ledger-off',
  'ledger-other-service',
  'ledger-unwritable',
  'link-dead',
  'link-unsafe',
  'listing-missing',
  'locale-empty',
  'locale-left',
  'login-missing',
  'machine-limit',
  'memory-lost',
  'menu-category',
  'menu-children',
  'menu-empty',
  'menu-group',
  'menu-heading',
  'menu-locale',
  'menu-name',
  'node-incomplete',
  'page-differs',
  'part-refused',
  'place-missing',
  'redirect-dead',
  'redirect-duplicate',
  'redirect-loop',
  'redirect-shadowed',
  'remote-cache',
  'render-failed',
  'service-error',
  'service-refused',
  'service-unreachable',
  'setting-dead',
  'sitemap-address-long',
  'sitemap-unlisted',
  'sitemap-unrendered',
  'slug-invalid',
  'snapshot-incomplete',
  'style-invalid',
  'text-missing',
  'time-limit',
  'title-missing',
  'worker-ended',
  'wrong-usage',
] as const
export type FindingCode = (typeof findingCodes)[number]

/**
 * The place that a finding is about: `path` is an address of the site, `file` a file of the content, `field` a path
 * inside a document, `value` the text in this field, `item` the name of a menu item.
 */
export type Where = { [name in (typeof placeNames)[number]]?: string }
const placeNames = ['locale', 'path', 'node', 'document', 'block', 'field', 'value', 'item', 'file', 'url'] as const

/**
 * How a read from the service finally failed. `kind` is the outcome of the last attempt, such as `503` or `time-out`,
 * `attempts` the number of all attempts, and `retryAfterMs` the wait that `Retry-After` asked for.
 */
export type Failure = { kind: string; attempts: number; retryAfterMs?: number | undefined }

/** Something that an editor, developer or operator should know: what happened, where, and what to do about it. */
export type Finding = { code: FindingCode; message: string; where?: Where; hint?: string; failure?: Failure }

/** Whether a value from a file is a finding. */
export function isFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false
  const { code, message, where = {}, hint, failure } = value as Record<string, unknown>
  return (
    (findingCodes as readonly unknown[]).includes(code) &&
    typeof message === 'string' &&
    typeof where === 'object' &&
    where !== null &&
    Object.keys(where).every((name) => (placeNames as readonly string[]).includes(name)) &&
    Object.values(where).every((place) => typeof place === 'string') &&
    (hint === undefined || typeof hint === 'string') &&
    (failure === undefined || isFailure(failure))
  )
}

function isFailure(value: unknown): value is Failure {
  const { kind, attempts, retryAfterMs = 0 } = (value ?? {}) as Record<string, unknown>
  return typeof kind === 'string' && Number.isInteger(attempts) && typeof retryAfterMs === 'number'
}

/** An error that stops the build, with its finding. `cause` is the error behind it. */
export class SiteError extends Error {
  readonly finding: Finding
  constructor(finding: Finding, options?: { cause?: unknown }) {
    const printable = toPrintable(finding)
    super(printable.message, options)
    this.name = 'SiteError'
    this.finding = printable
  }
}

/**
 * The error for a command that reached its time limit. It is not a `SiteError`, because it ends everything instead of
 * failing a single read.
 */
export class TimeLimitError extends Error {
  readonly finding: Finding
  constructor(seconds: number) {
    super(`The time limit of ${seconds} s was reached (--timeout).`)
    this.name = 'TimeLimitError'
    const hint =
      'Build again with a higher limit: everything that was read so far is kept and not read again. If reading took most of the time, find out why the service answers slowly.'
    this.finding = { code: 'time-limit', message: this.message, hint }
  }
}

/** The reason why a run ended: its time limit, or else `error`. Throws if the run was interrupted. */
export function causeOfEnd(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.reason instanceof TimeLimitError) return signal.reason
  signal?.throwIfAborted()
  return error
}

/** The error for wrong usage or settings, with exit code 2. */
export class UsageError extends Error {
  readonly hint: string | undefined
  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'UsageError'
    this.hint = options.hint
  }
}

/** The hint of an error on what to do; `undefined` if it has none. */
export function hintOf(error: unknown): string | undefined {
  if (error instanceof SiteError || error instanceof TimeLimitError) return error.finding.hint
  return error instanceof UsageError ? error.hint : undefined
}

/** The message of an error, and its hint on what to do. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return [message, hintOf(error) ?? []].flat().join(' ')
}

/** Collects the findings of one run. Each distinct finding is kept once, and the lists are in a fixed order. */
export class Findings {
  readonly #errors = new Map<string, Finding>()
  readonly #warnings = new Map<string, Finding>()

  error(finding: Finding): void {
    const printable = toPrintable(finding)
    this.#errors.set(JSON.stringify(printable), printable)
  }

  warn(finding: Finding): void {
    const printable = toPrintable(finding)
    this.#warnings.set(JSON.stringify(printable), printable)
  }

  /**
   * Returns a collector that reports errors and warnings as warnings of this run. Used for everything that the site can
   * be built without, such as other domain families.
   */
  asWarnings(): Findings {
    const others = new Findings()
    others.error = (finding) => this.warn(finding)
    others.warn = (finding) => this.warn(finding)
    return others
  }

  /** Replaces each finding with the result of `change`. */
  amend(change: (finding: Finding) => Finding): void {
    for (const kind of [this.#errors, this.#warnings]) {
      const changed = [...kind.values()].map(change)
      kind.clear()
      for (const finding of changed) kind.set(JSON.stringify(finding), finding)
    }
  }

  get errors(): Finding[] {
    return inOrder(this.#errors)
  }

  get warnings(): Finding[] {
    return inOrder(this.#warnings)
  }
}

/**
 * Hides passwords and control characters in a finding, because findings are printed in
 * terminals, kept in files and read by many.
 */
function toPrintable({ code, message, where, hint, failure }: Finding): Finding {
  const printable = (text: string): string => withVisibleControls(hidePasswords(text.toWellFormed()))
  const places = Object.entries(where ?? {}).filter(([, place]) => place !== undefined)
  // Only this code has messages of other tools, which may have several lines.
  const lines = code === 'build-unexpected' ? message.split('\n') : [message]
  return {
    code,
    message: lines.map(printable).join('\n'),
    ...(where && { where: Object.fromEntries(places.map(([name, place]) => [name, printable(place)])) }),
    ...(hint !== undefined && { hint: printable(hint) }),
    ...(failure && { failure }),
  }
}

function inOrder(findings: Map<string, Finding>): Finding[] {
  return [...findings.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding)
}
