import type { Picture, Reader } from '#blocks/_shared/reader.ts'
import { FirstPicturePreload } from './first-picture.tsx'
import { fontFiles } from './font-files.ts'
import type { ResolvedPage } from './resolved-page.ts'

export type Alternate = { hreflang: string; url: string }

export type HeadProps = {
  page: ResolvedPage
  reader: Reader
  /** Absolute address of the page. */
  canonical: string
  alternates: Alternate[]
  structuredData: object[]
  manifest: string
  themeColor: string
  darkThemeColor?: string
  /** Language and country, such as `en_GB`. Social networks accept no language without a country. */
  ogLocale?: string
  /** The content security policy, for hosts that cannot send headers. */
  policy: string
  /** The pages of the site that browsers may fetch ahead, as JSON. */
  prefetchRules: string
  /** Digests of scripts and styles by address. */
  integrity: ReadonlyMap<string, string>
  /** The Atom feed of the locale, if it has one. */
  feed?: { href: string; title: string }
}

/** Everything in `<head>`: title, addresses of the page and its translations, social cards, icons, styles. */
export function Head({
  page,
  reader,
  canonical,
  alternates,
  structuredData,
  manifest,
  themeColor,
  darkThemeColor,
  ogLocale,
  policy,
  prefetchRules,
  integrity,
  feed,
}: HeadProps) {
  const { seo, post, editedAt } = page
  const published = reader.date(post?.publicationDate, 'publicationDate')
  const title = withPageNumber(titleOf(page, reader), reader)
  const description = seo.description && withPageNumber(seo.description, reader)
  const image = socialImage(page, reader)
  const imageUrl = image?.src && new URL(image.src, reader.site.origin).href
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {!page.isIndexable && <meta name="robots" content="noindex" />}
      {!page.error && <link rel="canonical" href={canonical} />}
      {alternates.map(({ hreflang, url }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={url} />
      ))}
      <meta property="og:type" content={post ? 'article' : 'website'} />
      {published && <meta property="article:published_time" content={published.iso} />}
      {editedAt && <meta property="article:modified_time" content={editedAt} />}
      <meta property="og:site_name" content={reader.site.brand} />
      <meta property="og:title" content={seo.title ?? page.title} />
      {description && <meta property="og:description" content={description} />}
      {!page.error && <meta property="og:url" content={canonical} />}
      {ogLocale && <meta property="og:locale" content={ogLocale} />}
      {imageUrl && <meta property="og:image" content={imageUrl} />}
      {imageUrl && <meta property="og:image:width" content={String(image.width)} />}
      {imageUrl && <meta property="og:image:height" content={String(image.height)} />}
      {imageUrl && image.alt && <meta property="og:image:alt" content={image.alt} />}
      <meta name="twitter:card" content={imageUrl && !isSquare(image) ? 'summary_large_image' : 'summary'} />
      <link rel="icon" href={reader.asset('icon.svg')} type="image/svg+xml" />
      <link rel="icon" href={reader.asset('icon-32.png')} sizes="32x32" type="image/png" />
      <link rel="apple-touch-icon" href={reader.asset('apple-touch-icon.png')} />
      <link rel="manifest" href={manifest} />
      {feed && page.isIndexable && (
        <link rel="alternate" type="application/atom+xml" href={feed.href} title={feed.title} />
      )}
      <meta name="color-scheme" content="light dark" />
      {darkThemeColor && <meta name="theme-color" content={darkThemeColor} media="(prefers-color-scheme: dark)" />}
      <meta name="theme-color" content={themeColor} />
      {fontFiles(reader.locale).map((name) => (
        <link key={name} rel="preload" as="font" type="font/woff2" href={reader.asset(name)} crossOrigin="anonymous" />
      ))}
      <FirstPicturePreload page={page} reader={reader} />
      <link rel="stylesheet" href={reader.asset('site.css')} integrity={integrity.get(reader.asset('site.css'))} />
      <script type="module" src={reader.asset('main.js')} integrity={integrity.get(reader.asset('main.js'))} />
      {page.error?.elsewhere && page.error.elsewhere.length > 0 && (
        // A module runs once the document is read, and `blocking` delays the first paint until
        // then, so no visitor sees the words change.
        <script
          type="module"
          blocking="render"
          src={reader.asset('not-found.js')}
          integrity={integrity.get(reader.asset('not-found.js'))}
        />
      )}
      {!unfetched.includes(page.template) && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: prefetchRules }} />
      )}
      {structuredData.map((data, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          key={index}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
          dangerouslySetInnerHTML={{ __html: jsonInScript(data) }}
        />
      ))}
    </head>
  )
}

/** Templates whose pages never fetch another page ahead. */
const unfetched = ['login', 'restricted', 'error']

function jsonInScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** Texts whose letters the font of cards has (`publish/pictures/social-card.ts`), or that have none. */
const isDrawn = /^[\P{L}A-\u024f\u1e00-\u1e9f\u1ef2-\u1eff]*$/u

/**
 * The picture that social networks show with a link to a page: the page's own, or else a card with its title and the
 * brand, or the icon if a card could show neither. No network shows drawings (SVG).
 */
function socialImage({ seo, error, title }: ResolvedPage, reader: Reader): Picture | undefined {
  const named = reader.picture(seo.image, 'social')
  if (named?.src && !named.src.endsWith('.svg')) return named
  if (error) return undefined
  const { brand } = reader.site
  if (isDrawn.test(title) || isDrawn.test(brand)) return reader.socialCard(title)
  return { src: '/icon-512.png', width: 512, height: 512, alt: brand }
}

function isSquare({ width, height }: Picture): boolean {
  return width === height
}

function titleOf({ seo, title }: ResolvedPage, reader: Reader): string {
  const { brand } = reader.site
  return seo.title ?? (title.includes(brand) ? title : `${title} – ${brand}`)
}

/** The pages of a list have the same words, which search engines tell apart by the number. */
function withPageNumber(words: string, reader: Reader): string {
  const { page = 1 } = reader.pagination ?? {}
  return page > 1 ? reader.text('meta.pageOf', { title: words, page }) : words
}
