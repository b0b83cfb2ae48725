import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Picture } from './picture.tsx'

const picture = { src: '/a.jpg', width: 300, height: 200, alt: 'A depot "at dawn"' }

it('keeps its place and is lazy', () => {
  const html = renderToStaticMarkup(<Picture picture={picture} />)
  expect(html).toContain(
    '<picture class="picture"><img src="/a.jpg" width="300" height="200" alt="A depot &quot;at dawn&quot;" loading="lazy"',
  )
})

it('is loaded first when it is above the fold', () => {
  const html = renderToStaticMarkup(<Picture picture={picture} eager className="banner__picture" sizes="100vw" />)
  expect(html).toContain('loading="eager" fetchPriority="high"')
  expect(html).toContain('class="picture banner__picture"')
  expect(html).not.toContain('rel="preload"')
})

it('shows the alt text in a box of the same shape when the file is missing', () => {
  const html = renderToStaticMarkup(<Picture picture={{ ...picture, src: undefined }} />)
  expect(html).toContain('viewBox="0 0 300 200"')
  expect(html).toContain('A depot &quot;at dawn&quot;')
  expect(html).not.toContain('<img')
})

it('renders nothing without a picture', () => {
  expect(renderToStaticMarkup(<Picture picture={undefined} />)).toBe('')
})

it('offers its other forms, the best first, in its dominant colour', () => {
  const sources = [
    { type: 'image/avif', srcSet: '/n.avif 540w', media: '(max-width: 40rem)' },
    { type: 'image/webp', srcSet: '/a.webp 400w, /b.webp 800w' },
  ]
  const html = renderToStaticMarkup(
    <Picture picture={{ ...picture, sources, tone: 'tone-r1 tone-g2 tone-b3' }} sizes="50vw" />,
  )
  expect(html).toContain(
    '<picture class="picture is-toned tone-r1 tone-g2 tone-b3">' +
      '<source type="image/avif" media="(max-width: 40rem)" srcSet="/n.avif 540w" sizes="50vw"/>' +
      '<source type="image/webp" srcSet="/a.webp 400w, /b.webp 800w" sizes="50vw"/><img src="/a.jpg"',
  )
})
