import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { composeSpans } from '#blocks/_shared/compose-rows.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { Icon } from '#blocks/_shared/icon.tsx'
import { isDrawing } from '#blocks/_shared/is-drawing.ts'
import { Picture } from '#blocks/_shared/picture.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { RichText } from '#blocks/_shared/rich-text.tsx'
import { Section } from '#blocks/_shared/section.tsx'

type Tile = BlockProps<'tiles'>['block']['tiles'][number]
type TileItemProps = { tile: Tile; span: number; Heading: 'h2' | 'h3'; reader: Reader }

/** Tiles in rows of unequal size; a tile with an address is one large link. */
export function Tiles({ block, reader }: BlockProps<'tiles'>): ReactElement | null {
  if (block.tiles.length === 0) return null
  const spans = composeSpans(block.tiles.length)
  const Heading = block.headline ? 'h3' : 'h2'
  return (
    <Section id={domId('block', block.id)} headline={block.headline}>
      <ul className={tilesClass(block.tiles)} role="list">
        {block.tiles.map((tile, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tiles have no id and never change their order
          <TileItem key={at} tile={tile} span={spans[at] ?? 12} Heading={Heading} reader={reader} />
        ))}
      </ul>
    </Section>
  )
}

/** Tiles of which none has a picture are plain; in a small set whose first tile alone has one, that tile leads. */
function tilesClass(tiles: Tile[]): string {
  const pictured = tiles.filter(({ image }) => image).length
  if (pictured === 0) return 'tiles is-plain'
  const isLed = pictured === 1 && Boolean(tiles[0]?.image) && tiles.length >= 3 && tiles.length <= 5
  return isLed ? `tiles is-led is-of-${tiles.length}` : 'tiles'
}

/** A title that is a number with at most a short unit: `41,000`, `92 s`. */
function isFigure({ title }: Tile): boolean {
  return /^\P{L}*\d\P{L}{0,8}.{0,3}$/u.test(title.trim()) && title.trim().length <= 10
}

function TileItem({ tile, span, Heading, reader }: TileItemProps): ReactElement {
  const href = reader.link(tile.url)
  const picture = reader.picture(tile.image, 'tile')
  const rel = tile.target === '_blank' ? 'noopener' : undefined
  const classes = ['tile', `is-span-${span}`, href ? 'is-link' : '', isFigure(tile) ? 'is-figure' : '']
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      {picture && (
        <Picture
          picture={picture}
          className={isDrawing(tile.image) ? 'tile__picture is-drawing' : 'tile__picture'}
          sizes={`(min-width: 60rem) ${span > 5 ? 44 : 30}rem, (min-width: 40rem) 50vw, 100vw`}
        />
      )}
      <div className="tile__words">
        {tile.title.trim() && (
          <Heading className="tile__title">
            {href ? (
              <a className="tile__link" href={href} target={tile.target} rel={rel}>
                {tile.title}
              </a>
            ) : (
              tile.title
            )}
          </Heading>
        )}
        {tile.html && <RichText html={tile.html} reader={reader} className="tile__text" />}
        {href && (
          <span className="tile__more">
            <Icon name={tile.target === '_blank' ? 'external' : 'arrow'} />
          </span>
        )}
      </div>
    </li>
  )
}
