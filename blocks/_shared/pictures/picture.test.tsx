import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MotionSwitch } from '#blocks/_shared/motion-switch.tsx'
import { fakeReader } from '#tests/fake-reader.ts'
import { Picture } from './picture.tsx'

const picture = { src: '/a.jpg', width: 300, height: 200, alt: 'A depot "at dawn"' }

it('reserves its space and loads lazily', () => {
  const html = renderToStaticMarkup(<Picture picture={picture} />)
  expect(html).toContain(
    '<picture class="picture"><img src="/a.jpg" width="300" height="200" alt="A depot &quot;at dawn&quot;" loading="lazy" decoding="async"/></picture>',
  )
})

it('is loaded first when it is above the fold', () => {
  const html = renderToStaticMarkup(<Picture picture={picture} eager className="banner__picture" sizes="100vw" />)
  expect(html).toContain('loading="eager" fetchPriority="high" decoding="sync"')
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

it('offers its other formats, the best first, over its dominant colour', () => {
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

it('is shown whole where it is too small, and is neither enlarged by more than half nor requested wider than the window', () => {
  const sources = [{ type: 'image/webp', srcSet: '/a.webp 300w' }]
  const html = renderToStaticMarkup(
    <Picture picture={{ ...picture, sources, tone: 'tone-r1' }} sizes="50vw" isSmall={true} />,
  )
  expect(html).toContain(
    '<picture class="picture is-small"><source type="image/webp" srcSet="/a.webp 300w" sizes="min(450px, 100vw)"/>',
  )
})

it('is replaced by a still picture for visitors who prefer reduced motion', () => {
  const stills = [
    { type: 'image/avif', srcSet: '/n.avif 540w', media: '(max-width: 40rem)' },
    { type: 'image/webp', srcSet: '/a.webp 400w' },
  ]
  const html = renderToStaticMarkup(<Picture picture={{ ...picture, src: '/a.gif', motion: 'long', stills }} />)
  expect(html).toContain(
    '<picture class="picture is-moving has-stills">' +
      '<source type="image/avif" media="(max-width: 40rem) and (prefers-reduced-motion: reduce)" srcSet="/n.avif 540w" data-still="(max-width: 40rem)"/>' +
      '<source type="image/webp" media="all and (prefers-reduced-motion: reduce)" srcSet="/a.webp 400w" data-still="all"/><img src="/a.gif"',
  )
})

it('comes with a switch that stops motion, but only on pages where something moves for long', () => {
  const reader = (moves: boolean) => fakeReader({ movesLong: () => moves })
  expect(renderToStaticMarkup(<MotionSwitch reader={reader(true)} />)).toMatch(
    /<label [^>]*><input type="checkbox"[^>]*>/,
  )
  expect(renderToStaticMarkup(<MotionSwitch reader={reader(false)} />)).toBe('')
})
