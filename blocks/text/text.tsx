import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import {
  type Box,
  columnWidths,
  containWidth,
  coverShape,
  isSmallFor,
  sizesOf,
  type Widths,
} from '#blocks/_shared/pictures/column-sizes.ts'
import { drawingClass, isDrawing } from '#blocks/_shared/pictures/is-drawing.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Picture as PictureFacts } from '#blocks/_shared/reader.ts'
import { RichText } from '#blocks/_shared/rich-text/rich-text.tsx'
import { Section } from '#blocks/_shared/section.tsx'

/**
 * Rich text, alone or with a picture to its left, to its right or above it (the default). An empty block renders
 * nothing. A picture that is too small for its place is as wide as its file, like a picture inside rich text.
 */
export function Text({ block, reader, wide }: BlockProps<'text'>): ReactElement | null {
  const isShownWhole = isDrawing(block.image)
  const picture = reader.picture(block.image, isShownWhole ? 'drawing' : 'text')
  const below = block.headline ? 'h2' : 'h1'
  const words = RichText({ html: block.html, below, reader, className: 'text__words' })
  if (!picture && !block.headline && !words) return null
  const chosen = wide === 'post' ? 'top' : (block.imagePosition ?? 'top')
  const position = picture ? chosen : 'none'
  const isSmall = picture && isSmallFor(picture, boxOf(position, isShownWhole))
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <div className={`text is-picture-${position}${wide && !isSmall ? ' is-wide' : ''}`}>
        {isSmall && (
          <div className="text__picture rich-text">
            <Picture
              picture={picture}
              className={isShownWhole ? 'is-drawing' : undefined}
              sizes={`${picture.width}px`}
            />
          </div>
        )}
        {picture && !isSmall && (
          <Picture
            picture={picture}
            className={isShownWhole ? `text__picture ${drawingClass(block.image)}` : 'text__picture'}
            sizes={isShownWhole ? drawingSizes(picture, position) : photoSizes(picture, position, wide)}
          />
        )}
        {words}
      </div>
    </Section>
  )
}

/** Shapes of a photo above and beside the words, and the maximum height of a drawing, as in `text.css`. */
const topShape = 21 / 9
const besideShape = 4 / 3
const drawingRem = 24

/** Returns the box of a picture in a window of 80rem. */
function boxOf(position: string, isShownWhole: boolean): Box {
  const isTop = position === 'top'
  return {
    columns: isTop ? 12 : 6,
    ...(isShownWhole ? { height: 16 * drawingRem } : { shape: isTop ? topShape : besideShape }),
  }
}

type Wide = BlockProps<'text'>['wide']

/**
 * Returns the widths of a picture's box in `text.css`: those of the page, or of half the page without the gap to the
 * words. The box of a `wide` picture reaches the edge of the window.
 */
function widthsAt(position: string, wide?: Wide): Widths {
  const [page, tablet, phone] = columnWidths(12, true)
  // From the left edge of a post's column, which is beside its facts, to the edge of the window.
  if (wide === 'post') return [`0.5 * (100vw + ${page}) - 13rem - clamp(2rem, 5vw, 5rem)`, tablet, phone]
  const room = wide ? '100vw' : page
  return [position === 'top' ? room : `0.5 * (${room} - clamp(2.5rem, 6vw, 6rem))`, tablet, phone]
}

function photoSizes(picture: PictureFacts, position: string, wide?: Wide): string {
  const shownIn = (width: string, at: number) =>
    coverShape(picture, width, position === 'top' ? topShape : at === 1 ? 16 / 9 : besideShape)
  return sizesOf(widthsAt(position, wide), { shownIn })
}

function drawingSizes(picture: PictureFacts, position: string): string {
  const shownIn = (width: string, at: number) =>
    containWidth(picture, width, at === 0 || position === 'top' ? `${drawingRem}rem` : '18rem')
  return sizesOf(widthsAt(position), { shownIn })
}
