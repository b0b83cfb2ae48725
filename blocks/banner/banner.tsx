import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { figureOf } from '#blocks/_shared/figures/figure.ts'
import { FigureTitle } from '#blocks/_shared/figures/figure-title.tsx'
import { RouteLine } from '#blocks/_shared/figures/route-line.tsx'
import { ButtonLink } from '#blocks/_shared/links/button-link.tsx'
import { maskClass, maskPercent } from '#blocks/_shared/mask.ts'
import { bannerSizes } from '#blocks/_shared/pictures/banner-sizes.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import { RichText } from '#blocks/_shared/rich-text/rich-text.tsx'

const defaultMask = 50
const longTitle = 90

/**
 * A picture under an ink mask, with words at the bottom left. An empty banner renders nothing, unless it is the hero.
 * The hero of a page is taller and has the `h1`. In any other banner a title that begins with a number is set as a
 * figure.
 */
export function Banner({ block, reader, isHero, isFirst }: BlockProps<'banner'>): ReactElement | null {
  const id = domId('block', block.id)
  const picture = reader.picture(block.image, isHero ? 'hero' : 'banner')
  const ctaHref = block.cta?.name.trim() ? reader.link(block.cta.url) : undefined
  const hasWords = [block.title, block.subtitle, block.html].some((words) => words?.trim())
  if (!hasWords && !picture && !ctaHref && !isHero) return null
  const Title = isHero ? 'h1' : 'h2'
  const titleId = block.title.trim() ? `${id}-title` : undefined
  const mask = picture?.src && maskClass(maskPercent(block.maskOpacity, defaultMask))
  const isFigure = !isHero && figureOf(block.title) !== undefined
  const classes = ['banner', isHero && 'is-hero is-under-header', isFigure && 'is-figure', mask]
  return (
    <section id={id} className={classes.filter(Boolean).join(' ')} aria-labelledby={titleId}>
      {picture && (
        <Picture
          picture={picture}
          eager={isFirst}
          className="banner__picture"
          sizes={bannerSizes(picture, isHero ? 'hero' : 'block')}
        />
      )}
      <RouteLine className="banner__route" seed={isHero ? 'home' : `${reader.path}#${id}`} reader={reader} />
      <div className="banner__inner">
        <div className="banner__words scrim">
          {titleId && (
            <Title id={titleId} className={block.title.length > longTitle ? 'banner__title is-long' : 'banner__title'}>
              {isFigure ? <FigureTitle title={block.title} reader={reader} /> : reader.words(block.title, Title)}
            </Title>
          )}
          {block.subtitle && <p className="banner__subtitle">{reader.words(block.subtitle)}</p>}
          {block.html && (
            <RichText html={block.html} below={titleId ? Title : 'h1'} reader={reader} className="banner__text" />
          )}
          {block.cta && ctaHref && (
            <p className="banner__action">
              <ButtonLink href={ctaHref} target={block.cta.target}>
                {reader.words(block.cta.name, 'h3')}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
