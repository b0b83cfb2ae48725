import type { ReactElement } from 'react'
import { type BannerKind, bannerSizes } from '#blocks/_shared/pictures/banner-sizes.ts'
import type { Picture, Reader } from '#blocks/_shared/reader.ts'
import { firstBanner, hasHero } from '#templates/page-view.ts'
import type { ResolvedPage } from './resolved-page.ts'

/**
 * Preloads the banner's picture in its best format, once for each kind of window, before browsers have read the page.
 */
export function FirstPicturePreload({ page, reader }: { page: ResolvedPage; reader: Reader }): ReactElement | null {
  const { picture, kind } = firstPicture(page, reader)
  if (!picture) return null
  const { src, sources = [], stills } = picture
  const onlyIf = (media: string | undefined) =>
    stills ? ['(prefers-reduced-motion: no-preference)', media && `(${media})`].filter(Boolean).join(' and ') : media
  const best = sources[0]?.type
  const narrow = sources.find(({ media }) => media)?.media
  if (!best)
    return src ? <link rel="preload" as="image" href={src} media={onlyIf(undefined)} fetchPriority="high" /> : null
  return (
    <>
      {sources
        .filter(({ type }) => type === best)
        .map(({ type, srcSet, media }) => (
          <link
            key={srcSet}
            rel="preload"
            as="image"
            type={type}
            media={onlyIf(media ?? (narrow && (stills ? `not ${narrow}` : `not all and ${narrow}`)))}
            imageSrcSet={srcSet}
            imageSizes={bannerSizes(picture, kind)}
            fetchPriority="high"
          />
        ))}
    </>
  )
}

/** The picture that opens a page: the one of its first banner block, or else of its intro. */
function firstPicture(page: ResolvedPage, reader: Reader): { picture: Picture | undefined; kind: BannerKind } {
  const banner = firstBanner(page)
  if (!banner) return { picture: reader.picture(page.intro.image, 'header_intro_thumb'), kind: 'intro' }
  const isHero = hasHero(page)
  return { picture: reader.picture(banner.image, isHero ? 'hero' : 'banner'), kind: isHero ? 'hero' : 'block' }
}
