/** Class of shape that decides the height of a logo, so that wide and square ones cover a like area. */
export function logoShape(width: number, height: number): 'square' | 'broad' | 'wide' | 'long' {
  const ratio = height > 0 ? width / height : 1
  if (ratio < 1.6) return 'square'
  if (ratio < 2.6) return 'broad'
  return ratio < 4.2 ? 'wide' : 'long'
}
