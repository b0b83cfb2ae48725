import type { Href, ImageUse, Listed, PageRole } from '#blocks/_shared/reader.ts'
import type { AnyDocument, DocumentCollection, Documents, LocaleContent } from '#content/crawl/locale-content.ts'
import type { Listing } from '#content/crawl/read-listings.ts'
import type {
  ContactPerson,
  JobOfferSummary,
  ListName,
  MenuItem,
  PostSummary,
  ProductCategory,
  ServiceSummary,
} from '#content/schema.ts'
import type { Texts, Translate } from '#locales/translator.ts'
import type { ShownPicture } from '#publish/pictures/plan-picture.ts'
import type { PictureData } from '#publish/pictures/plan-pictures.ts'
import type { ShellPattern } from '#publish/redirects/shell-pattern.ts'
import type { OtherAddresses } from '#renderer/plan/address.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import type { Code } from '#renderer/sources/read-code.ts'
import type { ResolvedLink } from './resolve-link.ts'

export type Member = PostSummary | ServiceSummary | JobOfferSummary | ContactPerson

/** Everything that the service says about a locale, except its documents. */
export type LocaleData = Pick<LocaleContent, 'locale' | 'menus' | 'nodes' | 'collections'> & {
  /** The locale's pages that have content. */
  routes: Route[]
  /** The locale's list from the search endpoint, if it could be read. */
  listing: Listing[] | undefined
}
export const localeFields = ['locale', 'menus', 'nodes', 'collections', 'routes', 'listing'] as const

/** The data that pages have about other locales than their own, so that nothing else of these has to be read. */
export type AcrossLocales = {
  /** The home of each locale that has one. */
  homes: Map<string, Route>
  /**
   * Pages whose address looks like that of another locale of their family: `/fr/x`
   * of the default locale, if that is not `fr`.
   */
  strays: Route[]
  /** Addresses that shells answer, as address keys. */
  shells: ShellPattern[]
  /** The pages of each locale, used to find the translations of a page. */
  translations: Map<string, PairedPages>
}

export type PairedPages = {
  origin: string
  /** The first page of each `pairing`. */
  hrefs: Map<string, Href>
  /** Pairings whose page is not an alternate: it may not be indexed, or names another page as its original. */
  unlisted: Set<string>
}

/** A page in another language. `isAlternate` says whether the page is offered to search engines. */
export type Translation = Pick<Route, 'locale' | 'origin' | 'href'> & { isAlternate: boolean }

/**
 * Everything that pages are rendered from, except their own documents. It is plain data
 * that can be kept or sent to another process.
 */
export type SiteData = AcrossLocales & {
  settings: Settings
  family: Family
  /** Content by locale, of every family. Only pages of `family` are rendered. */
  contents: Map<string, LocaleData>
  texts: Texts
  /** The own names of languages, by locale. */
  languageNames: Map<string, string>
  pictures: PictureData
  /** Addresses of bundled files by name. */
  assets: Map<string, string>
  /** Digests of scripts and styles by address. */
  integrity: ReadonlyMap<string, string>
  otherAddresses: OtherAddresses
  /** The sources that pages are made with. If they are known, a page is rebuilt when a source that it ran changes. */
  code?: Code
}

/**
 * The documents that pages show, held by the renderer of the pages. `digestOf` returns the checksum of a document as
 * the service sent it.
 */
export type PageDocuments = {
  find(locale: string, collection: keyof Documents, key: string): AnyDocument | undefined
  digestOf(locale: string, collection: keyof Documents, key: string): string | undefined
}

/** The documents of a crawl. */
export function crawledDocuments(contents: ReadonlyMap<string, LocaleContent>): PageDocuments {
  return {
    find: (locale, collection, key) => contents.get(locale)?.documents[collection].get(key),
    digestOf: (locale, collection, key) => contents.get(locale)?.digests.get(`${collection}/${key}`),
  }
}

/** Everything that pages are rendered from, with the look-ups that readers share. */
export type Site = Omit<SiteData, 'pictures' | 'texts'> & {
  documents: PageDocuments
  translateTo: (locale: string) => Translate
  /** An interface text as it is written, in all its forms (`writtenText` in `locales/translator.ts`). */
  writtenText: (locale: string, key: string) => object
  /** The texts of a site's own blocks as they are written, by key. */
  ownTexts: (locale: string) => Record<string, string>
  /** A picture for the place it fills, by its address in the content. Undefined if the picture could not be read. */
  picture(url: string, use: ImageUse): ShownPicture | undefined
  /** The picture that social networks show beside a title. */
  socialCard(title: string): ShownPicture | undefined
  routeAt(origin: string, path: string): Route | undefined
  /** Translations of a route that visitors can reach, one for each locale, including the route itself. */
  translationsOf(route: Route): Translation[]
  roleHref(locale: string, role: PageRole): Href | undefined
  /** The page with this slug in the locale, if it exists. */
  slugHref(locale: string, slug: string): Href | undefined
  categoryHref(locale: string, id: string): Href | undefined
  /** The page of a member of a collection. */
  routeOfMember(locale: string, collection: DocumentCollection, slug: string): Route | undefined
  /** The route of a file of the family that is built. */
  routeOf(file: string): Route | undefined
  /**
   * Members of a collection in the order of the service, with the address of their page. The key is the id, with a
   * number added if ids are equal.
   */
  members(locale: string, name: ListName): ReadonlyMap<string, Listed<Member>>
  categories(locale: string): ReadonlyMap<string, Listed<ProductCategory>>
  posts(locale: string): Listed<PostSummary>[]
  menu(locale: string, group: string): MenuItem[]
  /** Groups that have an item. */
  menuGroups(locale: string): string[]
  isKnownPath(path: string): boolean
  /** The problem of an address that an editor wrote, if it has one. */
  linkProblem(address: string): ResolvedLink['problem']
  /** True for pages that the search endpoint lists, and for all pages of a locale without a list. */
  isListed(page: Pick<Route, 'locale' | 'href'>): boolean
}
