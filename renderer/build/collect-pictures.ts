import { type NotedPictures, picturesInNotes, picturesOf } from '#content/crawl/document-notes.ts'
import type { LocaleContent } from '#content/crawl/locale-content.ts'
import type { Where } from '#content/finding.ts'
import { memberSchemas } from '#content/schema.ts'
import type { PicturesOptions } from '#publish/pictures/open-pictures.ts'
import type { Route } from '#renderer/plan/route.ts'
import { picturesIn } from '#renderer/reader/rich-text.ts'

/** The addresses of all pictures that a site shows, and the places that show them, for messages. */
export type PictureUses = PicturesOptions['uses']

/** Collects the pictures that the pages of a family show. The places that show them are collected only on demand. */
export function collectPictures(routes: Route[], contents: ReadonlyMap<string, LocaleContent>): PictureUses {
  let places: Map<string, ShownPicture[]> | undefined
  return {
    urls: new Set(shownPictures(routes, contents).map(({ url }) => url)),
    placesOf(url) {
      places ??= Map.groupBy(shownPictures(routes, contents), (shown) => shown.url)
      return places.get(url)?.map(({ where }) => where) ?? []
    },
  }
}

type ShownPicture = { url: string; where: Where }

function* shownPictures(routes: Route[], contents: ReadonlyMap<string, LocaleContent>): Generator<ShownPicture> {
  for (const { locale, href, source, page } of routes) {
    if (source.kind !== 'document' || page > 1) continue
    const notes = contents.get(locale)?.notes.get(`${source.collection}/${source.key}`)
    if (notes) yield* shownAt(picturesInNotes(notes), { locale, path: href })
  }
  for (const locale of new Set(routes.map((route) => route.locale))) {
    const collections = contents.get(locale)?.collections
    for (const [name, schema] of Object.entries(memberSchemas))
      for (const member of collections?.[name as keyof typeof memberSchemas] ?? [])
        yield* shownAt(picturesOf(member, schema, picturesIn), { locale, document: name })
  }
}

function* shownAt(pictures: NotedPictures[], where: Where): Generator<ShownPicture> {
  for (const { urls, block } of pictures)
    for (const url of urls) yield { url, where: block ? { ...where, block } : where }
}
