import type { Href, ImageUse, Listed, PageRole } from '#blocks/_shared/reader.ts'
import type { AnyDocument, DocumentCollection, Documents, LocaleContent } from '#content/crawl/locale-content.ts'
import type { Listing } from '#content/crawl/read-listings.ts'
import type {
  ContactPerson,
  JobOfferSummary,
  MenuItem,
  PostSummary,
  ProductCategory,
  ServiceSummary,
} from '#content/schema.ts'
import type { Texts, Translate } from '#locales/translator.ts'
import type { Integrity } from '#publish/integrity.ts'
import type { ShownPicture } from '#publish/pictures/plan-picture.ts'
import type { PictureData } from '#publish/pictures/plan-pictures.ts'
import type { Route } from '#renderer/plan/route.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import type { Code } from '#renderer/sources/read-code.ts'
import type { ResolvedLink } from './resolve-link.ts'

/** Collections whose members pages list. */
export type ListName = DocumentCollection | 'contact_people'
export type Member = PostSummary | ServiceSummary | JobOfferSummary | ContactPerson

/** What the service says of a locale, its documents aside. */
export type LocaleData = Pick<LocaleContent, (typeof localeFields)[number]>
export const localeFields = ['locale', 'menus', 'nodes', 'collections'] as const

/** All that pages are rendered from but their own documents: plain data that can be kept, or sent to another process. */
export type SiteData = {
  settings: Settings
  family: Family
  contents: Map<string, LocaleData>
  /** What the search endpoint lists of each locale, where that could be read. */
  listings: Map<string, Listing[]>
  /** Routes that have content, of every family; only those of `family` are rendered. */
  routes: Route[]
  texts: Texts
  /** What languages call themselves, by locale. */
  languageNames: Map<string, string>
  pictures: PictureData
  /** Addresses of bundled files by name. */
  assets: Map<string, string>
  /** Digests of scripts and styles by address; without it pages do not ask for any. */
  integrity?: Integrity
  /** Old addresses that redirect, as address keys. */
  redirectKeys: Set<string>
  /** What the sources of our own code are; pages are then made anew when those they ran change. */
  code?: Code
}

/** The documents that pages show, held by whoever renders them. `digestOf` is that of a document as the service sent it. */
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
  /** An interface text as it is written, by form; the key itself is one where the locale has the text (`locales/translator.ts`). */
  writtenText: (locale: string, key: string) => object
  /** The texts that a site's own blocks ask for, by key, as they are written. */
  ownTexts: (locale: string) => Record<string, string>
  /** A picture for the place it fills, by the address that content names it with; nothing for one that cannot be had. */
  picture(url: string, use: ImageUse): ShownPicture | undefined
  /** The picture that social networks show beside a title. */
  socialCard(title: string): ShownPicture | undefined
  routeAt(origin: string, path: string): Route | undefined
  /** Translations of a route that visitors can reach, by locale, itself included. */
  translationsOf(route: Route): ReadonlyMap<string, Route>
  roleHref(locale: string, role: PageRole): Href | undefined
  /** The page of a slug of the locale, when there is one. */
  slugHref(locale: string, slug: string): Href | undefined
  categoryHref(locale: string, id: string): Href | undefined
  /** The page of a member of a collection. */
  routeOfMember(locale: string, collection: DocumentCollection, slug: string): Route | undefined
  /** The route of a file of the family that is built. */
  routeOf(file: string): Route | undefined
  /** Members of a collection by a key of their own, in the order of the service, with the address of their page. */
  members(locale: string, name: ListName): ReadonlyMap<string, Listed<Member>>
  categories(locale: string): ReadonlyMap<string, Listed<ProductCategory>>
  posts(locale: string): Listed<PostSummary>[]
  menu(locale: string, group: string): MenuItem[]
  /** Groups that have an item. */
  menuGroups(locale: string): string[]
  /** Locales that have pages, with the address of their home. */
  homes: Map<string, Route>
  isKnownPath(path: string): boolean
  /** What is wrong with an address that an editor wrote. */
  linkProblem(address: string): ResolvedLink['problem']
  /** True for pages that search engines should list. */
  isIndexable(route: Route): boolean
  /** True for pages that the search endpoint lists, and for all of a locale without a list. */
  isListed(route: Route): boolean
}
