import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { containWidth } from '#blocks/_shared/pictures/column-sizes.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { Section } from '#blocks/_shared/section.tsx'
import { logoHeights, logoShape } from './logo-shape.ts'

type Partner = BlockProps<'partners'>['block']['partners'][number]

/** Partner logos in one colour and of equal optical weight. Partners with neither a name nor a logo are left out. */
export function Partners({ block, reader }: BlockProps<'partners'>): ReactElement | null {
  const partners = block.partners.filter((partner) => nameOf(partner) || reader.picture(partner.logo, 'logo')?.src)
  if (partners.length === 0) return null
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <ul className="partners" role="list">
        {partners.map((partner, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two partners may share a name; the order never changes
          <PartnerItem key={at} partner={partner} reader={reader} />
        ))}
      </ul>
    </Section>
  )
}

/** Returns the name of a partner, or else the alt text of its logo. */
function nameOf({ name, logo }: Partner): string {
  return name.trim() || (logo.alt ?? '').trim()
}

/** A partner without a name or an alt text is not a link. */
function PartnerItem({ partner, reader }: { partner: Partner; reader: Reader }): ReactElement {
  const name = nameOf(partner)
  const logo = reader.picture(partner.logo, 'logo', name)
  const href = name ? reader.link(partner.url) : undefined
  const shape = logo && logoShape(logo.width, logo.height)
  const shown =
    logo?.src && shape ? (
      <Picture
        picture={logo}
        className={`partner__logo is-${shape}${logo.isPale ? ' is-pale' : ''}`}
        sizes={containWidth(logo, '11rem', `${logoHeights[shape]}rem`)}
      />
    ) : (
      <span className="partner__name">{reader.words(name, 'h3')}</span>
    )
  return (
    <li className="partner">
      {href ? (
        <a className="partner__link" href={href}>
          {shown}
        </a>
      ) : (
        shown
      )}
    </li>
  )
}
