import type { Picture } from '#blocks/_shared/reader.ts'

/** Widths of a box in wide windows, on tablets and on phones: CSS lengths or sums of them. */
export type Widths = [wide: string, tablet: string, phone: string]
type Shape = Pick<Picture, 'width' | 'height'>

/**
 * Returns the widths of a box that spans `columns` of the page's twelve columns (`--page`, `--gutter`). On tablets the
 * box fills half of the page, or all of it.
 */
export function columnWidths(columns: number, isWholeOnTablets: boolean): Widths {
  // The widths in rem or vw on a page of 80rem, a page as wide as the window, a page of 76vw and a page of 100rem.
  const [least, fluid, grown, most] = [
    6.5 * columns - 2,
    8.125 * columns - 2.5,
    (76 / 12) * columns,
    (98 / 12) * columns - 2,
  ]
  const gaps = columns / 6 + 2
  const wide = `max(min(${round(least)}rem, ${round(fluid)}vw), min(${round(grown)}vw - ${round(gaps)}rem, ${round(most)}rem))`
  const whole = '100vw - 2.5rem'
  return [wide, isWholeOnTablets ? whole : '50vw - 1.875rem', whole]
}

type SizesOptions = {
  /** Returns the width of the picture in a box, by default that of the box. `at` is the index in `Widths`. */
  shownIn?: (width: string, at: number) => string
  /** Minimum widths of wide windows and tablets, in rem. */
  from?: [wide: number, tablet: number]
}

/**
 * Returns the `sizes` of a picture in a box. From these, browsers choose the narrowest file that has a pixel for each
 * pixel of the screen.
 */
export function sizesOf(widths: Widths, { shownIn = (width) => width, from = [64, 40] }: SizesOptions = {}): string {
  return widths
    .map((width, at) => `${from[at] ? `(min-width: ${from[at]}rem) ` : ''}calc(${shownIn(width, at)})`)
    .join(', ')
}

/** Returns the width of a picture that fills a box of this size, including the parts that are cropped. */
export function coverWidth(picture: Shape, width: string, height: string): string {
  return `max(${width}, ${ratioOf(picture)} * ${height})`
}

/** Returns the width of a picture that is shown whole in a box of this size. */
export function containWidth(picture: Shape, width: string, height: string): string {
  return `min(${width}, ${ratioOf(picture)} * ${height})`
}

/** Returns the width of a picture that fills a box of this width and shape, including the parts that are cropped. */
export function coverShape(picture: Shape, width: string, boxRatio: number): string {
  const times = round(ratioOf(picture) / boxRatio)
  return times > 1 ? `${times} * (${width})` : width
}

/** Returns the width in px of a box that spans `columns`, in a window of 80rem. */
export function usualWidth(columns: number): number {
  return 104 * columns - 32
}

/**
 * A box that spans `columns`. Pictures fill a box with a `shape` (width / height), and are shown whole in a box with a
 * `height` in px.
 */
export type Box = { columns: number } & ({ shape: number } | { height: number })

/** Whether a box in a window of 80rem would enlarge a picture to more than 1.75 times its size. False for vectors. */
export function isSmallFor(picture: Picture, box: Box): boolean {
  const width = usualWidth(box.columns)
  const ratio = ratioOf(picture)
  const shown = 'shape' in box ? Math.max(width, (ratio / box.shape) * width) : Math.min(width, ratio * box.height)
  return shown > 1.75 * picture.width && !!picture.src && !/\.svg\b/.test(picture.src)
}

function ratioOf({ width, height }: Shape): number {
  return round(width / height)
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000
}
