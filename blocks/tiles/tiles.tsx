import type { ReactElement } from 'react'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { domId } from '#blocks/_shared/dom-id.ts'
import { figureOf, isLongFigure } from '#blocks/_shared/figures/figure.ts'
import { FigureTitle } from '#blocks/_shared/figures/figure-title.tsx'
import { Icon } from '#blocks/_shared/icon.tsx'
import { relOf, targetOf } from '#blocks/_shared/links/rel-of.ts'
import {
  type Box,
  columnWidths,
  containWidth,
  coverShape,
  coverWidth,
  isSmallFor,
  sizesOf,
  usualWidth,
} from '#blocks/_shared/pictures/column-sizes.ts'
import { composeSpans } from '#blocks/_shared/pictures/compose-rows.ts'
import { drawingClass, isDrawing } from '#blocks/_shared/pictures/is-drawing.ts'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Href, Picture as PictureFacts, Reader } from '#blocks/_shared/reader.ts'
import { RichText } from '#blocks/_shared/rich-text/rich-text.tsx'
import { Section } from '#blocks/_shared/section.tsx'

type Tile = BlockProps<'tiles'>['block']['tiles'][number]
/**
 * `place` is the place of the picture. `isLong` is set if all tiles are figures: whether one of the numbers is long.
 * `isPlain`: none of the tiles has a picture, and they are no cards.
 */
type TileItemProps = {
  tile: Tile
  span: number
  place: TilePlace
  Heading: 'h2' | 'h3'
  isFigure: boolean
  isLong?: boolean
  isPlain: boolean
  reader: Reader
}

/** Tiles in rows. A tile with an address is one large link, and a tile that has nothing to show is left out. */
export function Tiles({ block, reader }: BlockProps<'tiles'>): ReactElement | null {
  const tiles = block.tiles.filter(({ title, html, image }) => title.trim() || html?.trim() || pictureOf(image, reader))
  if (tiles.length === 0) return null
  const isOfFigures = areFigures(tiles)
  const isLong = isOfFigures ? tiles.some(({ title }) => isLongFigure(title)) : undefined
  const spans = isOfFigures && tiles.length === 4 ? [3, 3, 3, 3] : composeSpans(tiles.length)
  const Heading = block.headline ? 'h3' : 'h2'
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <ul className={tilesClass(tiles)} role="list">
        {tiles.map((tile, at) => (
          <TileItem
            // biome-ignore lint/suspicious/noArrayIndexKey: tiles have no id and never change their order
            key={at}
            tile={tile}
            span={spans[at] ?? 12}
            place={placeOf(tiles, at, spans[at] ?? 12)}
            Heading={Heading}
            isFigure={isOfFigures || figureOf(tile.title)?.words === ''}
            isLong={isLong}
            isPlain={arePlain(tiles)}
            reader={reader}
          />
        ))}
      </ul>
    </Section>
  )
}

function pictureOf(image: Tile['image'], reader: Reader): PictureFacts | undefined {
  return reader.picture(image, isDrawing(image) ? 'drawing' : 'tile')
}

function tilesClass(tiles: Tile[]): string {
  if (areFigures(tiles)) return 'tiles is-plain is-figures'
  if (arePlain(tiles)) return 'tiles is-plain'
  return isLed(tiles) ? `tiles is-led is-of-${tiles.length}` : 'tiles'
}

function arePlain(tiles: Tile[]): boolean {
  return tiles.every(({ image }) => !image)
}

/** Whether the first of three to five tiles leads, because it is the only tile with a picture. */
function isLed([first, ...others]: Tile[]): boolean {
  return Boolean(first?.image) && others.every(({ image }) => !image) && others.length >= 2 && others.length <= 4
}

/**
 * The box of a tile's picture: its width in columns, whether it fills the page on tablets, and in which windows
 * `tiles.css` does not set its height (`freeIn`). In these windows a photo has `freeShape`, or is as tall as the words
 * beside it.
 */
type TilePlace = { columns: number; isWholeOnTablets: boolean; freeIn: 'all' | 'wide' | 'none' }

/** Returns the place of the picture of the tile at the index `at`, as in `tiles.css`. */
function placeOf(tiles: Tile[], at: number, columns: number): TilePlace {
  if (isLed(tiles)) return { columns: 7, isWholeOnTablets: true, freeIn: 'all' }
  const [first] = tiles
  if (tiles.length === 1 && (first?.title.trim() || first?.html || first?.url))
    return { columns: 7, isWholeOnTablets: true, freeIn: 'wide' }
  const isWholeOnTablets = at === tiles.length - 1 && tiles.length % 2 === 1
  return { columns, isWholeOnTablets, freeIn: 'none' }
}

/** Shape (width / height) and height of pictures, as in `tiles.css`. */
const freeShape = 3 / 2
const height = 'clamp(11rem, 22vw, 19rem)'
/** `height` in px in a window of 80rem. */
const usualHeight = 0.22 * 1280

function boxOf({ columns }: TilePlace, isShownWhole: boolean): Box {
  // A drawing has padding around it.
  return { columns, ...(isShownWhole ? { height: usualHeight - 48 } : { shape: usualWidth(columns) / usualHeight }) }
}

/** Returns the `sizes` of a tile's picture. A drawing is shown whole with padding around it, a photo fills the box. */
function sizesIn(place: TilePlace, picture: PictureFacts, isShownWhole: boolean): string {
  const { columns, isWholeOnTablets, freeIn } = place
  const shownIn = (width: string, at: number) => {
    const isFree = freeIn === 'all' || (freeIn === 'wide' && at === 0)
    if (!isShownWhole) return isFree ? coverShape(picture, width, freeShape) : coverWidth(picture, width, height)
    return isFree ? `${width} - 3rem` : containWidth(picture, `${width} - 3rem`, `(${height} - 3rem)`)
  }
  return sizesOf(columnWidths(columns, isWholeOnTablets), { shownIn })
}

/** Whether all tiles are figures. Otherwise only a title without other words is set as a figure: `41,000`, `92 s`. */
function areFigures(tiles: Tile[]): boolean {
  return tiles.length > 1 && tiles.every(({ title, image }) => !image && figureOf(title))
}

function TileItem({ tile, span, place, Heading, isFigure, isLong, isPlain, reader }: TileItemProps): ReactElement {
  const href = reader.link(tile.url)
  const isShownWhole = isDrawing(tile.image)
  const above = Heading === 'h3' ? 'h2' : 'h1'
  const picture = pictureOf(tile.image, reader)
  const title = isFigure ? (
    <FigureTitle title={tile.title} reader={reader} isLong={isLong} />
  ) : (
    reader.words(tile.title, span === 3 ? undefined : 'h3') // a quarter of a page is narrower than a phone
  )
  const isBare = !isPlain && !picture && !tile.html?.trim()
  const classes = ['tile', `is-span-${span}`, href && 'is-link', isFigure && 'is-figure', isBare && 'is-bare']
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      {picture && (
        <Picture
          picture={picture}
          className={isShownWhole ? `tile__picture ${drawingClass(tile.image)}` : 'tile__picture'}
          sizes={sizesIn(place, picture, isShownWhole)}
          isSmall={isSmallFor(picture, boxOf(place, isShownWhole))}
        />
      )}
      <div className="tile__words">
        {tile.title.trim() && (
          <Heading className="tile__title">
            {href ? (
              <a className="tile__link" href={href} target={targetOf(tile.target)} rel={relOf(tile.target)}>
                {title}
              </a>
            ) : (
              title
            )}
          </Heading>
        )}
        {tile.html && (
          <RichText
            html={tile.html}
            below={tile.title.trim() ? Heading : above}
            reader={reader}
            className="tile__text"
          />
        )}
        {href && isLong === undefined && <More tile={tile} href={href} reader={reader} />}
      </div>
    </li>
  )
}

/** Shows that a tile is a link. Without a title this is the link itself, whose name includes the picture's alt text. */
function More({ tile, href, reader }: { tile: Tile; href: Href; reader: Reader }): ReactElement {
  const more = reader.text('blog.seeMore')
  const icon = <Icon name={tile.target === '_blank' ? 'external' : 'arrow'} />
  if (tile.title.trim())
    return (
      <span className="more-link tile__more" aria-hidden="true">
        {more}
        {icon}
      </span>
    )
  const alt = tile.image?.alt?.trim()
  return (
    <a
      className="more-link tile__more tile__link"
      href={href}
      target={targetOf(tile.target)}
      rel={relOf(tile.target)}
      aria-label={alt ? `${more}: ${alt}` : undefined}
    >
      {more}
      {icon}
    </a>
  )
}
