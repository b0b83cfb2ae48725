import type { Picture } from '#blocks/_shared/reader.ts'
import { coverWidth } from './column-sizes.ts'

/** Least heights of banners with a picture, as in `banner.css` and `intro-banner.css`. */
const heights = {
  hero: 'clamp(34rem, 92vh, 52rem)',
  block: 'clamp(26rem, 44vw, 36rem)',
  intro: 'clamp(24rem, 62vh, 38rem)',
}

export type BannerKind = keyof typeof heights

/** Of telephones, where pictures of banners are cut to this shape (`picture-presets.ts`). */
const narrowShape = { width: 3, height: 4 }

/** `sizes` of a banner as wide as the window. */
export function bannerSizes(picture: Picture, kind: BannerKind): string {
  const [narrow, wide] = [narrowShape, picture].map((shape) => coverWidth(shape, '100vw', heights[kind]))
  return `(max-width: 40rem) ${narrow}, ${wide}`
}
