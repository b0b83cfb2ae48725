import { ampleSize, coverWidth } from './column-sizes.ts'
import type { Picture } from './reader.ts'

/** Least heights of banners with a picture, as in `banner.css` and `intro-banner.css`. */
const heights = {
  hero: 'clamp(34rem, 92vh, 52rem)',
  block: 'clamp(26rem, 44vw, 36rem)',
  intro: 'clamp(24rem, 62vh, 38rem)',
}

export type BannerKind = keyof typeof heights

/** `sizes` of a banner as wide as the window; on telephones its picture is cut to a box that is taller than wide. */
export function bannerSizes(picture: Picture, kind: BannerKind): string {
  return `(max-width: 40rem) 36rem, ${ampleSize(coverWidth(picture, '100vw', heights[kind]))}`
}
