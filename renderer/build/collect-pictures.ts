import type { z } from 'zod'
import type { LocaleContent } from '#content/crawl.ts'
import { fieldsOf } from '#content/fields.ts'
import type { Where } from '#content/finding.ts'
import { documentSchemas, memberSchemas } from '#content/schema.ts'
import { picturesIn } from '#renderer/page/rich-text.ts'
import type { Route } from '#renderer/plan/route.ts'

/** Every picture that the pages of a family show, with the places that show it. */
export function collectPictures(routes: Route[], contents: ReadonlyMap<string, LocaleContent>): Map<string, Where[]> {
  const uses = new Map<string, Where[]>()
  const add = (document: unknown, schema: z.ZodType, where: Where): void => {
    for (const { path, kind, value } of fieldsOf(document, schema)) {
      const urls = kind === 'html' ? picturesIn(value) : kind === 'image' || kind === 'imageUrl' ? [value] : []
      for (const url of urls) {
        const places = uses.get(url) ?? []
        places.push({ ...where, ...blockAt(document, path) })
        uses.set(url, places)
      }
    }
  }
  for (const { locale, href, source, page } of routes) {
    if (source.kind !== 'document' || page > 1) continue
    const { collection, key } = source
    add(contents.get(locale)?.documents[collection].get(key), documentSchemas[collection], { locale, path: href })
  }
  for (const locale of new Set(routes.map((route) => route.locale))) {
    const collections = contents.get(locale)?.collections
    for (const [name, schema] of Object.entries(memberSchemas))
      for (const member of collections?.[name as keyof typeof memberSchemas] ?? [])
        add(member, schema, { locale, document: name })
  }
  return uses
}

function blockAt(document: unknown, path: string): Pick<Where, 'block'> {
  const [, at] = /^blocks\[(\d+)\]/.exec(path) ?? []
  const block = (document as { blocks?: { type: string; id: string }[] }).blocks?.[Number(at)]
  return block ? { block: `${block.type} ${block.id}` } : {}
}
