import type { Target } from './messages.ts'

/** The address of a page's preview. */
export function adminHref({ nodeType, id, locale }: Target): string {
  return `/admin/${encodeURIComponent(nodeType)}/${encodeURIComponent(id)}?locale=${encodeURIComponent(locale)}`
}
