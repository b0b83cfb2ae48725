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
import type { Route } from '#renderer/plan/route.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import type { Code } from '#renderer/sources/read-code.ts'
import type { ResolvedLink } from './resolve-link.ts'

export type Member = PostSummary | ServiceSummary | JobOfferSummary | ContactPerson

/** What the service says of a locale, its documents aside. */
export type LocaleData = Pick<LocaleContent, 'locale' | 'menus' | 'nodes' | 'collections'> & {
  /** Its pages that have content. */
  routes: Route[]
  /** What the search endpoint lists, where that could be read. */
  listing: Listing[] | undefined
}
export const localeFields = ['locale', 'menus', 'nodes', 'collections', 'routes', 'listing'] as const

/** What pages know of other locales than their own, so that nothing else of these need be read. */
export type AcrossLocales = {
  /** Locales that have pages, with their home. */
  homes: Map<string, Route>
  /** Pages whose address looks like that of another locale of their family: `/fr/x` of the default locale, where that is not `fr`. */
  strays: Route[]
  /** Addresses that shells answer, as address keys. */
  shells: ShellPattern[]
  /** The pages of each locale, to find the translations of a page. */
  translations: Map<string, PairedPages>
}

export type PairedPages = {
  origin: string
  /** The first page of each `pairing`. */
  hrefs: Map<string, Href>
  /** Pairings whose page is no alternate: it may not be indexed, or names another page as its original. */
  unlisted: Set<string>
}

/** A page in another language. `isAlternate` is true for one that search engines may be told of. */
export type Translation = Pick<Route, 'locale' | 'origin' | 'href'> & { isAlternate: boolean }

/** All that pages are rendered from but their own documents: plain data that can be kept, or sent to another process. */
export type SiteData = AcrossLocales & {
  settings: Settings
  family: Family
  /** By locale, of every family; only pages of `family` are rendered. */
  contents: Map<string, LocaleData>
  texts: Texts
  /** What languages call themselves, by locale. */
  languageNames: Map<string, string>
  pictures: PictureData
  /** Addresses of bundled files by name. */
  assets: Map<string, string>
  /** Digests of scripts and styles by address. */
  integrity: ReadonlyMap<string, string>
  /** Addresses that redirects and files of the build's own answer, as address keys. */
  otherKeys: Set<string>
  /** The sources that pages are made with. With them a page is rebuilt when a source that it ran changes. */
  code?: Code
}

/** The documents that pages show, held by what renders the pages. `digestOf` gives the checksum of a document as the service sent it. */
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

/** All that pages are rendered from, with the look-ups that readers share. */
export type Site = Omit<SiteData, 'pictures' | 'texts'> & {
  documents: PageDocuments
  translateTo: (locale: string) => Translate
  /** An interface text as it is written, in all its forms (`writtenText` in `locales/translator.ts`). */
  writtenText: (locale: string, key: string) => object
  /** The texts that a site's own blocks ask for, by key, as they are written. */
  ownTexts: (locale: string) => Record<string, string>
  /** A picture for the place it fills, by the address that content names it with. Undefined for one that could not be read. */
  picture(url: string, use: ImageUse): ShownPicture | undefined
  /** The picture that social networks show beside a title. */
  socialCard(title: string): ShownPicture | undefined
  routeAt(origin: string, path: string): Route | undefined
  /** Translations of a route that visitors can reach, itself included, one of each locale. */
  translationsOf(route: Route): Translation[]
  roleHref(locale: string, role: PageRole): Href | undefined
  /** The page of a slug of the locale, when there is one. */
  slugHref(locale: string, slug: string): Href | undefined
  categoryHref(locale: string, id: string): Href | undefined
  /** The page of a member of a collection. */
  routeOfMember(locale: string, collection: DocumentCollection, slug: string): Route | undefined
  /** The route of a file of the family that is built. */
  routeOf(file: string): Route | undefined
  /** Members of a collection, in the order of the service, by id (numbered where ids are equal), with the address of their page. */
  members(locale: string, name: ListName): ReadonlyMap<string, Listed<Member>>
  categories(locale: string): ReadonlyMap<string, Listed<ProductCategory>>
  posts(locale: string): Listed<PostSummary>[]
  menu(locale: string, group: string): MenuItem[]
  /** Groups that have an item. */
  menuGroups(locale: string): string[]
  isKnownPath(path: string): boolean
  /** What is wrong with an address that an editor wrote. */
  linkProblem(address: string): ResolvedLink['problem']
  /** True for pages that the search endpoint lists, and for all of a locale without a list. */
  isListed(page: Pick<Route, 'locale' | 'href'>): boolean
}
