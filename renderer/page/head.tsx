import type { Reader } from '#blocks/_shared/reader.ts'
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
  /** Language and country, as in `en_GB`. */
  ogLocale: string
}

/** Everything in `<head>`: titles, addresses of the page and its translations, social cards, icons, styles. */
export function Head({
  page,
  reader,
  canonical,
  alternates,
  structuredData,
  manifest,
  themeColor,
  ogLocale,
}: HeadProps) {
  const { seo } = page
  const title = titleOf(page, reader)
  const image = reader.picture(seo.image, 'banner')
  const imageUrl = image?.src && new URL(image.src, reader.site.origin).href
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      {seo.description && <meta name="description" content={seo.description} />}
      {!page.isIndexable && <meta name="robots" content="noindex" />}
      {!page.error && <link rel="canonical" href={canonical} />}
      {alternates.map(({ hreflang, url }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={url} />
      ))}
      <meta property="og:type" content={page.post ? 'article' : 'website'} />
      <meta property="og:site_name" content={reader.site.brand} />
      <meta property="og:title" content={page.title} />
      {seo.description && <meta property="og:description" content={seo.description} />}
      {!page.error && <meta property="og:url" content={canonical} />}
      <meta property="og:locale" content={ogLocale} />
      {imageUrl && <meta property="og:image" content={imageUrl} />}
      {imageUrl && image.alt && <meta property="og:image:alt" content={image.alt} />}
      <meta name="twitter:card" content={imageUrl ? 'summary_large_image' : 'summary'} />
      <link rel="icon" href={reader.asset('icon.svg')} type="image/svg+xml" />
      <link rel="icon" href={reader.asset('icon-32.png')} sizes="32x32" type="image/png" />
      <link rel="apple-touch-icon" href={reader.asset('apple-touch-icon.png')} />
      <link rel="manifest" href={manifest} />
      <meta name="theme-color" content={themeColor} />
      <link rel="preload" as="font" type="font/woff2" href={reader.asset('font')} crossOrigin="anonymous" />
      <link rel="stylesheet" href={reader.asset('site.css')} />
      {structuredData.map((data, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          key={index}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      ))}
    </head>
  )
}

function titleOf({ seo, title }: ResolvedPage, reader: Reader): string {
  const { brand } = reader.site
  const base = seo.title ?? (title.includes(brand) ? title : `${title} – ${brand}`)
  const { page = 1 } = reader.pagination ?? {}
  return page > 1 ? reader.text('meta.pageOf', { title: base, page }) : base
}
