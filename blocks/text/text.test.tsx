import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import type { Picture, Reader } from '#blocks/_shared/reader.ts'
import type { BlockOf, Html, Image } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { Text } from './text.tsx'

const html = '<p>Words</p>' as Html
const photo = { url: '/a.jpg' } as Image
const drawing = { url: '/a.svg' } as Image
const large: Picture = {
  src: '/a.jpg',
  width: 3000,
  height: 2000,
  alt: '',
  sources: [{ type: 'image/avif', srcSet: '/a.avif' }],
}

type Case = Partial<BlockOf<'text'>> & {
  wide?: BlockProps<'text'>['wide']
  picture?: Picture
  reader?: Partial<Reader>
}

function render({ wide, picture = large, reader, ...more }: Case): string {
  const block = {
    id: '1',
    type: 'text',
    headline: undefined,
    image: undefined,
    imagePosition: undefined,
    html,
    ...more,
  }
  const own = fakeReader({ picture: (image) => image && { ...picture, src: image.url }, ...reader })
  return renderToStaticMarkup(<Text block={block as BlockOf<'text'>} reader={own} wide={wide} />)
}

it('renders only with a headline, a picture or words', () => {
  const nothing = { html: '' as Html }
  expect(render(nothing)).toBe('')
  expect(render({ ...nothing, headline: 'Headline' })).toContain('Headline')
  expect(render({ ...nothing, image: photo })).toContain('src="/a.jpg"')
  expect(render({})).toContain('class="text is-picture-none"')
})

it.each<[Case, string]>([
  [{}, 'is-picture-top'],
  [{ imagePosition: 'left' }, 'is-picture-left'],
  [{ imagePosition: 'right', wide: 'page' }, 'is-picture-right is-wide'],
  [{ imagePosition: 'right', wide: 'post' }, 'is-picture-top is-wide'],
])('places its picture: %j', (options, classes) => {
  expect(render({ image: photo, ...options })).toContain(`class="text ${classes}"`)
})

it('shows a picture that is too small for its place among the words, at its own width', () => {
  const picture = { ...large, width: 500, height: 400 }
  const small = render({ image: photo, picture, wide: 'page' })
  expect(small).toContain('class="text is-picture-top"')
  expect(small).toMatch(/<div class="text__picture rich-text"><picture class="picture"><source [^>]*sizes="500px"/)
  expect(render({ image: photo, picture, imagePosition: 'left' })).not.toContain('rich-text"><picture')
  expect(render({ image: drawing, picture })).not.toContain('rich-text"><picture')
})

it('requests a drawing as a drawing, and shows it whole', () => {
  const asked: string[] = []
  const reader: Partial<Reader> = {
    picture: (image, use) => {
      if (image) asked.push(use)
      return image && { ...large, src: image.url }
    },
  }
  expect(render({ image: drawing, reader })).toContain('text__picture is-drawing is-vector')
  render({ image: photo, reader })
  expect(asked).toEqual(['drawing', 'text'])
})

it.each([
  ['h1', undefined],
  ['h2', 'Headline'],
])('nests the headings of its text below the %s', (above, headline) => {
  expect(render({ headline, reader: { html: (_, below) => `below ${below}` } })).toContain(`below ${above}`)
})

const sizes = (options: Case): string[] =>
  /sizes="([^"]*)"/
    .exec(render({ image: photo, ...options }))?.[1]
    ?.split(', (')
    .map((one) => one.replace(/^\(?/, '')) ?? []

it('declares the width at which its picture is shown', () => {
  const page = 'max(min(76rem, 95vw), min(76vw - 4rem, 96rem))'
  expect(sizes({})).toEqual([
    `min-width: 64rem) calc(${page})`,
    expect.stringMatching(/^min-width: 40rem\) calc\(100vw - 2\.5rem\), calc\(100vw - 2\.5rem\)$/),
  ])
  expect(sizes({ wide: 'page' })[0]).toBe('min-width: 64rem) calc(100vw)')
  expect(sizes({ wide: 'post' })).toEqual([
    expect.stringContaining('min-width: 64rem)'),
    expect.stringContaining('min-width: 40rem)'),
  ])
  expect(sizes({ imagePosition: 'left' })[0]).toContain(`0.5 * (${page} - clamp(2.5rem, 6vw, 6rem))`)
  expect(sizes({ image: drawing }).join()).toMatch(/1\.5 \* 24rem.*1\.5 \* 24rem.*1\.5 \* 24rem/)
  expect(sizes({ image: drawing, imagePosition: 'left' }).join()).toMatch(/1\.5 \* 24rem.*1\.5 \* 18rem.*1\.5 \* 18rem/)
})
