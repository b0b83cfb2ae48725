import type { ReactElement } from 'react'
import { bannerSizes } from '#blocks/_shared/banner-sizes.ts'
import type { Picture, Reader } from '#blocks/_shared/reader.ts'
import type { ResolvedPage } from './resolved-page.ts'

/** Tells browsers to fetch the banner's picture before they have read the page: the best form, once for each kind of window. */
export function FirstPicturePreload({ page, reader }: { page: ResolvedPage; reader: Reader }): ReactElement | null {
  const { src, sources = [] } = firstPicture(page, reader) ?? {}
  const best = sources[0]?.type
  const narrow = sources.find(({ media }) => media)?.media
  if (!best) return src ? <link rel="preload" as="image" href={src} fetchPriority="high" /> : null
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
            media={media ?? (narrow && `not all and ${narrow}`)}
            imageSrcSet={srcSet}
            imageSizes={bannerSizes}
            fetchPriority="high"
          />
        ))}
    </>
  )
}

/** The picture that opens a page: of its hero, else of its intro. Error pages have none. */
function firstPicture({ template, blocks, intro }: ResolvedPage, reader: Reader): Picture | undefined {
  const [first] = blocks
  if (template === 'home' && first?.type === 'banner') return reader.picture(first.image, 'banner')
  if (template === 'error' || template === 'offline') return undefined
  return reader.picture(intro.image, 'header_intro_thumb')
}
