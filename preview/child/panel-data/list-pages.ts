import { SiteError } from '#content/finding.ts'
import { placeOf } from '#preview/child/draft/draft-state.ts'
import { targetOf } from '#preview/child/draft/read-draft.ts'
import { pageTitle } from '#preview/child/reach/reach.ts'
import type { PreviewSite } from '#preview/child/site/preview-site.ts'
import type { PageRow } from '#preview/panel-data.ts'

/**
 * Returns every page of the site that has a document, for the index. Throws a `SiteError` if there is none because
 * content could not be read.
 */
export function listPages(preview: PreviewSite): PageRow[] {
  const { published, readErrors } = preview
  const rows = published.own.flatMap((route): PageRow[] => {
    const place = placeOf(route)
    if (!place || !route.node || route.page > 1) return []
    const target = targetOf(place, route.node.nodeType)
    return [{ ...target, kind: place.kind, href: route.href, title: pageTitle(route, published) }]
  })
  const [error] = readErrors
  if (rows.length === 0 && error) throw new SiteError(error)
  return rows
}
