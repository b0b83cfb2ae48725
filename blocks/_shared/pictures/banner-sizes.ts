import type { Picture } from '#blocks/_shared/reader.ts'
import { coverWidth } from './column-sizes.ts'

/** Minimum heights of banners with a picture, as in `banner.css` and `intro-banner.css`. */
const heights = {
  hero: 'clamp(34rem, 92vh, 52rem)',
  block: 'clamp(26rem, 44vw, 36rem)',
  intro: 'clamp(24rem, 62vh, 38rem)',
}

export type BannerKind = keyof typeof heights

/** Shapes to which pictures of banners are cropped on phones (`picture-presets.ts`). */
const narrowShapes = { hero: { width: 9, height: 16 }, block: { width: 3, height: 4 }, intro: { width: 3, height: 4 } }

/** Returns the `sizes` of a banner that is as wide as the window. */
export function bannerSizes(picture: Picture, kind: BannerKind): string {
  const [narrow, wide] = [narrowShapes[kind], picture].map((shape) => coverWidth(shape, '100vw', heights[kind]))
  return `(max-width: 40rem) ${narrow}, ${wide}`
}
