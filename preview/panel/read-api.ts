import type { MemberKind, Target } from '#preview/messages.ts'
import type { Failure } from '#preview/panel-data.ts'

/** The page that the panel's own address names; `undefined` at the index. */
export function targetOf({ pathname, search }: Location): Target | undefined {
  const [, nodeType = '', id = ''] = /^\/admin\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
  const query = new URLSearchParams(search)
  const locale = query.get('locale')
  const of = query.get('of') as MemberKind | null // with another the server answers no panel
  return nodeType && id && locale
    ? { nodeType: decodeURIComponent(nodeType), id: decodeURIComponent(id), locale, ...(of && { of }) }
    : undefined
}

/** Reads an answer of the preview's server, of a type in `panel-data.ts`. Throws an error with what went wrong and what to do. */
export async function readApi<T>(name: string, query: Record<string, string> = {}): Promise<T> {
  return (await call(`${name}?${new URLSearchParams(query)}`)) as T
}

/** Has everything read from the content service anew. Throws as `readApi` does. */
export async function refreshSite(): Promise<void> {
  await call('refresh', { method: 'POST' })
}

async function call(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`/admin/api/${path}`, init).catch(() => {
    throw new Error('The preview does not answer. If it has ended, start it again with "npx site preview".')
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const { title = 'pageData error', causes = [], hint } = (body ?? {}) as Partial<Failure>
  throw new Error([[title, causes.join(' ← ') || []].flat().join(': '), hint ?? []].flat().join(' '))
}
