import type { Target } from './messages.ts'

/** Returns the address of a page's preview. */
export function adminHref(target: Target): string {
  return hrefBelow('/admin', target)
}

/** Returns the address of a draft that no sitemap node refers to. */
export function draftHref(target: Target): string {
  return hrefBelow('/admin/draft', target)
}

/** Returns the query that names a target in questions of the panel. */
export function queryOf({ nodeType, id, locale, of }: Target): Record<string, string> {
  return { nodeType, id, locale, ...(of && { of }) }
}

function hrefBelow(folder: string, { nodeType, id, locale, of }: Target): string {
  const query = new URLSearchParams({ locale, ...(of && { of }) })
  return `${folder}/${encodeURIComponent(nodeType)}/${encodeURIComponent(id)}?${query}`
}
