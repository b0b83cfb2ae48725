import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { columnSizes } from '#blocks/_shared/column-sizes.ts'
import { composeSpans } from '#blocks/_shared/compose-rows.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { Icon } from '#blocks/_shared/icon.tsx'
import { isDrawing } from '#blocks/_shared/is-drawing.ts'
import { Picture } from '#blocks/_shared/picture.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { RichText } from '#blocks/_shared/rich-text.tsx'
import { Section } from '#blocks/_shared/section.tsx'

type Tile = BlockProps<'tiles'>['block']['tiles'][number]
type TileItemProps = { tile: Tile; span: number; sizes: string; Heading: 'h2' | 'h3'; reader: Reader }

/** Tiles in rows of unequal size; a tile with an address is one large link. */
export function Tiles({ block, reader }: BlockProps<'tiles'>): ReactElement | null {
  if (block.tiles.length === 0) return null
  const spans = composeSpans(block.tiles.length)
  const Heading = block.headline ? 'h3' : 'h2'
  return (
    <Section id={domId('block', block.id)} headline={block.headline}>
      <ul className={tilesClass(block.tiles)} role="list">
        {block.tiles.map((tile, at) => (
          <TileItem
            // biome-ignore lint/suspicious/noArrayIndexKey: tiles have no id and never change their order
            key={at}
            tile={tile}
            span={spans[at] ?? 12}
            sizes={sizesOf(block.tiles, at)}
            Heading={Heading}
            reader={reader}
          />
        ))}
      </ul>
    </Section>
  )
}

/** Tiles of which none has a picture are plain. */
function tilesClass(tiles: Tile[]): string {
  if (tiles.every(({ image }) => !image)) return 'tiles is-plain'
  return isLed(tiles) ? `tiles is-led is-of-${tiles.length}` : 'tiles'
}

/** In a small set whose first tile alone has a picture, that tile leads. */
function isLed([first, ...others]: Tile[]): boolean {
  return Boolean(first?.image) && others.every(({ image }) => !image) && others.length >= 2 && others.length <= 4
}

/** How wide the picture of a tile is; those of narrow tiles are cut from wider ones (`tiles.css`). */
function sizesOf(tiles: Tile[], at: number): string {
  if (isLed(tiles)) return columnSizes(7, true)
  const columns = composeSpans(tiles.length)[at] ?? 12
  return columnSizes(Math.max(columns, 4.7), at === tiles.length - 1 && tiles.length % 2 === 1)
}

/** A title that is a number with at most a short unit: `41,000`, `92 s`. */
function isFigure({ title }: Tile): boolean {
  return /^\P{L}*\d\P{L}{0,8}.{0,3}$/u.test(title.trim()) && title.trim().length <= 10
}

function TileItem({ tile, span, sizes, Heading, reader }: TileItemProps): ReactElement {
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
          sizes={sizes}
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
