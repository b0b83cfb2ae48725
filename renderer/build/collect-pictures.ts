import { type PictureField, pictureFields } from '#content/crawl/document-notes.ts'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import type { Where } from '#content/finding.ts'
import { memberSchemas } from '#content/schema.ts'
import { picturesIn } from '#renderer/page/rich-text.ts'
import type { Route } from '#renderer/plan/route.ts'

/** Every picture that the pages of a family show, with the places that show it. */
export function collectPictures(routes: Route[], contents: ReadonlyMap<string, LocaleContent>): Map<string, Where[]> {
  const uses = new Map<string, Where[]>()
  const add = (fields: PictureField[], where: Where): void => {
    for (const { kind, value, block } of fields) {
      for (const url of kind === 'html' ? picturesIn(value) : [value]) {
        const places = uses.get(url) ?? []
        places.push({ ...where, ...(block && { block }) })
        uses.set(url, places)
      }
    }
  }
  for (const { locale, href, source, page } of routes) {
    if (source.kind !== 'document' || page > 1) continue
    const notes = contents.get(locale)?.notes.get(`${source.collection}/${source.key}`)
    add(notes?.pictures ?? [], { locale, path: href })
  }
  for (const locale of new Set(routes.map((route) => route.locale))) {
    const collections = contents.get(locale)?.collections
    for (const [name, schema] of Object.entries(memberSchemas))
      for (const member of collections?.[name as keyof typeof memberSchemas] ?? [])
        add(pictureFields(member, schema), { locale, document: name })
  }
  return uses
}
