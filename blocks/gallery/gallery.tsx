import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { composeRows } from '#blocks/_shared/compose-rows.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { Picture } from '#blocks/_shared/picture.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'

type GalleryImage = BlockProps<'gallery'>['block']['images'][number]
type GalleryItemProps = { image: GalleryImage; number: number; span: number; reader: Reader }

/** Pictures with captions, each a link to the full picture; a multiple of three opens with a large one. */
export function Gallery({ block, reader }: BlockProps<'gallery'>): ReactElement | null {
  const { length } = block.images
  if (length === 0) return null
  const isFeatured = length % 3 === 0 && length <= 12
  const spans = composeRows(length).flatMap((size) => Array<number>(size).fill(12 / size))
  return (
    <Section id={domId('block', block.id)} headline={block.headline}>
      <ul className={isFeatured ? 'gallery is-featured' : 'gallery'} role="list" data-gallery="">
        {block.images.map((image, at) => (
          <GalleryItem
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice; the order never changes
            key={at}
            image={image}
            number={at + 1}
            span={isFeatured ? 4 : (spans[at] ?? 12)}
            reader={reader}
          />
        ))}
      </ul>
    </Section>
  )
}

function GalleryItem({ image, number, span, reader }: GalleryItemProps): ReactElement {
  const picture = reader.picture(image, 'gallery')
  const name = image.alt || image.caption || reader.text('gallery.picture', { number })
  const shown = picture && (
    <Picture
      picture={picture}
      className="gallery__picture"
      sizes="(min-width: 64rem) 40rem, (min-width: 40rem) 50vw, 100vw"
    />
  )
  return (
    <li className={`gallery__item is-span-${span}`}>
      <figure className="gallery__figure">
        {picture?.src ? (
          <a className="gallery__link" href={picture.src} aria-label={reader.text('gallery.open', { name })}>
            {shown}
          </a>
        ) : (
          shown
        )}
        {image.caption && <figcaption className="gallery__caption">{image.caption}</figcaption>}
      </figure>
    </li>
  )
}
