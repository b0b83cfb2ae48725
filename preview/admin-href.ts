import type { Target } from './messages.ts'

/** The address of a page's preview. */
export function adminHref(target: Target): string {
  return hrefBelow('/admin', target)
}

/** The address of a draft that no sitemap node leads to. */
export function draftHref(target: Target): string {
  return hrefBelow('/admin/draft', target)
}

/** The query by which questions of the panel name a target. */
export function queryOf({ nodeType, id, locale, of }: Target): Record<string, string> {
  return { nodeType, id, locale, ...(of && { of }) }
}

function hrefBelow(folder: string, { nodeType, id, locale, of }: Target): string {
  const query = new URLSearchParams({ locale, ...(of && { of }) })
  return `${folder}/${encodeURIComponent(nodeType)}/${encodeURIComponent(id)}?${query}`
}
