import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { isDrawing } from '#blocks/_shared/is-drawing.ts'
import { Picture } from '#blocks/_shared/picture.tsx'
import { RichText } from '#blocks/_shared/rich-text.tsx'
import { Section } from '#blocks/_shared/section.tsx'

/** Rich text (nothing when it is empty), alone or with a picture to its left, its right or above it (the default). */
export function Text({ block, reader }: BlockProps<'text'>): ReactElement | null {
  const picture = reader.picture(block.image, 'text')
  if (!picture && !block.headline && !reader.html(block.html).trim()) return null
  const position = picture ? (block.imagePosition ?? 'top') : 'none'
  const isSide = position === 'left' || position === 'right'
  return (
    <Section id={domId('block', block.id)} headline={block.headline}>
      <div className={`text is-picture-${position}`}>
        {picture && (
          <Picture
            picture={picture}
            className={isDrawing(block.image) ? 'text__picture is-drawing' : 'text__picture'}
            sizes={
              isSide ? '(min-width: 80rem) 40rem, (min-width: 60rem) 50vw, 100vw' : '(min-width: 80rem) 76rem, 100vw'
            }
          />
        )}
        <RichText html={block.html} reader={reader} className="text__words" />
      </div>
    </Section>
  )
}
