import type { KnownBuild } from '#renderer/reads/known-build.ts'
import { questionOf } from '#renderer/reads/look-ups.ts'
import type { Route } from './route.ts'

/** Finds where the page stands now that had an address in the previous build: the one that shows the same document. */
export function findPlaceNow({ pages, questions }: Pick<KnownBuild, 'pages' | 'questions'>, planned: Route[]) {
  let addresses: Map<string, string> | undefined // few builds ask
  return (address: string): string | undefined => {
    addresses ??= addressesNow()
    return addresses.get(address)
  }

  function addressesNow(): Map<string, string> {
    const documents = new Map<string, string>()
    for (const { locale, source, page, canonical, path } of planned)
      if (source.kind === 'document' && page === 1 && canonical === undefined)
        documents.set(questionOf('document', [locale, source.collection, source.key]), path)
    const found = new Map<string, string>()
    for (const { href, asked } of pages.values())
      for (const id of asked) {
        const path = documents.get(questions.get(id)?.question ?? '')
        if (path !== undefined) found.set(decodeURIComponent(href).normalize('NFC'), path)
      }
    return found
  }
}
