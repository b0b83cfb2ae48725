import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BlockOf } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { Gallery } from './gallery.tsx'

type Images = BlockOf<'gallery'>['images']

/** Renders a gallery with these pictures. A picture at the address "/gone" cannot be read. */
function render(images: Partial<Images[number]>[]): string {
  const { picture } = fakeReader()
  const reader = fakeReader({
    picture(image, ...more) {
      const facts = image?.url === '/gone' ? undefined : picture(image, ...more)
      return facts && { ...facts, sources: [{ type: 'image/webp', srcSet: '/a.webp 1200w' }] }
    },
  })
  const block = { id: '1', type: 'gallery', headline: 'Pictures', images: images as Images } as const
  return renderToStaticMarkup(<Gallery block={block} reader={reader} />)
}

it('leaves out a picture that cannot be read, unless it has a caption', () => {
  const markup = render([{ url: '/gone' }, { url: '/a.jpg' }, { url: '/gone', caption: 'Gone' }, { url: '/b.jpg' }])
  expect(markup.match(/<li /g)).toHaveLength(3)
  expect(markup).toContain('Gone')
  expect(markup).toContain('Picture 3')
  expect(render([{ url: '/gone' }])).toBe('')
})

it('shows a single panorama in its own shape instead of small in a frame', () => {
  const panorama = { url: '/wide.jpg', width: 1200, height: 300 }
  expect(render([panorama])).toContain('<picture class="picture">')
  expect(render([panorama, panorama])).not.toContain('<picture class="picture">')
  expect(render([{ ...panorama, height: 1200 }])).not.toContain('<picture class="picture">')
  expect(render([{ ...panorama, width: 400, height: 100 }])).toContain('is-small') // enlarged threefold, it would blur
})

it('shows the first of six pictures larger than the others', () => {
  const widthsOf = (count: number) =>
    [...render(Array(count).fill({ url: '/a.jpg' })).matchAll(/ sizes="\D*64rem[^"]*?min\((\d+)rem/g)].map(
      ([, rem]) => rem,
    )
  expect(widthsOf(6)).toEqual(['50', '24', '24', '24', '24', '24'])
  expect(new Set(widthsOf(4)).size).toBe(1)
})
