import type { ImageUse, Listed, PageRole, SiteFacts } from '#blocks/_shared/reader.ts'
import { ownSchemas } from '#content/blocks/own-schemas.ts'
import type { DocumentOf, Documents } from '#content/crawl/locale-content.ts'
import { onceEach } from '#content/once-each.ts'
import type { ListName, ProductCategory } from '#content/schema.ts'
import { metaPolicy, prefetchRules } from '#publish/headers.ts'
import { languageTag } from '#renderer/settings.ts'
import { feedOf } from '#renderer/site/feeds-of.ts'
import { resolveSiteMenu } from '#renderer/site/menu.ts'
import { notFoundWords } from '#renderer/site/not-found-words.ts'
import { placeOf, tellPlace } from '#renderer/site/place.ts'
import { resolveLink } from '#renderer/site/resolve-link.ts'
import type { Member, Site } from '#renderer/site/site.ts'
import { settingOf, siteFacts } from '#renderer/site/site-facts.ts'
import type { TextFile } from '#renderer/site/text-file.ts'
import type { NameSource } from '#renderer/sources/name-source.ts'

/** What is true of every question of a look-up, whatever its answer is. */
type Traits = {
  /** Only one page asks the question. A part that pages share must not ask it. */
  ofOnePage?: true
  /** The answer holds addresses of pages. */
  leads?: true
  /** Names the record and field that a part of the answer comes from, where the look-up and its arguments do not. */
  tell?: (args: string[], path: string, page: PageName, files: FileNames) => Told
}

/** `was` and `is` are there, and undefined, where the values of that part are not told. */
type Told = { record: string; field?: string; was?: undefined; is?: undefined }

/** Locale and slug of a page, to name its record where its place in the site changed. */
export type PageName = { locale: string; slug: string }

/** How the files of texts and sources are named. */
export type FileNames = { textFile: TextFile; nameSource: NameSource }

type AnyLookUp = Traits & { ask: (site: Site, ...args: never[]) => unknown }

/** Fields left out of lists where the site has no own blocks: all other blocks show them on the page of their record alone. */
const unlisted = ownSchemas.length === 0 ? { industry: undefined, country: undefined } : {}

/** The keys of a collection in order, from which pages of lists cut theirs. */
const keysOf = onceEach((members: ReadonlyMap<string, unknown>) => [...members.keys()], new WeakMap())

/** The keys of the categories right below a category, by the id of that category. Those of the highest level stand by `undefined`. */
const rowsOf = onceEach(
  (categories: ReadonlyMap<string, ProductCategory>) =>
    Map.groupBy(categories.keys(), (key) => categories.get(key)?.parentBranch.at(-1)),
  new WeakMap(),
)

/** Look-ups with the heading under which `site explain` tells them. */
function group<T extends Record<string, AnyLookUp>>(heading: string, own: T) {
  const grouped = Object.entries(own).map(([name, lookUp]) => [name, { ...lookUp, group: heading }])
  return Object.fromEntries(grouped) as { [K in keyof T]: T[K] & { group: string } }
}

/**
 * Everything that a page may ask the site, by name. Arguments are JSON, so that a question can be kept, and asked again by a later build.
 * Answers are JSON too. As long as all answers to a page are equal, the page need not be rendered again.
 */
const lookUps = {
  ...group('Content', {
    document: {
      ofOnePage: true,
      ask: <K extends keyof Documents>({ documents }: Site, locale: string, collection: K, key: string) => {
        const document = documents.find(locale, collection, key) as DocumentOf<K> | undefined // keyed by its kind
        return document && { ...document, updatedAt: undefined } // no page shows the time of the last edit
      },
    },
    /** By the file of a page. */
    place: {
      ofOnePage: true,
      ask: (site: Site, file: string) => {
        const route = site.routeOf(file)
        return route && placeOf(site, route)
      },
      tell: (_, path, page) => tellPlace(path, page),
    },
    /** Keys of members of a collection, in order: `count` of them (without it all) from the place `from`. */
    list: {
      ask: (site: Site, locale: string, name: ListName, from?: number, count?: number) => {
        const start = from ?? 0 // an argument that was left out is kept as null
        return keysOf(site.members(locale, name)).slice(start, start + (count ?? Number.POSITIVE_INFINITY))
      },
    },
    /** A member as lists show it. */
    member: {
      leads: true,
      ask: (site: Site, locale: string, name: ListName, key: string): Listed<Member> | undefined => {
        const member = site.members(locale, name).get(key)
        return member && JSON.parse(printShown(site, { ...member, ...unlisted }))
      },
    },
    category: {
      leads: true,
      ask: (site: Site, locale: string, id: string) => {
        const category = site.categories(locale).get(id)
        return category && { name: category.name, ...(category.href && { href: category.href }) }
      },
    },
    /** Ids of the categories above a category, the nearest last. */
    ancestors: {
      ask: (site: Site, locale: string, id: string) => site.categories(locale).get(id)?.parentBranch ?? [],
    },
    /** Ids of the categories right below a category. */
    subcategories: {
      ask: (site: Site, locale: string, id: string) => rowsOf(site.categories(locale)).get(id) ?? [],
    },
    /** Ids of the `count` categories nearest to a category in the row of those with the same parent, itself left out. */
    siblings: {
      ask: (site: Site, locale: string, id: string, count: number) => {
        const categories = site.categories(locale)
        const row = rowsOf(categories).get(categories.get(id)?.parentBranch.at(-1)) ?? []
        const first = Math.max(0, Math.min(row.indexOf(id) - count / 2, row.length - 1 - count))
        return row.slice(first, first + count + 1).filter((one) => one !== id)
      },
    },
  }),
  ...group('Menus and addresses', {
    role: { leads: true, ask: (site: Site, locale: string, role: PageRole) => site.roleHref(locale, role) },
    slug: { leads: true, ask: (site: Site, locale: string, slug: string) => site.slugHref(locale, slug) },
    link: { leads: true, ask: (site: Site, address: string) => resolveLink(address, site).href },
    menu: { leads: true, ask: (site: Site, locale: string, name: string) => resolveSiteMenu(site, locale, name) },
    /** By the file of a page. */
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
    /** The text as it is written, with its placeholders, in every form it has. */
    text: {
      ask: (site: Site, locale: string, key: string) => site.writtenText(locale, key),
      tell: ([locale = '', key = ''], _, __, { textFile }) => ({ record: textFile(locale, key), field: key }),
    },
    /** All texts of a site's own blocks, for pages that are made in the browser. */
    ownTexts: {
      ask: (site: Site, locale: string) => site.ownTexts(locale),
      tell: ([locale], path) => ({ record: `texts/${locale}.json`, field: path }),
    },
  }),
  ...group('Settings', {
    /** One of the facts that `siteFacts` makes of the settings. */
    fact: {
      ask: <K extends keyof SiteFacts>({ settings }: Site, locale: string, name: K) =>
        siteFacts(settings, locale)[name],
      tell: ([locale = '', name = ''], path) => ({
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
    /** Whether the bundle or the brand has a file; its hashed name is put in at the end, so that no page depends on it. */
    asset: { ask: ({ assets }: Site, name: string) => assets.has(name) },
  }),
  ...group('Code', {
    /** Digests of the sources of a module and of all it is made of, by file. */
    code: {
      ask: ({ code }: Site, module: string) => code?.digests.get(module),
      tell: ([module = ''], path, _, { nameSource }) => ({
        record: path ? `file "${nameSource(path)}"` : `file "${nameSource(module)}" and what it imports`,
      }),
    },
  }),
}

/** The names of all look-ups, in the order in which `site explain` tells their questions. */
export const lookUpNames = Object.keys(lookUps)

/**
 * A record as JSON, as far as any page can show it: without the time of its last edit, and without the width and height of pictures whose
 * file tells its own size. A picture is told by a `url` with `alt` or `mime` beside it, because own blocks may have fields of any name.
 */
export function printShown({ picture }: Pick<Site, 'picture'>, record: unknown): string {
  if (record === undefined) return ''
  return JSON.stringify({ ...(record as object), updatedAt: undefined }, (_, value) => {
    if (value instanceof Set || value instanceof Map) return [...value] // the schema of an own block may make a set or map, of which JSON is empty
    const isImage = typeof value?.url === 'string' && ('alt' in value || 'mime' in value)
    const hasOwnSize = isImage && ('width' in value || 'height' in value) && picture(value.url, 'text') !== undefined
    return hasOwnSize ? { ...value, width: undefined, height: undefined } : value
  })
}

export type LookUp = keyof typeof lookUps
type Ask<K extends LookUp> = (typeof lookUps)[K]['ask']
export type Arguments<K extends LookUp> = Ask<K> extends (site: Site, ...args: infer A) => unknown ? A : never
export type Answer<K extends LookUp> = ReturnType<Ask<K>>

/** Answers any question. Its arguments have to be those of the look-up. */
export type AnswerTo = (name: LookUp, args: readonly unknown[]) => unknown

export function answersOf(site: Site): AnswerTo {
  return (name, args) => (lookUps[name].ask as (site: Site, ...args: unknown[]) => unknown)(site, ...args)
}

export const traitsOf = (name: LookUp): Traits & { group: string } => lookUps[name]

/** A question as text, for maps and for keeping. */
export function questionOf(name: LookUp, args: readonly unknown[]): string {
  return JSON.stringify([name, ...args])
}

/** The name and the arguments of a question that was kept. Throws for a text that is no question. */
export function parseQuestion(question: string): { name: LookUp; args: string[]; traits: ReturnType<typeof traitsOf> } {
  const [name, ...args] = JSON.parse(question) as [LookUp, ...string[]]
  if (!Object.hasOwn(lookUps, name)) throw new Error(`There is no look-up "${name}".`)
  return { name, args, traits: traitsOf(name) }
}

/** The name of a question that `questionOf` printed. */
export function nameOfQuestion(question: string): LookUp {
  return question.slice(2, question.indexOf('"', 2)) as LookUp
}

/** Asks a question that was kept. Throws for a text that is no question. */
export function askAgain(site: Site, question: string): unknown {
  const { name, args } = parseQuestion(question)
  return answersOf(site)(name, args)
}
