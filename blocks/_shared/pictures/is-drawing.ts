import type { Image } from '#content/schema.ts'

/** Whether a picture is a drawing or a cut-out (SVG, PNG) that must be shown whole, and not a photograph that fills its frame. */
export function isDrawing(image: Image | undefined): boolean {
  return /^(svg|png)/.test(typeOf(image))
}

/** Classes of a picture that is shown whole: in the dark scheme a vector drawing turns light, a cut-out stands on a light ground. */
export function drawingClass(image: Image | undefined): string {
  return typeOf(image).startsWith('svg') ? 'is-drawing is-vector' : 'is-drawing'
}

function typeOf(image: Image | undefined): string {
  const [, type = ''] =
    (image?.mime ? /^image\/(\S+)/.exec(image.mime) : /\.(svg|png)(?:[?#].*)?$/i.exec(image?.url ?? '')) ?? []
  return type.toLowerCase()
}
