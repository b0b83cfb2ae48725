import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { maskClass } from '#blocks/_shared/mask.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { BlockOf, Html, Image } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { Banner } from './banner.tsx'

const block: BlockOf<'banner'> = {
  id: '1',
  type: 'banner',
  headline: undefined,
  title: 'Every kilometre',
  subtitle: 'Under control',
  html: '<p>Words</p>' as Html,
  image: undefined,
  maskOpacity: undefined,
  cta: { name: 'Book a demo', url: '/demo', target: undefined },
}
const reader = fakeReader()
const render = (more: Partial<BlockOf<'banner'>> = {}, isHero = false) =>
  renderToStaticMarkup(<Banner block={{ ...block, ...more }} reader={reader} isHero={isHero} />)

it('shows title, subtitle, text and the call to action', () => {
  for (const words of ['Every kilometre', 'Under control', '<p>Words</p>', 'href="/demo"', 'Book a demo'])
    expect(render()).toContain(words)
})

it('lets long words of the call to action break, because a button is narrower than a phone', () => {
  const typeset = fakeReader({ words: (text, heading) => `${text} as ${heading}` })
  expect(renderToStaticMarkup(<Banner block={block} reader={typeset} isHero={false} />)).toContain('Book a demo as h3')
})

it('has the h1 only as the hero, which is taller, and is labelled by its title', () => {
  expect(render({}, true)).toMatch(
    /^<section id="block-1" class="banner is-hero is-under-header" aria-labelledby="block-1-title">.*<h1 id="block-1-title"/,
  )
  expect(render()).toMatch(
    /^<section id="block-1" class="banner" aria-labelledby="block-1-title">.*<h2 id="block-1-title"/,
  )
})

it('leaves out elements without words', () => {
  const image = { url: '/a.jpg' } as Image
  const bare = render({ title: '', subtitle: undefined, html: undefined, cta: undefined, image })
  expect(bare).not.toMatch(/<h|<p[ >]|aria-labelledby|banner__text/)
  expect(bare).toContain('src="/a.jpg"')
})

it('shows a title that begins with a number as a figure, except as the hero', () => {
  const title = '41,000 vehicles'
  expect(render({ title })).toMatch(/class="banner is-figure".*<span class="figure__number">41,000<\/span>/)
  expect(render({ title }, true)).not.toContain('figure')
})

it.each([
  ['h2', 'Every kilometre'],
  ['h1', ' '],
])('nests the headings of its text below the %s', (above, title) => {
  const html: Reader['html'] = (_, below) => `below ${below}`
  const banner = <Banner block={{ ...block, title }} reader={fakeReader({ html })} isHero={false} />
  expect(renderToStaticMarkup(banner)).toContain(`below ${above}`)
})

it('masks its picture with the given opacity, half by default', () => {
  const image = { url: '/a.jpg' } as Image
  expect(render({ image })).toContain(maskClass(50))
  expect(render({ image, maskOpacity: 0.21 })).toContain(maskClass(21))
  expect(render({ image, maskOpacity: 85 })).toContain(maskClass(85))
  expect(render({ maskOpacity: 85 })).not.toContain('mask-')
})

it('leaves out a call to action without a safe address', () => {
  const unsafe = fakeReader({ link: () => undefined })
  expect(renderToStaticMarkup(<Banner block={block} reader={unsafe} />)).not.toContain('Book a demo')
})

it('opens its call to action in the window that it names', () => {
  const cta = { name: 'Book a demo', url: '/demo', target: '_blank' }
  expect(render({ cta })).toContain('href="/demo" target="_blank" rel="noopener"')
})

it('loads its picture eagerly only if it is the first on the page', () => {
  const shown = (isFirst: boolean) =>
    renderToStaticMarkup(
      <Banner block={{ ...block, image: { url: '/a.jpg' } as Image }} reader={reader} isFirst={isFirst} />,
    )
  expect([true, false].map((isFirst) => shown(isFirst).match(/loading="(\w+)"/)?.[1])).toEqual(['eager', 'lazy'])
})

it('leaves out a call to action without words', () => {
  expect(render({ cta: { name: ' ', url: '/demo', target: undefined } })).not.toContain('href="/demo"')
})

it('renders nothing without words, picture and call to action, except as the hero', () => {
  const empty = { title: ' ', subtitle: undefined, html: undefined, cta: undefined }
  expect(render(empty)).toBe('')
  expect(render({ ...empty, image: { url: '/a.jpg' } as Image })).toContain('<section')
  expect(render(empty, true)).toContain('<section')
})
