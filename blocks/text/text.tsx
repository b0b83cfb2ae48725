import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { Picture } from '#blocks/_shared/picture.tsx'
import { columnWidths, containWidth, coverShape, sizesOf, type Widths } from '#blocks/_shared/pictures/column-sizes.ts'
import { drawingClass, isDrawing } from '#blocks/_shared/pictures/is-drawing.ts'
import type { Picture as PictureFacts } from '#blocks/_shared/reader.ts'
import { RichText } from '#blocks/_shared/rich-text.tsx'
import { Section } from '#blocks/_shared/section.tsx'

/** Rich text (nothing when it is empty), alone or with a picture to its left, its right or above it (the default). */
export function Text({ block, reader, isWide = false }: BlockProps<'text'>): ReactElement | null {
  const isShownWhole = isDrawing(block.image)
  const picture = reader.picture(block.image, isShownWhole ? 'drawing' : 'text')
  if (!picture && !block.headline && !reader.html(block.html).trim()) return null
  const position = picture ? (block.imagePosition ?? 'top') : 'none'
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline)}>
      <div className={`text is-picture-${position}${isWide ? ' is-wide' : ''}`}>
        {picture && (
          <Picture
            picture={picture}
            className={isShownWhole ? `text__picture ${drawingClass(block.image)}` : 'text__picture'}
            sizes={isShownWhole ? drawingSizes(picture, position) : photoSizes(picture, position, isWide)}
          />
        )}
        <RichText html={block.html} below={block.headline ? 'h2' : 'h1'} reader={reader} className="text__words" />
      </div>
    </Section>
  )
}

/** Of the box that `text.css` gives a picture: all of the page or half of it, without what lies between, and up to the window's edge if it is wide. */
function widthsAt(position: string, isWide = false): Widths {
  const [page, tablet, phone] = columnWidths(12, true)
  const room = isWide ? '100vw' : page
  return [position === 'top' ? room : `0.5 * (${room} - clamp(2.5rem, 6vw, 6rem))`, tablet, phone]
}

function photoSizes(picture: PictureFacts, position: string, isWide: boolean): string {
  const shownIn = (width: string, at: number) =>
    coverShape(picture, width, position === 'top' ? 21 / 9 : at === 1 ? 16 / 9 : 4 / 3)
  return sizesOf(widthsAt(position, isWide), { shownIn })
}

function drawingSizes(picture: PictureFacts, position: string): string {
  const shownIn = (width: string, at: number) =>
    containWidth(picture, width, at === 0 || position === 'top' ? '24rem' : '18rem')
  return sizesOf(widthsAt(position), { shownIn })
}
