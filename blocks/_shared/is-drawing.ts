import type { Image } from '#content/schema.ts'

/** Whether a picture is a drawing or a cut-out (SVG, PNG) that must be shown whole, and not a photograph that fills its frame. */
export function isDrawing(image: Image | undefined): boolean {
  if (!image) return false
  return image.mime ? /^image\/(svg|png)/.test(image.mime) : /\.(svg|png)(?:[?#].*)?$/i.test(image.url)
}
