import { expect, it } from 'vitest'
import { hiddenProps } from '#blocks/_shared/islands/hidden-page-island.tsx'
import { fakeReader } from '#tests/fake-reader.ts'
import { createBrowserReader } from './browser-reader.ts'
import { slugOf } from './connect-hidden-page.ts'
import { readParts } from './read-parts.ts'

const props = hiddenProps({ before: '/zone/', after: '' }, fakeReader())
const base = 'https://www.example.com/zone/x'
const reader = createBrowserReader({ props, lists: {}, base, clean: (html) => `clean ${html}` })
const rules = { kinds: props.blocks.kinds, reader }

it('reads every text of a block in order', () => {
  const tile = { title: 'Tile', html: '<p>', url: '/a', image: { url: '/b.png', alt: 'B' } }
  const cta = { name: 'Go', url: '/c' }
  expect(readParts([{ type: 'tiles', headline: 'Head', cta, tiles: [tile] }, null, 'x'], rules)).toEqual([
    { kind: 'heading', level: 2, text: 'Head' },
    { kind: 'link', href: 'https://www.example.com/c', text: 'Go' },
    { kind: 'heading', level: 3, text: 'Tile' },
    { kind: 'image', src: 'https://www.example.com/b.png', alt: 'B' },
    { kind: 'html', html: 'clean <p>' },
    { kind: 'link', href: 'https://www.example.com/a', text: 'Tile' },
  ])
})

it('treats an object with a media type as a picture, even without alternative text', () => {
  const plan = { url: '/plan.png', mime: 'image/png' }
  expect(readParts([plan], rules)).toEqual([{ kind: 'image', src: 'https://www.example.com/plan.png', alt: '' }])
})

it('leaves out links with unsafe addresses, and shows the words instead of pictures from other origins', () => {
  const blocks = [
    { title: 'A', url: 'javascript:alert(1)', cta: { name: 'Go', url: 'data:text/html,x' } },
    { images: [{ url: 'https://other.example/x.png', alt: 'Far', caption: 'Caption' }] },
  ]
  expect(readParts(blocks, rules)).toEqual([
    { kind: 'heading', level: 2, text: 'A' },
    { kind: 'text', text: 'Caption' },
    { kind: 'text', text: 'Far' },
  ])
})

it.each([undefined, null, 'x', {}, [[]]])('finds nothing in %j', (blocks) => {
  expect(readParts(blocks, rules)).toEqual([])
})

it.each([
  ['/zone/a', '', 'a'],
  ['/zone/a%C5%BC/', '', 'aż'],
  ['/zone', '?page=b', 'b'],
  ['/zone', '', undefined],
  ['/zone/', '?page=b', 'b'],
  ['/zone/%', '', undefined],
  ['/zone/a/b', '', undefined],
  ['/zone/a%2Fb', '', undefined],
  ['/zones/a', '', undefined],
])('%s%s names the page %s', (pathname, search, slug) => {
  expect(slugOf({ pathname, search }, { shell: '/zone', area: { before: '/zone/', after: '' } })).toBe(slug)
})

it.each([
  ['/stra%C3%9Fe/a/druk', '', 'a'],
  ['/stra%c3%9fe/a/druk/', '', 'a'],
  ['/stra%C3%9Fe/druk', '', undefined],
  ['/stra%C3%9Fe/a', '', undefined],
  ['/stra%C3%9Fe/_', '', undefined],
  ['/stra%C3%9Fe/_/', '?page=a', 'a'],
])('beside a page at the parent address, %s%s names the page %s', (pathname, search, slug) => {
  const props = { shell: '/stra%C3%9Fe/_', area: { before: '/straße/', after: '/druk' } }
  expect(slugOf({ pathname, search }, props)).toBe(slug)
})
