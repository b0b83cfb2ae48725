import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createMarkupParts } from './rich-text-parts.tsx'

const { picture } = createMarkupParts(renderToStaticMarkup, (markup) => markup)

it.each([
  ['as its file', { width: 600, height: 400 }, undefined, [600, 400]],
  ['as its editor says', { width: 800, height: 800 }, 160, [160, 160]],
  ['no wider than its file', { width: 800, height: 400 }, 1200, [800, 400]],
  ['as its editor says, though only a line', { width: 800, height: 3 }, 100, [100, 1]],
  ['no taller than a window', { width: 900, height: 1350 }, undefined, [480, 720]],
])('a picture within a text is as wide %s', (_, size, wanted, [width, height]) => {
  const sources = [{ type: 'image/avif' as const, srcSet: '/a.avif 425w' }]
  const markup = picture({ ...size, src: '/a.jpg', alt: 'A', sources }, wanted)
  expect(markup).toContain(`width="${width}" height="${height}"`)
  expect(markup).toContain(`sizes="min(${width}px, 46.35rem + 7.2vw, 56.25rem, 100vw - 2.5rem)"`)
})

it.each([
  [72, 'picture is-in-line'],
  [73, 'picture'],
])('a picture of %i px within a text is a "%s"', (height, name) =>
  expect(picture({ width: 300, height, src: '/a.jpg', alt: 'A' })).toContain(`class="${name}"`),
)
