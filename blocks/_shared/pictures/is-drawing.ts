import type { Image } from '#content/schema.ts'

/** Whether a picture is a drawing or cut-out (SVG, PNG), which is shown whole, and not a photo, which fills its box. */
export function isDrawing(image: Image | undefined): boolean {
  return /^(svg|png)/.test(typeOf(image))
}

/**
 * Returns the classes of a picture that is shown whole. In the dark scheme vector drawings turn light, cut-outs get a
 * light background.
 */
export function drawingClass(image: Image | undefined): string {
  return typeOf(image).startsWith('svg') ? 'is-drawing is-vector' : 'is-drawing'
}

function typeOf(image: Image | undefined): string {
  const [, type = ''] =
    (image?.mime ? /^image\/(\S+)/.exec(image.mime) : /\.(svg|png)(?:[?#].*)?$/i.exec(image?.url ?? '')) ?? []
  return type.toLowerCase()
}
