/** Why a page was rendered. `was` and `is` are what a field held, as JSON, cut when long. */
export type Reason =
  | { kind: 'new' }
  /** Its file was changed, or removed, by something else than a build. */
  | { kind: 'file' }
  /** All pages were: `why` is a sentence. */
  | { kind: 'all'; why: string }
  | { kind: 'answer'; question: string; changes: FieldChange[] }

/** `path` is empty where the whole answer is meant; `inside` is the id of the nearest part around it that has one. */
export type FieldChange = { path: string; inside?: string; was?: string; is?: string }

const mostChanges = 10
const longestValue = 200

/** Where two answers differ, both as JSON; the first places only. */
export function compareAnswers(was: string, is: string): FieldChange[] {
  const changes: FieldChange[] = []
  compare(parse(was), parse(is), { path: '' }, changes)
  return changes.slice(0, mostChanges)
}

type Spot = Pick<FieldChange, 'path' | 'inside'>

function compare(was: unknown, is: unknown, spot: Spot, changes: FieldChange[]): void {
  if (changes.length >= mostChanges || Object.is(was, is)) return
  const { path } = spot
  if (Array.isArray(was) && Array.isArray(is)) {
    const length = Math.max(was.length, is.length)
    for (let at = 0; at < length; at += 1) compare(was[at], is[at], { ...spot, path: `${path}[${at}]` }, changes)
    return
  }
  if (isFields(was) && isFields(is)) {
    const inside = path !== '' && typeof is.id === 'string' ? { inside: is.id } : {}
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
      compare(was[key], is[key], { ...spot, ...inside, path: path ? `${path}.${key}` : key }, changes)
    return
  }
  if (JSON.stringify(was) === JSON.stringify(is)) return
  changes.push({ ...spot, ...brief('was', was), ...brief('is', is) })
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function brief<N extends 'was' | 'is'>(name: N, value: unknown): { [K in N]?: string } {
  const text = JSON.stringify(value)
  if (text === undefined) return {}
  const cut = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
  return { [name]: cut } as { [K in N]?: string } // TypeScript does not see which name it is
}

function parse(json: string): unknown {
  return json === '' ? undefined : JSON.parse(json)
}
