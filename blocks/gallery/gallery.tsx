import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { Icon, type IconName } from '#blocks/_shared/icon.tsx'
import { columnWidths, coverShape, isSmallFor, sizesOf, usualWidth } from '#blocks/_shared/pictures/column-sizes.ts'
import { composeRows } from '#blocks/_shared/pictures/compose-rows.ts'
import { isDrawing } from '#blocks/_shared/pictures/is-drawing.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import { sharedContent } from '#blocks/_shared/shared-content.ts'

type GalleryImage = BlockProps<'gallery'>['block']['images'][number]
/** `span` decides the class, `columns` the width of the box. `isWholeOnTablets`: the box fills the page on tablets. */
type GalleryItemProps = {
  image: GalleryImage
  number: number
  span: number
  columns: number
  isWholeOnTablets: boolean
  reader: Reader
}

/** Shape (width / height) of each box, as in `gallery.css`. The box of a single panorama has the panorama's shape. */
const usualShape = 3 / 2
/** Shape of the large box in wide windows: it is as high as two others with their captions, of two lines at most. */
const largeShape = 4 / 3

/**
 * Pictures with captions, each linking to its largest file. The first of 3, 6, 9 or 12 pictures is large. Pictures that
 * have nothing to show are left out.
 */
export function Gallery({ block, reader }: BlockProps<'gallery'>): ReactElement | null {
  const images = block.images.filter((image) => image.caption || reader.picture(image, 'gallery'))
  const { length } = images
  if (length === 0) return null
  const isFeatured = length % 3 === 0 && length <= 12
  const spans = composeRows(length).flatMap((size) => Array<number>(size).fill(12 / size))
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <ul className={isFeatured ? 'gallery is-featured' : 'gallery'} role="list" data-gallery="">
        {images.map((image, at) => (
          <GalleryItem
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice; the order never changes
            key={at}
            image={image}
            number={at + 1}
            span={isFeatured ? 4 : (spans[at] ?? 12)}
            columns={isFeatured && at === 0 ? 8 : isFeatured ? 4 : (spans[at] ?? 12)}
            isWholeOnTablets={at === length - 1 && length % 2 === 1}
            reader={reader}
          />
        ))}
      </ul>
      <Viewer reader={reader} />
    </Section>
  )
}

/** The dialog in which a script shows one picture at a time. Without scripts it is never opened. */
function Viewer({ reader }: { reader: Reader }): ReactElement {
  return (
    <dialog
      className="lightbox"
      data-lightbox=""
      aria-label={reader.text('gallery.viewer')}
      {...sharedContent(reader, 'gallery-viewer', () => (
        <>
          <div className="lightbox__bar">
            <p data-position="" aria-live="polite" />
            <ViewerButton icon="back" name={reader.text('gallery.previous')} data-step="-1" />
            <ViewerButton icon="arrow" name={reader.text('gallery.next')} data-step="1" />
            <ViewerButton icon="close" name={reader.text('gallery.close')} data-close="" />
          </div>
          {/* A live region, so that screen readers read the words of each picture and not only its number. */}
          <figure className="lightbox__figure" aria-live="polite" />
        </>
      ))}
    />
  )
}

type ViewerButtonProps = { icon: IconName; name: string; 'data-step'?: string; 'data-close'?: string }

function ViewerButton({ icon, name, ...data }: ViewerButtonProps): ReactElement {
  return (
    <button className="lightbox__button" type="button" {...data}>
      <Icon name={icon} />
      <span className="visually-hidden">{name}</span>
    </button>
  )
}

function GalleryItem(props: GalleryItemProps): ReactElement {
  const { image, number, span, columns, isWholeOnTablets, reader } = props
  const widths = columnWidths(columns, isWholeOnTablets)
  const picture = reader.picture(image, 'gallery')
  const name = image.alt || image.caption || reader.text('gallery.picture', { number })
  const isWhole = isDrawing(image)
  const isPanorama = columns === 12 && !!picture && picture.width / picture.height > usualShape
  const shape = isPanorama ? picture.width / picture.height : usualShape
  const shown = picture && (
    <Picture
      picture={picture}
      className={isPanorama ? undefined : isWhole ? 'gallery__picture is-drawing' : 'gallery__picture'}
      sizes={sizesOf(widths, {
        shownIn: (width, at) =>
          isWhole ? width : coverShape(picture, width, columns === 8 && at === 0 ? largeShape : shape),
      })}
      isSmall={isSmallFor(picture, { columns, ...(isWhole ? { height: usualWidth(columns) / shape } : { shape }) })}
    />
  )
  return (
    <li className={`gallery__item is-span-${span}`}>
      <figure className="gallery__figure">
        {picture?.src ? (
          <a
            className="gallery__link"
            href={picture.full ?? picture.src}
            aria-label={reader.text('gallery.open', { name })}
          >
            {shown}
          </a>
        ) : (
          shown
        )}
        {image.caption && <figcaption className="gallery__caption">{reader.words(image.caption)}</figcaption>}
      </figure>
    </li>
  )
}
