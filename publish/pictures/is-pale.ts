import type { Sharp } from 'sharp'

const edge = 48
/** The minimum brightness of a pale pixel, out of 255. */
const palest = 215
/** The minimum share of transparent pixels and the maximum share of dark ones. */
const leastClear = 0.05
const mostDark = 0.02

/**
 * Whether a picture has only nearly white shapes on a transparent background. Such a picture is invisible on a white
 * page.
 */
export async function isPale(image: Sharp): Promise<boolean> {
  const pixels = await image.resize(edge, edge, { fit: 'fill' }).ensureAlpha().toColourspace('srgb').raw().toBuffer()
  let clear = 0
  let dark = 0
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 64) clear += 1
    else if (0.3 * red + 0.6 * green + 0.1 * blue < palest) dark += 1
  }
  const all = pixels.length / 4
  return clear < all && clear > leastClear * all && dark < mostDark * all
}

const groups = /<(?:svg|g)\b[^<>]*>/g
const shapes = /<(?:path|rect|circle|ellipse|polygon|polyline|line|text|use|image)\b[^<>]*>/g
/**
 * Matches a shape that sets a fill or a class. Any other shape is filled with black, even if it sets the colour of its
 * stroke.
 */
const coloured = /\bfill\s*[=:]|\bclass\s*=/
const colours = /\b(?:fill|stroke|stop-color|color)\s*[=:][\s"']*([^"';}\s]+)/g

/**
 * `isPale` for an SVG, judged by the colours that are written in it, because drawing an SVG may take hours. Returns
 * false if a part is black by default.
 */
export function isPaleDrawing(svg: string): boolean {
  const named = [...svg.matchAll(colours)]
    .map(([, colour = '']) => colour.toLowerCase())
    .filter((one) => one !== 'none')
  const isColoured =
    (svg.match(groups) ?? []).some((tag) => /\bfill\s*=/.test(tag)) ||
    (svg.match(shapes) ?? []).every((tag) => coloured.test(tag))
  return named.length > 0 && named.every(isPaleColour) && isColoured && !svg.includes('<image')
}

function isPaleColour(colour: string): boolean {
  return colour === 'white' || /^#(?:[d-f]{3}|(?:[d-f][0-9a-f]){3})$/.test(colour)
}
