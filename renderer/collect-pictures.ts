import type { LocaleContent } from '#content/crawl.ts'
import type { Where } from '#content/finding.ts'
import { picturesIn } from './page/rich-text.ts'
import type { Route } from './plan-routes.ts'

const imageFields = new Set(['image', 'backgroundImage', 'teaserImage', 'photo', 'logo'])
const htmlFields = new Set(['html', 'answer'])

/** Every picture that the pages of a family show, with the places that show it. */
export function collectPictures(routes: Route[], contents: ReadonlyMap<string, LocaleContent>): Map<string, Where[]> {
  const uses = new Map<string, Where[]>()
  const add = (url: string, where: Where): void => {
    const places = uses.get(url)
    if (places) places.push(where)
    else uses.set(url, [where])
  }
  for (const { locale, href, source, page } of routes) {
    if (source.kind !== 'document' || page > 1) continue
    visit(contents.get(locale)?.documents[source.collection].get(source.key), { locale, path: href }, add)
  }
  for (const locale of new Set(routes.map((route) => route.locale))) {
    const collections = contents.get(locale)?.collections ?? {}
    for (const [name, members] of Object.entries(collections)) visit(members, { locale, document: name }, add)
  }
  return uses
}

function visit(value: unknown, where: Where, add: (url: string, where: Where) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, where, add)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const { id, type } = value as { id?: unknown; type?: unknown }
  const here = typeof type === 'string' ? { ...where, block: `${type} ${String(id)}` } : where
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (htmlFields.has(field)) for (const url of picturesIn(inner)) add(url, here)
      if (field === 'seoImageSrc') add(inner, here)
    } else if (imageFields.has(field) && inner) add((inner as { url: string }).url, here)
    else if (field === 'images') for (const image of inner as { url: string }[]) add(image.url, here)
    else visit(inner, here, add)
  }
}
