import type { MemberKind, Target } from '#preview/messages.ts'

/** What went wrong, as the preview's server tells it. */
class ReadFailure extends Error {
  readonly status: number
  readonly hint: string | undefined
  constructor(status: number, title: string, hint?: string) {
    super(title)
    this.name = 'ReadFailure'
    this.status = status
    this.hint = hint
  }
}

/** The page that the panel's own address names; nothing at the index. */
export function targetOf({ pathname, search }: Location): Target | undefined {
  const [, nodeType = '', id = ''] = /^\/admin\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
  const query = new URLSearchParams(search)
  const locale = query.get('locale')
  const of = query.get('of') as MemberKind | null // with another the server answers no panel
  return nodeType && id && locale
    ? { nodeType: decodeURIComponent(nodeType), id: decodeURIComponent(id), locale, ...(of && { of }) }
    : undefined
}

/** Reads from the preview's own server, whose answers are typed by `panel-data.ts`. Throws a `ReadFailure`. */
export async function readApi<T>(name: string, query: Record<string, string> = {}): Promise<T> {
  return (await call(`${name}?${new URLSearchParams(query)}`)) as T
}

/** Has everything read from the content service anew. Throws a `ReadFailure`. */
export async function refreshSite(): Promise<void> {
  await call('refresh', { method: 'POST' })
}

async function call(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`/admin/api/${path}`, init)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const {
    title = 'pageData error',
    causes = [],
    hint,
  } = (body ?? {}) as { title?: string; causes?: string[]; hint?: string }
  throw new ReadFailure(response.status, [title, ...causes].join(': '), hint)
}
