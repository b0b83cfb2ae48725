import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BlockOf, Html, Image } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { Tiles } from './tiles.tsx'

type Tile = BlockOf<'tiles'>['tiles'][number]
const image = { url: '/media/a.jpg' } as Image
const tile = (more: Partial<Tile> = {}): Tile => ({
  title: 'Tile',
  html: undefined,
  image: undefined,
  url: undefined,
  target: undefined,
  ...more,
})
const render = (tiles: Tile[]) =>
  renderToStaticMarkup(<Tiles block={{ id: '1', type: 'tiles', headline: undefined, tiles }} reader={fakeReader()} />)

it('renders any number of tiles', () => {
  for (const count of [1, 2, 5, 13, 60]) expect(render(Array(count).fill(tile())).match(/<li /g)).toHaveLength(count)
})

it('makes a tile one link if it has an address', () => {
  const linked = render([tile({ url: '/x', target: '_blank' })])
  expect(linked.match(/<a /g)).toHaveLength(1)
  expect(linked).toContain('rel="noopener"')
  expect(linked).toContain('#icon-external')
  expect(render([tile({ url: '/x' })])).toContain('#icon-arrow')
  expect(render([tile({ url: '/x', image })])).toContain('src="/media/a.jpg"')
  expect(render([tile()])).not.toContain('<a ')
})

it('links a tile without a title by its words "See more"', () => {
  const untitled = { title: ' ', url: '/x', target: '_blank' }
  const byPicture = render([tile({ ...untitled, image: { ...image, alt: 'A road' } })])
  expect(byPicture).toMatch(/<a class="[^"]*tile__more[^"]*" href="\/x" target="_blank" rel="noopener"/)
  expect(byPicture).toContain('aria-label="See more: A road"')
  const byText = render([tile({ ...untitled, image: { ...image, alt: ' ' }, html: '<p>Words</p>' as Html })])
  expect(byText.match(/<a [^>]*>([^<]*)/)?.[1]).toBe('See more')
  expect(byText).not.toContain('aria-label')
})

it.each([
  ['h1', ' ', undefined],
  ['h2', ' ', 'Headline'],
  ['h3', 'Title', 'Headline'],
])('nests the headings of its text below the %s', (above, title, headline) => {
  const tiles = [tile({ title, html: '<h4>Part</h4>' as Html })]
  const reader = fakeReader({ html: (_, below) => `below ${below}` })
  const markup = renderToStaticMarkup(<Tiles block={{ id: '1', type: 'tiles', headline, tiles }} reader={reader} />)
  expect(markup).toContain(`below ${above}`)
})

it('lets the first of a few tiles lead if it has the only picture', () => {
  expect(render([tile({ image }), tile(), tile(), tile()])).toContain('class="tiles is-led is-of-4"')
  expect(render([tile({ image }), tile({ image }), tile()])).toContain('class="tiles"')
  expect(render([tile({ image }), ...Array(4).fill(tile())])).toContain('class="tiles is-led is-of-5"')
  expect(render([tile({ image }), ...Array(5).fill(tile())])).toContain('class="tiles"')
  expect(render([tile({ image }), tile()])).toContain('class="tiles"')
  expect(render([tile(), tile({ image })])).toContain('class="tiles"')
  expect(render([tile(), tile()])).toContain('class="tiles is-plain"')
})

it('marks a title alone among tiles with pictures, whose cards are taller', () => {
  const html = '<p>Words</p>' as Html
  expect(render([tile({ image }), tile(), tile({ html })]).match(/class="tile [^"]*"/g)).toEqual([
    'class="tile is-span-4"',
    'class="tile is-span-4 is-bare"',
    'class="tile is-span-4"',
  ])
  expect(render([tile(), tile({ html })])).not.toContain('is-bare')
})

it('shows titles as figures if all of them begin with a number, and links them without an arrow', () => {
  const figures = render([tile({ title: '92 seconds to a human reply', url: '/x' }), tile({ title: '14 days' })])
  expect(figures).toContain('is-figures')
  expect(figures).toContain('<span class="figure__number">92</span> <span class="figure__words">seconds to a human')
  expect(figures).not.toContain('tile__more')
  const mixed = render([tile({ title: '92 seconds to a human reply' }), tile({ title: 'A position every 10 seconds' })])
  expect(mixed).not.toContain('figure')
})

it('shows four figures in one row', () => {
  expect(render(Array(4).fill(tile({ title: '14 days' }))).match(/is-span-3/g)).toHaveLength(4)
})

it('shows the unit of a figure beside its number, and the words below', () => {
  const figures = render([tile({ title: '18,4 Mio. € Umsatz' }), tile({ title: '92 s' })])
  expect(figures).toContain(
    '<span class="figure__number">18,4</span> <span class="figure__unit">Mio. €</span> <span class="figure__words">Umsatz</span>',
  )
  expect(figures).toContain('<span class="figure__number">92</span> <span class="figure__unit">s</span><')
})

it('shows all figures in one size, which depends on the longest', () => {
  const sizes = (titles: string[]) => render(titles.map((title) => tile({ title }))).match(/figure__number[^"]*/g)
  expect(sizes(['24/7', '99,98 %', '7'])).toEqual(Array(3).fill('figure__number is-long'))
  expect(sizes(['24/7', '12 %'])).toEqual(Array(2).fill('figure__number'))
})

it('shows a title that is only a number and its unit as a figure', () => {
  for (const title of ['41,000', '92 s', '24/7', '1 900']) expect(render([tile({ title })])).toContain('is-figure')
  for (const title of ['Fitters', '14 days to change your mind'])
    expect(render([tile({ title })])).not.toContain('is-figure')
})

it('shows that a figure is a link if it is among tiles that are no figures', () => {
  expect(render([tile({ title: '92 s', url: '/x' }), tile()])).toContain('tile__more')
})

it('lets long words of titles break in columns that are narrower than a phone', () => {
  const reader = fakeReader({ words: (text, heading) => `${text} as ${heading ?? 'text'}` })
  const titles = (count: number) =>
    renderToStaticMarkup(<Tiles block={{ id: '1', type: 'tiles', tiles: Array(count).fill(tile()) }} reader={reader} />)
  expect(titles(16).match(/ as text/g)).toHaveLength(16)
  expect(titles(3).match(/ as h3/g)).toHaveLength(3)
})
