import { pathSegment } from '#content/client/call.ts'
import type { Finding } from '#content/finding.ts'
import type { Route } from './route.ts'

/** Adds to each finding on a document the address of the page that shows it, as editors know pages rather than documents. */
export function pageNamer(routes: Route[]): (finding: Finding) => Finding {
  const hrefs = new Map<string, string>()
  for (const { source, locale, href } of routes) {
    if (source.kind !== 'document') continue
    const key = `${locale} /${source.collection}/${pathSegment(source.key)}`
    if (!hrefs.has(key)) hrefs.set(key, href)
  }
  return (finding) => {
    const { where } = finding
    const href = where?.path === undefined ? hrefs.get(`${where?.locale} ${where?.url}`) : undefined
    if (href === undefined) return finding
    return { ...finding, message: `${finding.message} Its page is "${href}".`, where: { ...where, path: href } }
  }
}
