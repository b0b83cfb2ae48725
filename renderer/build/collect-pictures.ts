import { type NotedPictures, picturesInNotes, picturesOf } from '#content/crawl/document-notes.ts'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import type { Where } from '#content/finding.ts'
import { memberSchemas } from '#content/schema.ts'
import type { Route } from '#renderer/plan/route.ts'
import { picturesIn } from '#renderer/reader/rich-text.ts'

/** Every address of a picture that a site shows, and for messages the places that show it. */
export type PictureUses = { urls: ReadonlySet<string>; placesOf(url: string): Where[] }

/** Every picture that the pages of a family show. Places, of which there are many, are collected when one is asked for. */
export function collectPictures(routes: Route[], contents: ReadonlyMap<string, LocaleContent>): PictureUses {
  const urls = new Set<string>()
  visitPictures(routes, contents, (url) => urls.add(url))
  let places: Map<string, Where[]> | undefined
  return {
    urls,
    placesOf(url) {
      places ??= placesByUrl(routes, contents)
      return places.get(url) ?? []
    },
  }
}

function placesByUrl(routes: Route[], contents: ReadonlyMap<string, LocaleContent>): Map<string, Where[]> {
  const places = new Map<string, Where[]>()
  visitPictures(routes, contents, (url, where) => {
    const known = places.get(url) ?? []
    known.push(where)
    places.set(url, known)
  })
  return places
}

type VisitPicture = (url: string, where: Where) => void

function visitPictures(routes: Route[], contents: ReadonlyMap<string, LocaleContent>, visit: VisitPicture): void {
  const visitAll = (pictures: NotedPictures[], where: Where): void => {
    for (const { urls, block } of pictures) {
      const place = block ? { ...where, block } : where
      for (const url of urls) visit(url, place)
    }
  }
  for (const { locale, href, source, page } of routes) {
    if (source.kind !== 'document' || page > 1) continue
    const notes = contents.get(locale)?.notes.get(`${source.collection}/${source.key}`)
    if (notes) visitAll(picturesInNotes(notes), { locale, path: href })
  }
  for (const locale of new Set(routes.map((route) => route.locale))) {
    const collections = contents.get(locale)?.collections
    for (const [name, schema] of Object.entries(memberSchemas))
      for (const member of collections?.[name as keyof typeof memberSchemas] ?? [])
        visitAll(picturesOf(member, schema, picturesIn), { locale, document: name })
  }
}
