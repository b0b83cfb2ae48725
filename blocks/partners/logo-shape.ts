type LogoShape = 'square' | 'broad' | 'wide' | 'long'

/** Heights of logos in rem, as in `partners.css`. */
export const logoHeights: Record<LogoShape, number> = { square: 4.25, broad: 3.5, wide: 2.9, long: 2 }

/** Classifies the shape of a logo. Its height depends on it, so that wide and square logos cover similar areas. */
export function logoShape(width: number, height: number): LogoShape {
  const ratio = height > 0 ? width / height : 1
  if (ratio < 1.6) return 'square'
  if (ratio < 2.6) return 'broad'
  return ratio < 4.2 ? 'wide' : 'long'
}
