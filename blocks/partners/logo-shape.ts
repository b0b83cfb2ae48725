type LogoShape = 'square' | 'broad' | 'wide' | 'long'

/** Heights in rem, as in `partners.css`. */
export const logoHeights: Record<LogoShape, number> = { square: 4.25, broad: 3.5, wide: 2.9, long: 2 }

/** Class of shape that decides the height of a logo, so that wide and square ones cover a like area. */
export function logoShape(width: number, height: number): LogoShape {
  const ratio = height > 0 ? width / height : 1
  if (ratio < 1.6) return 'square'
  if (ratio < 2.6) return 'broad'
  return ratio < 4.2 ? 'wide' : 'long'
}
