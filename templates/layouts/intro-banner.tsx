import type { ReactElement, ReactNode } from 'react'
import { RouteLine } from '#blocks/_shared/figures/route-line.tsx'
import { maskClass } from '#blocks/_shared/mask.ts'
import { bannerSizes } from '#blocks/_shared/pictures/banner-sizes.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { Intro } from '#templates/page-view.ts'

export type IntroBannerProps = { intro: Intro; reader: Reader; children?: ReactNode }

const longTitle = 90

/** The banner that opens a page: the picture under an ink mask, the `h1` and the words around it. */
export function IntroBanner({ intro, reader, children }: IntroBannerProps): ReactElement {
  const picture = reader.picture(intro.image, 'header_intro_thumb')
  const date = reader.date(intro.publicationDate, 'theme.publicationDate')
  const mask = picture?.src ? ` is-under-header ${maskClass(intro.mask)}` : ''
  return (
    <div className={`intro ${picture ? 'has-picture' : 'is-plain'}${mask}`}>
      {picture && <Picture picture={picture} eager className="intro__picture" sizes={bannerSizes(picture, 'intro')} />}
      <RouteLine className="intro__route" seed={reader.path} reader={reader} />
      <div className="intro__inner">
        <div className="intro__words scrim">
          {intro.eyebrow && <p className="intro__eyebrow">{intro.eyebrow}</p>}
          <h1 className={intro.title.length > longTitle ? 'intro__title is-long' : 'intro__title'}>
            {reader.words(intro.title, 'h1')}
          </h1>
          {intro.subtitle && <p className="intro__subtitle">{reader.words(intro.subtitle)}</p>}
          {intro.description && <p className="intro__description">{reader.words(intro.description)}</p>}
          {date && (
            <time className="intro__date" dateTime={date.iso}>
              {date.text}
            </time>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}
