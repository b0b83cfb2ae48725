/** Permanent names of findings; `docs/findings.md` explains each. */
export const findingCodes = [
  'address-reserved',
  'address-vanished',
  'answers-lost',
  'block-unknown',
  'build-unexpected',
  'collection-count',
  'collection-paging',
  'collection-unknown',
  'date-invalid',
  'document-missing',
  'document-too-large',
  'duplicate-address',
  'export-locked',
  'export-not-ours',
  'export-unwritable',
  'field-invalid',
  'hidden-input',
  'host-limit',
  'image-forbidden',
  'image-invalid',
  'image-missing',
  'ledger-other-service',
  'ledger-unwritable',
  'link-dead',
  'link-unsafe',
  'listing-missing',
  'locale-empty',
  'memory-lost',
  'menu-empty',
  'node-incomplete',
  'page-differs',
  'redirect-dead',
  'redirect-duplicate',
  'redirect-loop',
  'redirect-shadowed',
  'render-failed',
  'service-error',
  'service-refused',
  'service-unreachable',
  'sitemap-address-long',
  'sitemap-unlisted',
  'sitemap-unrendered',
  'slug-invalid',
  'snapshot-incomplete',
  'text-missing',
  'title-missing',
] as const
export type FindingCode = (typeof findingCodes)[number]

/** The place a finding speaks of; `path` is an address of the site, `field` a path inside a document. */
export type Where = {
  locale?: string
  path?: string
  node?: string
  document?: string
  block?: string
  field?: string
  url?: string
}

/** Something an editor, developer or operator should know: what happened, where, and what to do. */
export type Finding = { code: FindingCode; message: string; where?: Where; hint?: string }

const places = new Set(['locale', 'path', 'node', 'document', 'block', 'field', 'url'] satisfies (keyof Where)[])

/** Whether a value that was kept is a finding. */
export function isFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false
  const { code, message, where = {}, hint } = value as Record<string, unknown>
  return (
    (findingCodes as readonly unknown[]).includes(code) &&
    typeof message === 'string' &&
    typeof where === 'object' &&
    where !== null &&
    Object.entries(where).every(([name, place]) => places.has(name as keyof Where) && typeof place === 'string') &&
    (hint === undefined || typeof hint === 'string')
  )
}

/** An error that stops the build, told as a finding. `cause` keeps what lay below it. */
export class SiteError extends Error {
  readonly finding: Finding
  constructor(finding: Finding, options?: { cause?: unknown }) {
    super(finding.message, options)
    this.name = 'SiteError'
    this.finding = finding
  }
}

/** Wrong usage or settings: exit code 2. */
export class UsageError extends Error {
  readonly hint: string | undefined
  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'UsageError'
    this.hint = options.hint
  }
}

/** Collects the findings of one run; each distinct one is kept once, and lists come out in a fixed order. */
export class Findings {
  readonly #errors = new Map<string, Finding>()
  readonly #warnings = new Map<string, Finding>()

  error(finding: Finding): void {
    this.#errors.set(JSON.stringify(finding), finding)
  }

  warn(finding: Finding): void {
    this.#warnings.set(JSON.stringify(finding), finding)
  }

  get errors(): Finding[] {
    return inOrder(this.#errors)
  }

  get warnings(): Finding[] {
    return inOrder(this.#warnings)
  }
}

function inOrder(findings: Map<string, Finding>): Finding[] {
  return [...findings.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding)
}
