import type { ReactElement } from 'react'
import type { ContactPerson, Html, Image, JobOfferSummary, PostSummary, ServiceSummary } from '#content/schema.ts'

/** An address that is safe to put into `href`: a path of this site, or an absolute http(s), mailto or tel address. */
export type Href = string & { readonly __href: true }

/** A heading of the page above editors' text. */
export type Heading = 'h1' | 'h2' | 'h3'

/** The place a picture fills; decides the widths that are made of it. */
export type ImageUse =
  | 'header_intro_thumb'
  | 'post_list_thumb'
  | 'banner'
  | 'hero'
  | 'text'
  | 'tile'
  | 'drawing'
  | 'gallery'
  | 'logo'
  | 'offer'
  | 'portrait'
  | 'social'

export type PictureSource = { type: string; srcSet: string; media?: string }

/** A picture ready to show. `src` is missing when the file could not be read; then a box with the alt text stands in its place. */
export type Picture = {
  src?: string
  width: number
  height: number
  alt: string
  /** Other files of it, the best format first; `media` limits a file to some windows. */
  sources?: PictureSource[]
  /** Set when the picture moves; `long` for more than five seconds. */
  motion?: 'short' | 'long'
  /** Of a moving picture: the files that show it standing still, as far as stills are made. */
  stills?: PictureSource[]
  /** Address of its largest file. */
  full?: string
  /** Classes of its dominant colour, which is shown until the picture is there. */
  tone?: string
  /** Whether it shows nothing but nearly white on a transparent ground. */
  isPale?: boolean
}

export type MenuEntry = {
  id: string
  name: string
  href?: Href
  target?: string
  description?: string
  headline?: string
  cssClass?: string
  isCurrent: boolean
  /** True for the entry of the page itself and for its ancestors. */
  isActive: boolean
  /** A text that is equal on pages that mark the same entries among this one and those below it, and different on all others. */
  marks: string
  children: MenuEntry[]
}

/** The same page in another locale, or that locale's home when the page does not exist there. */
export type LanguageLink = { locale: string; name: string; href: Href; isCurrent: boolean }

/** A member of a collection with the path of its page; no path when no node serves the collection. */
export type Listed<T> = T & { href?: Href }

/** Pages of the site that header, footer and layouts link to; a page that does not exist in the locale has no link. */
export type PageRole = 'home' | 'help' | 'demo' | 'contact' | 'search' | 'login' | 'privacy' | 'blog'

export type Pagination = { page: number; pages: number; hrefOf: (page: number) => Href }

/** Facts of the site from `site.config.ts`. */
export type SiteFacts = {
  brand: string
  /** The sign before the name; without it the tool's own sign. */
  logo?: 'icon'
  origin: string
  /** The external application; no link when unset. */
  applicationUrl?: Href
  social: { name: 'facebook' | 'linkedin' | 'youtube'; href: Href }[]
  designCredit?: { name: string; href: Href }
  phone?: string
  email?: string
  /** Where the browser sends forms and reads: `/api` or an absolute address, no final slash. */
  apiBase: string
  /** Whether the service answers forms that a browser sends by itself with a page. */
  nativeForms: boolean
  /** The industries that forms offer. */
  industries: string[]
  files: { accept: string[]; maxBytes: number; maxCount: number }
  consent: {
    ask: boolean
    revision: number
    renewAfterDays: number
    mode: 'basic' | 'advanced'
    reloadOnWithdrawal: boolean
  }
  tagManager?: { id: string; origin: string }
  /** `consent` is the category that must be granted before anything of it loads. */
  recaptcha?: { siteKey: string; origin: string; consent: string }
  /** Address of the map that loads after a click. */
  mapEmbed: string
  /** What pages that are made in the browser must know to show dates, pictures and videos as other pages do. */
  inBrowser: {
    languageTag: string
    timeZone: string
    pictureOrigins: string[]
    /** The origin of pictures that are named by a path, if it is not that of `apiBase`. */
    pictureBase?: string
    videoHosts: string[]
  }
}

/**
 * The one door through which components get anything that is not their own props: content of the locale, interface texts,
 * settings, addresses and pictures. Pure for the component; every call is recorded as something the page depends on.
 */
export interface Reader {
  readonly locale: string
  readonly defaultLocale: string
  /** Address of the page being rendered, with locale prefix, percent-encoded. */
  readonly path: Href
  readonly site: SiteFacts
  readonly pagination?: Pagination

  /** Interface text of the locale, else of the default locale, else the key itself (reported). `{{name}}` is filled from `values`. */
  text(key: string, values?: Record<string, string | number>): string
  /** Texts of the area `own`, by key, as they are written; for pages that are made in the browser. */
  ownTexts(): Record<string, string>
  /** Long date with day, month and year in the time zone of the settings, and its machine form; `undefined` (reported) for an invalid date. */
  date(iso: string | undefined): { iso: string; text: string } | undefined
  /**
   * Sanitised markup of editors' rich text, pictures resolved; only for `dangerouslySetInnerHTML`. `below` is the heading above the text:
   * the headings of the text follow it, none is skipped (reported), and long words may break. Without `below` the markup is for readers
   * that show words alone, such as search engines: it has no pictures. To be asked for once for each place that shows it: an id that stands
   * in the page already is not given again.
   */
  html(html: Html, below?: Heading): string
  /**
   * An editor's words for a lead, or for the heading that is named: long words may break (in a heading only those that need it), and words
   * that the language keeps together stay together.
   */
  words(text: string | undefined, heading?: Heading): string | undefined
  /** A final address written by an editor; `undefined` (reported) when it is not safe. */
  link(url: string | undefined): Href | undefined
  page(role: PageRole): Href | undefined
  /**
   * A picture for a place; `undefined` when the content names none, or names one that has neither a file nor words. `alt` replaces the alt
   * text of `image`.
   */
  picture(image: Image | undefined, use: ImageUse, alt?: string): Picture | undefined
  /** Whether one of the pictures that were asked for so far moves for more than five seconds. */
  movesLong(): boolean
  /** A picture made of a title and the brand, for pages that name none; `undefined` when no pictures are made. */
  socialCard(title: string): Picture | undefined
  /**
   * Address of a file of the bundle (`site.css`, `main.js`), of the brand (`icon.svg`), or of the script of an island
   * (`demo-form.js`; `demo-form.deps` are the addresses, parted by blanks, of what it imports).
   */
  asset(name: string): string

  menu(group: string): MenuEntry[]
  /** Equal on pages that mark the same entries of a menu, and different on others; `undefined` when the locale has no menu of that group. */
  marks(group: string): string | undefined
  /**
   * A part that pages of a locale share, made at its first use: words, or a stand-in for the markup of an element, which is only for
   * `dangerouslySetInnerHTML`. It must be the same on all pages that call it by the same name. The method is missing where pages are made
   * one by one.
   */
  shared?(name: string, make: () => ReactElement | string): string
  languages(): LanguageLink[]
  /** Members of a collection, `count` of them (all without it) from the one at `from`, 0 for the first; of posts that is the newest. */
  posts(from?: number, count?: number): Listed<PostSummary>[]
  services(from?: number, count?: number): Listed<ServiceSummary>[]
  jobOffers(from?: number, count?: number): Listed<JobOfferSummary>[]
  contactPeople(): ContactPerson[]
}
