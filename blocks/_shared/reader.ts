import type { ReactElement } from 'react'
import type {
  ContactPerson,
  Html,
  Image,
  JobOfferSummary,
  PictureUse,
  PostSummary,
  ServiceSummary,
} from '#content/schema.ts'

/** An address that is safe in `href`: a path of this site, or an absolute http(s), mailto or tel address. */
export type Href = string & { readonly __href: true }

/** A heading that may come before editors' text. */
export type Heading = 'h1' | 'h2' | 'h3'

/** The place where a picture is shown. It decides in which widths the picture is made. */
export type ImageUse = PictureUse | 'banner' | 'hero' | 'drawing' | 'social'

export type PictureSource = { type: string; srcSet: string; media?: string }

/**
 * A picture that is ready to be shown. When the file could not be read, `src` is missing and a box shows the alt text
 * instead.
 */
export type Picture = {
  src?: string
  width: number
  height: number
  alt: string
  /** Other files of the picture, in the order of preference. `media` restricts a file to some windows. */
  sources?: PictureSource[]
  /** Set when the picture moves. `long` means more than five seconds. */
  motion?: 'short' | 'long'
  /** Files that show a moving picture still, as far as they were made. */
  stills?: PictureSource[]
  /** Address of the picture's largest file. */
  full?: string
  /** Classes of the dominant colour, which is shown until the picture is loaded. */
  tone?: string
  /** Whether the picture is entirely near-white on a transparent background. */
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
  /** True for the entry of the current page and for its ancestors. */
  isActive: boolean
  /** A key that two pages share exactly when they mark the same entries among this entry and its descendants. */
  marks: string
  children: MenuEntry[]
}

/** A link to the same page in another locale, or to that locale's home page when the page does not exist there. */
export type LanguageLink = { locale: string; name: string; href: Href; isCurrent: boolean }

/** A member of a collection with the path of its page. The path is missing when no node serves the collection. */
export type Listed<T> = T & { href?: Href }

/** Pages that the header, the footer and layouts link to. A page that does not exist in the locale has no link. */
export type PageRole = 'home' | 'help' | 'demo' | 'contact' | 'search' | 'login' | 'privacy' | 'blog'

export type Pagination = { page: number; pages: number; hrefOf: (page: number) => Href }

/** Facts of the site from `site.config.ts`. */
export type SiteFacts = {
  brand: string
  /** The symbol before the name. The default is the tool's own symbol. */
  logo?: 'icon'
  origin: string
  /** Address of the external application. Without it there is no link. */
  applicationUrl?: Href
  social: { name: 'facebook' | 'linkedin' | 'youtube'; href: Href }[]
  designCredit?: { name: string; href: Href }
  phone?: string
  email?: string
  /** Base of the browser's requests to the service: `/api` or an absolute address, without a trailing slash. */
  apiBase: string
  /** Whether the service answers with a page when a browser sends a form without scripts. */
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
  /** `consent` is the category that must be granted before anything of reCAPTCHA is loaded. */
  recaptcha?: { siteKey: string; origin: string; consent: string }
  /** Address of the map that is loaded after a click. */
  mapEmbed: string
  /** Settings with which pages that are made in the browser show dates, pictures and videos as other pages do. */
  inBrowser: {
    languageTag: string
    timeZone: string
    pictureOrigins: string[]
    /** The origin of pictures whose address is a path, if it differs from the origin of `apiBase`. */
    pictureBase?: string
    videoHosts: string[]
  }
}

/**
 * The only source from which components get anything but their props: content of the locale, interface texts, settings,
 * addresses and pictures. Its methods are pure from the component's point of view. Every call is recorded as a
 * dependency of the page.
 */
export interface Reader {
  readonly locale: string
  readonly defaultLocale: string
  /** Address of the page that is rendered, percent-encoded and with the locale prefix. */
  readonly path: Href
  readonly site: SiteFacts
  readonly pagination?: Pagination

  /**
   * Returns an interface text of the locale, else of the default locale, else the key itself (reported). `values`
   * replace `{{name}}` in the text.
   */
  text(key: string, values?: Record<string, string | number>): string
  /** Returns the texts of the area `own` by key, as they are written, for pages that are made in the browser. */
  ownTexts(): Record<string, string>
  /**
   * Returns a date in its long form (day, month and year in the time zone of the settings) and its machine-readable
   * form. `undefined` (reported) for an invalid date. `field` is the name of the field if it is one of the page's own
   * document: an invalid date is then reported with it.
   */
  date(iso: string | undefined, field?: string): { iso: string; text: string } | undefined
  /**
   * Returns sanitised markup of editors' rich text with resolved pictures, only for `dangerouslySetInnerHTML`. `below`
   * is the heading above the text. The headings of the text continue from its level without skipping one (a skipped
   * level is reported), and long words may break. Without `below` the markup has no pictures, and its links are
   * absolute: it is for consumers of words alone, such as search engines. Call this once for each place that shows the
   * text, because an id that the page already has is not used again.
   */
  html(html: Html, below?: Heading): string
  /**
   * Prepares an editor's words for a lead, or for the given heading. Long words may break, in a heading only where
   * necessary. Words that the language keeps together are not separated at the end of a line.
   */
  words(text: string | undefined, heading?: Heading): string | undefined
  /** Returns the final form of an address that an editor wrote. `undefined` (reported) when the address is not safe. */
  link(url: string | undefined): Href | undefined
  page(role: PageRole): Href | undefined
  /**
   * Returns a picture for a place. `undefined` without an image, or when the image has neither a file nor an alt text.
   * `alt` replaces the alt text of `image`.
   */
  picture(image: Image | undefined, use: ImageUse, alt?: string): Picture | undefined
  /** Whether one of the pictures asked for so far moves for more than five seconds. */
  movesLong(): boolean
  /** Returns a picture of a title and the brand, for pages without a picture. `undefined` when no pictures are made. */
  socialCard(title: string): Picture | undefined
  /**
   * Returns the address of a file of the bundle (`site.css`, `main.js`), of the brand (`icon.svg`), or of the script of
   * an island (`entry-form.js`). For `entry-form.deps` it returns the addresses of the files that this script imports,
   * separated by spaces.
   */
  asset(name: string): string

  menu(group: string): MenuEntry[]
  /**
   * Returns a key that two pages share exactly when they mark the same entries of a menu. `undefined` when the locale
   * has no menu of that group.
   */
  marks(group: string): string | undefined
  /**
   * Returns a part that pages of a locale share: words, or a marker for the markup of an element, which is only for
   * `dangerouslySetInnerHTML`. `make` is called at the first use, and its result must be the same on all pages that use
   * the name. The method is missing where pages are made one by one.
   */
  shared?(name: string, make: () => ReactElement | string): string
  languages(): LanguageLink[]
  /** Returns `count` members of a collection (all by default) from the index `from`. Posts have the newest first. */
  posts(from?: number, count?: number): Listed<PostSummary>[]
  services(from?: number, count?: number): Listed<ServiceSummary>[]
  jobOffers(from?: number, count?: number): Listed<JobOfferSummary>[]
  contactPeople(): ContactPerson[]
}
