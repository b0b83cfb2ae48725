import type { MemberKind, Target } from '#preview/messages.ts'
import type { Failure } from '#preview/panel-data.ts'

/** Returns the page that the address of the panel names, or `undefined` for the index. */
export function targetOf({ pathname, search }: Location): Target | undefined {
  const [, nodeType = '', id = ''] = /^\/admin\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
  const query = new URLSearchParams(search)
  const locale = query.get('locale')
  const of = query.get('of') as MemberKind | null // with any other value the server returns no panel
  return nodeType && id && locale
    ? { nodeType: decodeURIComponent(nodeType), id: decodeURIComponent(id), locale, ...(of && { of }) }
    : undefined
}

/**
 * Reads an answer of the preview's server, whose type is in `panel-data.ts`. Throws an error that says what went wrong
 * and what to do.
 */
export async function readApi<T>(name: string, query: Record<string, string> = {}): Promise<T> {
  return (await call(`${name}?${new URLSearchParams(query)}`)) as T
}

/** Makes the server read everything from the content service again. Throws as `readApi` does. */
export async function refreshSite(): Promise<void> {
  await call('refresh', { method: 'POST' })
}

async function call(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(`/admin/api/${path}`, init).catch(() => {
    throw new Error('The preview does not respond. If it has ended, start it again with "npx site preview".')
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const { title = 'pageData error', causes = [], hint } = (body ?? {}) as Partial<Failure>
  throw new Error([[title, causes.join(' ← ') || []].flat().join(': '), hint ?? []].flat().join(' '))
}
