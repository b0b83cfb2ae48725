import type { ImageUse, Listed, PageRole, SiteFacts } from '#blocks/_shared/reader.ts'
import { ownSchemas } from '#content/blocks/own-schemas.ts'
import type { DocumentOf, Documents } from '#content/crawl/locale-content.ts'
import { memoize } from '#content/memoize.ts'
import type { ListName, ProductCategory } from '#content/schema.ts'
import { metaPolicy, prefetchRules } from '#publish/headers.ts'
import { languageTag } from '#renderer/settings.ts'
import { feedOf } from '#renderer/site/feeds-of.ts'
import { resolveSiteMenu } from '#renderer/site/menu.ts'
import { notFoundWords } from '#renderer/site/not-found-words.ts'
import { describePlace, placeOf } from '#renderer/site/place.ts'
import { resolveLink } from '#renderer/site/resolve-link.ts'
import type { Member, Site } from '#renderer/site/site.ts'
import { settingOf, siteFacts } from '#renderer/site/site-facts.ts'
import type { TextFile } from '#renderer/site/text-file.ts'
import type { NameSource } from '#renderer/sources/name-source.ts'

/** Properties of a look-up that hold for all of its questions. */
type Traits = {
  /** Each question is asked by only one page. A part that pages share must not ask it. */
  ofOnePage?: true
  /** Answers contain addresses of pages. */
  hasAddresses?: true
  /** Names the record and field that a part of an answer comes from, if the look-up and its arguments do not. */
  describe?: (args: string[], path: string, page: PageName, files: FileNames) => ChangedField
}

/** `was` and `is` are present but undefined if the values of that part are not to be shown. */
type ChangedField = { record: string; field?: string; was?: undefined; is?: undefined }

/** Locale and slug of a page, to name its record when its place in the site changed. */
export type PageName = { locale: string; slug: string }

/** Functions that name the files of texts and sources. */
export type FileNames = { textFile: TextFile; nameSource: NameSource }

type AnyLookUp = Traits & { ask: (site: Site, ...args: never[]) => unknown }

/** Fields that lists leave out if there are no own blocks: other blocks show them only on the page of their record. */
const unlisted = ownSchemas.length === 0 ? { industry: undefined, country: undefined } : {}

/** The keys of a collection, in the order of its members. */
const keysOf = memoize((members: ReadonlyMap<string, unknown>) => [...members.keys()], new WeakMap())

/** The ids of categories, grouped by the id of their parent (`undefined` for the top level). */
const childrenOf = memoize(
  (categories: ReadonlyMap<string, ProductCategory>) =>
    Map.groupBy(categories.keys(), (key) => categories.get(key)?.parentBranch.at(-1)),
  new WeakMap(),
)

/** Adds to look-ups the heading under which `site explain` lists them. */
function group<T extends Record<string, AnyLookUp>>(heading: string, own: T) {
  const grouped = Object.entries(own).map(([name, lookUp]) => [name, { ...lookUp, group: heading }])
  return Object.fromEntries(grouped) as { [K in keyof T]: T[K] & { group: string } }
}

/**
 * All look-ups that a page may use, by name. Arguments are JSON, so that a question can be kept and asked again by a
 * later build. Answers are JSON too. As long as all answers to a page stay equal, the page need not be rendered again.
 */
const lookUps = {
  ...group('Content', {
    document: {
      ofOnePage: true,
      ask: <K extends keyof Documents>({ documents }: Site, locale: string, collection: K, key: string) => {
        const document = documents.find(locale, collection, key) as DocumentOf<K> | undefined // of this kind
        return document && shownDocument(collection, document)
      },
    },
    /** The place of the page with this file. */
    place: {
      ofOnePage: true,
      ask: (site: Site, file: string) => {
        const route = site.routeOf(file)
        return route && placeOf(site, route)
      },
      describe: (_, path, page) => describePlace(path, page),
    },
    /** Keys of the members of a collection, in order: `count` of them (by default all) from the index `from`. */
    list: {
      ask: (site: Site, locale: string, name: ListName, from?: number, count?: number) => {
        const start = from ?? 0 // a missing argument is kept as null
        return keysOf(site.members(locale, name)).slice(start, start + (count ?? Number.POSITIVE_INFINITY))
      },
    },
    /** A member as lists show it. */
    member: {
      hasAddresses: true,
      ask: (site: Site, locale: string, name: ListName, key: string): Listed<Member> | undefined => {
        const member = site.members(locale, name).get(key)
        return member && JSON.parse(packShown(site, { ...member, ...unlisted, updatedAt: undefined }))
      },
    },
    category: {
      hasAddresses: true,
      ask: (site: Site, locale: string, id: string) => {
        const category = site.categories(locale).get(id)
        return category && { name: category.name, href: category.href }
      },
    },
    /** Ids of the categories above a category, the nearest last. */
    ancestors: {
      ask: (site: Site, locale: string, id: string) => site.categories(locale).get(id)?.parentBranch ?? [],
    },
    /** Ids of the categories directly below a category. */
    subcategories: {
      ask: (site: Site, locale: string, id: string) => childrenOf(site.categories(locale)).get(id) ?? [],
    },
    /** Ids of the `count` categories nearest to a category among those with the same parent, without itself. */
    siblings: {
      ask: (site: Site, locale: string, id: string, count: number) => {
        const categories = site.categories(locale)
        const all = childrenOf(categories).get(categories.get(id)?.parentBranch.at(-1)) ?? []
        const first = Math.max(0, Math.min(all.indexOf(id) - count / 2, all.length - 1 - count))
        return all.slice(first, first + count + 1).filter((one) => one !== id)
      },
    },
  }),
  ...group('Menus and addresses', {
    role: { hasAddresses: true, ask: (site: Site, locale: string, role: PageRole) => site.roleHref(locale, role) },
    slug: { hasAddresses: true, ask: (site: Site, locale: string, slug: string) => site.slugHref(locale, slug) },
    link: { hasAddresses: true, ask: (site: Site, address: string) => resolveLink(address, site).href },
    menu: {
      hasAddresses: true,
      ask: (site: Site, locale: string, name: string) => resolveSiteMenu(site, locale, name),
    },
    /** The words of the page with this file in other locales, if it is the 404 page at the root. */
    notFoundWords: {
      ask: (site: Site, file: string) => {
        const route = site.routeOf(file)
        return route ? notFoundWords(site, route) : []
      },
    },
    feed: {
      ask: (site: Site, locale: string) => {
        const feed = site.contents.has(locale) ? feedOf(site, locale) : undefined
        return feed && { href: `/${feed.file}`, title: feed.title }
      },
    },
  }),
  ...group('Pictures', {
    picture: { ask: (site: Site, url: string, use: ImageUse) => site.picture(url, use) },
    card: { ask: (site: Site, title: string) => site.socialCard(title) },
  }),
  ...group('Interface texts', {
    /** The text as it is written, in all its forms, before values are filled in. */
    text: {
      ask: (site: Site, locale: string, key: string) => site.writtenText(locale, key),
      describe: ([locale = '', key = ''], _, __, { textFile }) => ({ record: textFile(locale, key), field: key }),
    },
    /** All texts of the site's own blocks, for pages that are made in the browser. */
    ownTexts: {
      ask: (site: Site, locale: string) => site.ownTexts(locale),
      describe: ([locale], path) => ({ record: `texts/${locale}.json`, field: path }),
    },
  }),
  ...group('Settings', {
    /** One of the facts that `siteFacts` derives from the settings. */
    fact: {
      ask: <K extends keyof SiteFacts>({ settings }: Site, locale: string, name: K) =>
        siteFacts(settings, locale)[name],
      describe: ([locale = '', name = ''], path) => ({
        record: 'site.config.ts',
        field: settingOf(path === '' || path.startsWith('[') ? `${name}${path}` : `${name}.${path}`, locale),
      }),
    },
    languageTag: { ask: ({ settings }: Site, locale: string) => languageTag(locale, settings) },
    timeZone: { ask: ({ settings }: Site) => settings.timeZone },
    videoHosts: { ask: ({ settings }: Site) => settings.videoHosts },
    themeColor: { ask: ({ settings }: Site) => settings.brand.themeColor },
    darkThemeColor: { ask: ({ settings }: Site) => settings.brand.darkThemeColor },
    defaultLocale: { ask: ({ family }: Site) => family.defaultLocale },
    policy: { ask: ({ settings, family }: Site) => metaPolicy({ ...settings, origin: family.origin }) },
    prefetchRules: { ask: ({ settings }: Site) => prefetchRules(settings) },
  }),
  ...group('Bundled files', {
    /** Whether the bundle or the brand has a file. No page depends on its hashed name, which is filled in later. */
    asset: { ask: ({ assets }: Site, name: string) => assets.has(name) },
  }),
  ...group('Code', {
    /** Digests of the sources of a module and of everything it imports, by file. */
    code: {
      ask: ({ code }: Site, module: string) => code?.digests.get(module),
      describe: ([module = ''], path, _, { nameSource }) => ({
        record: path ? `file "${nameSource(path)}"` : `file "${nameSource(module)}" and its imports`,
      }),
    },
  }),
}

/** The names of all look-ups, in the order in which `site explain` lists their questions. */
export const lookUpNames = Object.keys(lookUps)

/** A document as its page shows it. Only posts have the time of their last edit in their page, for search engines. */
export function shownDocument<T extends object>(collection: keyof Documents, document: T): T {
  return collection === 'posts' ? document : { ...document, updatedAt: undefined }
}

/**
 * Packs what pages can show of a record, as JSON text: without the width and height of pictures whose size is known
 * from their file. Own blocks may have fields of any name, so every object with `url` and `alt` or `mime` counts as a
 * picture.
 */
export function packShown({ picture }: Pick<Site, 'picture'>, record: unknown): string {
  if (record === undefined) return ''
  return JSON.stringify(record, (_, value) => {
    // The schema of an own block may produce a set or a map, which would be empty as JSON.
    if (value instanceof Set || value instanceof Map) return [...value]
    const isImage = typeof value?.url === 'string' && ('alt' in value || 'mime' in value)
    const hasOwnSize = isImage && ('width' in value || 'height' in value) && picture(value.url, 'text') !== undefined
    return hasOwnSize ? { ...value, width: undefined, height: undefined } : value
  })
}

export type LookUp = keyof typeof lookUps
type Ask<K extends LookUp> = (typeof lookUps)[K]['ask']
export type Arguments<K extends LookUp> = Ask<K> extends (site: Site, ...args: infer A) => unknown ? A : never
export type Answer<K extends LookUp> = ReturnType<Ask<K>>

/** Answers any question. The arguments must fit the look-up. */
export type AnswerTo = (name: LookUp, args: readonly unknown[]) => unknown

export function answersOf(site: Site): AnswerTo {
  return (name, args) => (lookUps[name].ask as (site: Site, ...args: unknown[]) => unknown)(site, ...args)
}

export const traitsOf = (name: LookUp): Traits & { group: string } => lookUps[name]

/** A question as text, for use as a key and for keeping. */
export function questionOf(name: LookUp, args: readonly unknown[]): string {
  return JSON.stringify([name, ...args])
}

/** Parses a question that was kept. Throws for a text that is not a question. */
export function parseQuestion(question: string): { name: LookUp; args: string[]; traits: ReturnType<typeof traitsOf> } {
  const [name, ...args] = JSON.parse(question) as [LookUp, ...string[]]
  if (!Object.hasOwn(lookUps, name)) throw new Error(`There is no look-up "${name}".`)
  return { name, args, traits: traitsOf(name) }
}

/** The name of the look-up in a question that `questionOf` made. */
export function nameOfQuestion(question: string): LookUp {
  return question.slice(2, question.indexOf('"', 2)) as LookUp
}

/** Asks a question that was kept. Throws for a text that is not a question. */
export function askAgain(site: Site, question: string): unknown {
  const { name, args } = parseQuestion(question)
  return answersOf(site)(name, args)
}
