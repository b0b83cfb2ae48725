import { parseFragment } from 'parse5'
import { blankInFragment } from '#blocks/_shared/rich-text/editors-ids.ts'
import { type Field, fieldsOf } from '#content/fields.ts'
import { documentSchemas } from '#content/schema.ts'
import { attributeOf, elementsOf } from '#preview/child/elements.ts'
import { decodeText } from '#publish/redirects/request-path.ts'
import type { Site } from '#renderer/site/site.ts'

/** A link to a place in a page, and the field that holds it. */
export type PlaceLink = { path: string; name: string; address: string }

/** A link to a place. `#top` and text fragments (`#:~:`) do not count, because browsers resolve these themselves. */
const placeLink = /^([^#]*)#(?!top$|:~:)(.+)/i

/** Returns the links of fields that point to a place in a page. */
function placesLinked(fields: Field[]): (PlaceLink & { page: string })[] {
  const linkOf = (path: string, written = '') => {
    const [address, page = '', name] = placeLink.exec(written.trim()) ?? []
    return address === undefined || name === undefined ? [] : [{ path, name, address, page }]
  }
  return fields.flatMap(({ path, kind, value }) => {
    if (kind === 'link') return linkOf(path, value)
    if (kind !== 'html') return []
    const links = elementsOf(parseFragment(value)).filter(({ tagName }) => tagName === 'a')
    return links.flatMap((link) => linkOf(path, attributeOf(link, 'href')))
  })
}

/**
 * Returns links of the page at the address `own` to places that no text of the linked pages has. Links of the page to
 * itself are checked when it is rendered. Pages whose documents were not read are skipped.
 */
export function missingPlaces(
  fields: Field[],
  { family: { origin }, routeAt, documents }: Pick<Site, 'family' | 'routeAt' | 'documents'>,
  own = '',
): PlaceLink[] {
  return placesLinked(fields).filter(({ page, name }) => {
    const url = page === '' || page.startsWith('?') ? null : URL.parse(page, `${origin}/`)
    const route = url?.origin === origin ? routeAt(origin, url.pathname) : undefined
    if (route?.source.kind !== 'document' || route.href === own) return false
    const { collection, key } = route.source
    const document = documents.find(route.locale, collection, key)
    return document !== undefined && !placesIn(fieldsOf(document, documentSchemas[collection])).has(plain(name))
  })
}

/** Returns the ids that editors gave to elements, and the names that word processors write instead of ids. */
function placesIn(fields: Field[]): Set<string> {
  const elements = fields.flatMap(({ kind, value }) => (kind === 'html' ? elementsOf(parseFragment(value)) : []))
  return new Set(
    elements.flatMap((one) =>
      [attributeOf(one, 'id'), attributeOf(one, 'name')].flatMap((id) => plain(id ?? '') || []),
    ),
  )
}

function plain(name: string): string {
  return decodeText(name).trim().replaceAll(/\s+/g, blankInFragment)
}
