import type { Heading, Href, ImageUse, Listed, Picture, Reader, SiteFacts } from '#blocks/_shared/reader.ts'
import type { SkippedLevel } from '#blocks/_shared/rich-text/level-headings.ts'
import type { Finding } from '#content/finding.ts'
import { memoize } from '#content/memoize.ts'
import type { ContactPerson, Image, JobOfferSummary, ListName, PostSummary, ServiceSummary } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { MarkupParts } from '#renderer/page/rich-text-parts.tsx'
import { pageOfList } from '#renderer/plan/address.ts'
import type { Ask, Recorder } from '#renderer/reads/recorder.ts'
import { markMenu } from '#renderer/site/menu.ts'
import type { Place } from '#renderer/site/place.ts'
import type { Member, Site } from '#renderer/site/site.ts'
import { factNames } from '#renderer/site/site-facts.ts'
import { bindWords } from './bind-words.ts'
import type { Hyphenation } from './hyphenate.ts'
import { longDate } from './long-date.ts'
import { sanitizeRichText } from './rich-text.ts'

export type PageReaderParts = {
  /** What a reader uses of the site besides answers: a translator, and the names of bundled files. */
  site: Pick<Site, 'translateTo' | 'assets'>
  recorder: Recorder
  /** File of the page in the export. */
  file: string
  /** Renders the parts that pages share, and our own parts of rich text. */
  parts: MarkupParts
  hyphenation: Hyphenation
}

/** Creates the reader of a page: everything its components may know, and nothing else. It asks through the recorder. */
export function createPageReader({ site, recorder, file, parts, hyphenation }: PageReaderParts): Reader {
  const { ask } = recorder
  // The place is asked for on each use, so that the recorder can refuse it to parts that pages share.
  const place = (): Place => placeOrThrow(ask, file)
  const { locale, href: path, origin, marks } = place()
  const where = { locale, path }
  const text: Reader['text'] = (key, values) => {
    ask('text', locale, key)
    return site.translateTo(locale)(key, values)
  }
  const link = (url: string | undefined): Href | undefined => (url?.trim() ? ask('link', url) : undefined)
  const absoluteLink = (url: string): string | undefined => {
    const href = link(url)
    return href && new URL(href, `${origin}${path}`).href
  }
  const typeset = (text: string, heading?: Heading): string => bindWords(hyphenation(locale)(text, heading), locale)
  const ids = new Set<string>()
  const richText: Reader['html'] = (html, below) =>
    sanitizeRichText(html, {
      ...(below && {
        shown: {
          ...{ level: Number(below[1]) + 1, ids, hyphenate: typeset },
          onSkippedLevel: (heading) => recorder.warn(skippedLevelFinding(heading, where)),
        },
      }),
      link: below ? link : absoluteLink,
      picture: ({ url, alt, width }) => (below ? parts.picture(picture({ url, alt } as Image, 'text'), width) : ''),
      video: ({ url, title }) => parts.video(url as Href, title || text('block.video')),
      videoHosts: ask('videoHosts'),
      onLost: (tag, address) =>
        recorder.warn(tag === 'iframe' ? lostFrameFinding(address, where) : lostFinding(tag, address, where)),
    })
  let movesLong = false
  const picture = (image: Image | undefined, use: ImageUse, alt?: string): Picture | undefined => {
    if (!image) return undefined
    const planned = ask('picture', image.url, use)
    if (planned?.motion === 'long') movesLong = true
    const words = alt ?? image.alt ?? ''
    if (!planned && !words) return undefined
    const size = planned ?? { width: image.width ?? 1200, height: image.height ?? 800 }
    return { ...size, alt: words }
  }
  // The look-up of a collection returns members of its kind.
  const list = <T extends Member>(name: ListName, from?: number, count?: number): Listed<T>[] =>
    ask('list', locale, name, from, count).map((key) => ask('member', locale, name, key) as Listed<T>)

  return {
    locale,
    defaultLocale: ask('defaultLocale'),
    path,
    site: factsOf(ask)(locale),
    get pagination() {
      const { page, list } = place()
      return list && { page, pages: list.pages, hrefOf: (wanted: number) => pageOfList(list.first, wanted) }
    },
    text,
    ownTexts: () => ask('ownTexts', locale),
    date: (iso, field) => dateOf(iso, recorder, { ...where, ...(field && { field }) }),
    html: richText,
    words: (text, heading) => text && typeset(text, heading),
    link,
    page: (role) => ask('role', locale, role),
    picture,
    movesLong: () => movesLong,
    socialCard: (title) => {
      const card = ask('card', title)
      return card && { ...card, alt: title }
    },
    asset: (name) => {
      const address = ask('asset', name) ? site.assets.get(name) : undefined
      if (address === undefined) throw new Error(`The bundle has no file "${name}".`)
      return address
    },
    menu: (group) => markMenu(ask('menu', locale, group), marks[group] ?? '[]'),
    marks: (group) => marks[group],
    shared: (name, make) =>
      recorder.part(`${locale} ${name}`, () => {
        const made = make()
        return typeof made === 'string' ? made : parts.shared(made)
      }),
    languages: () => place().languages,
    posts: (from, count) => list<PostSummary>('posts', from, count),
    services: (from, count) => list<ServiceSummary>('services', from, count),
    jobOffers: (from, count) => list<JobOfferSummary>('job_offers', from, count),
    contactPeople: () => list<ContactPerson>('contact_people'),
  }
}

export function placeOrThrow(ask: Ask, file: string): Place {
  const place = ask('place', file)
  if (!place) throw new Error(`No page of this site has the file "${file}".`)
  return place
}

/** The facts of the site by locale. Reading a fact asks for it, so it counts for the page or part that reads it. */
const factsOf = memoize(
  (ask: Ask) =>
    memoize((locale: string): SiteFacts => {
      const facts = factNames.map((name): [string, PropertyDescriptor] => [
        name,
        { enumerable: true, get: () => ask('fact', locale, name) },
      ])
      return Object.defineProperties({}, Object.fromEntries(facts)) as SiteFacts // every fact has its property
    }),
  new WeakMap(),
)

type InPage = { locale: string; path: string }

function skippedLevelFinding({ written, next }: SkippedLevel, where: InPage): Finding {
  return {
    code: 'heading-skipped',
    message: `A text of the page "${readablePath(where.path)}" has a heading of level ${written} without a heading of level ${next} above it.`,
    where,
    hint: `Make it a heading of level ${next} at the service. Pages already show it without the gap.`,
  }
}

function lostFrameFinding(src: string, where: InPage): Finding {
  const { host, protocol } = URL.parse(src, 'https://site.invalid') ?? {}
  const isHost = host && host !== 'site.invalid' && protocol === 'https:'
  return {
    code: 'field-ignored',
    message: `A text of the page "${readablePath(where.path)}" embeds ${quoteValue(src)}, which is not at one of the "videoHosts" in the settings; it is left out.`,
    where: { ...where, url: src },
    hint: isHost
      ? `Add "${host}" to "videoHosts" in the settings if it shows videos, or link to it instead.`
      : 'Embed videos with an https:// address at one of the "videoHosts", or link to them instead.',
  }
}

/** What editors can do about an element that pages do not show. Elements that are not listed play something. */
const insteadOf: Record<string, string> = {
  form: 'Use a block that shows a form, or link to the page of the form.',
  img: 'Write the address of the picture into its "src" at the service. Pages ignore "data-src" and "srcset".',
  script: 'Remove it at the service: texts run no code. What it would show is missing.',
  svg: 'Save the drawing as a picture at the service, and show it with <img>.',
}

function lostFinding(tag: string, address: string, where: InPage): Finding {
  const what = tag === 'img' ? 'a picture without an address' : `the element <${tag}>`
  return {
    code: 'field-ignored',
    message: `A text of the page "${readablePath(where.path)}" has ${what}${address && ` with ${quoteValue(address)}`}; pages show at most its words.`,
    where: { ...where, ...(address && { url: address }) },
    hint:
      insteadOf[tag] ??
      'Embed videos with an <iframe> whose address is at one of the "videoHosts" in the settings, and link to other files.',
  }
}

function dateOf(
  iso: string | undefined,
  { ask, warn }: Recorder,
  where: InPage & { field?: string },
): ReturnType<Reader['date']> {
  if (iso === undefined) return undefined
  const date = longDate(iso, { locale: ask('languageTag', where.locale), timeZone: ask('timeZone') })
  if (date) return date
  warn({
    code: 'date-invalid',
    message: `${where.field ? `The ${where.field} ${quoteValue(iso)} of` : `${quoteValue(iso)} on`} the page "${readablePath(where.path)}" is not a date; it is left out.`,
    where: { ...where, value: iso },
    hint: 'Write dates as 2026-10-28 or 2026-10-28T08:00:00+01:00 at the service.',
  })
  return undefined
}
