import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { coverWidth } from '#blocks/_shared/pictures/column-sizes.ts'
import { isDrawing } from '#blocks/_shared/pictures/is-drawing.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Href, Picture as PictureFacts, Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import type { Image } from '#content/schema.ts'

/**
 * Returns the `sizes` of an offer's picture in a list of at least 52rem, in a narrower list, and as a square below
 * 34rem (`offers.css`).
 */
function offerSizes(picture: PictureFacts): string {
  const square = coverWidth(picture, '6rem', '6rem')
  return `(min-width: 55rem) 11rem, (min-width: 37rem) 9rem, ${square}`
}

type Offer = { key: string; title: string; lead?: string; image?: Image; href?: Href }

/** A numbered table of contents of the offers of the block or, without them, of every service of the locale. */
export function Offers({ block, reader }: BlockProps<'offers'>): ReactElement | null {
  const offers = offersOf(block, reader)
  if (offers.length === 0) return null
  const Heading = block.headline ? 'h3' : 'h2'
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')} tone="ink">
      <ol className="offers" role="list">
        {offers.map((offer) => (
          <li key={offer.key} className={offer.href ? 'offer is-link' : 'offer'}>
            {offer.title.trim() && (
              <Heading className="offer__title">
                {offer.href ? (
                  <a className="offer__link" href={offer.href}>
                    {reader.words(offer.title, 'h3')}
                  </a>
                ) : (
                  reader.words(offer.title, 'h3')
                )}
              </Heading>
            )}
            {offer.lead && <p className="offer__lead">{reader.words(offer.lead)}</p>}
            <OfferPicture offer={offer} reader={reader} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function offersOf(block: BlockProps<'offers'>['block'], reader: Reader): Offer[] {
  if (block.offers)
    return block.offers
      .filter((offer) => isShown(offer, reader))
      .map(({ url, ...offer }, at) => {
        const href = offer.title.trim() ? reader.link(url) : undefined // without a title the link would have no name
        return { ...offer, key: String(at), href }
      })
  return reader.services().map(({ id, title, lead, image, href }) => ({ key: id, title, lead, image, href }))
}

/** Whether an offer has a title, a lead or a picture that can be read. */
function isShown({ title, lead, image }: Omit<Offer, 'key'>, reader: Reader): boolean {
  return Boolean(title.trim() || lead || reader.picture(image, 'offer', ''))
}

function OfferPicture({ offer, reader }: { offer: Offer; reader: Reader }): ReactElement | null {
  const picture = reader.picture(offer.image, 'offer', '')
  const className = isDrawing(offer.image) ? 'offer__picture is-drawing' : 'offer__picture'
  return picture ? <Picture picture={picture} className={className} sizes={offerSizes(picture)} /> : null
}
