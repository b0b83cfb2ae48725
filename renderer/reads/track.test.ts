import { expect, it } from 'vitest'
import { track } from './track.ts'

const page = () => ({
  id: '7',
  title: 'Help',
  theme: { title: 'A', subtitle: undefined, image: { url: '/a.jpg', mime: 'image/jpeg' } },
  blocks: [
    { id: '1', type: 'text', html: '<p>' },
    { id: '2', type: 'tiles', tiles: [{ title: 'one' }, { title: 'two' }] },
  ],
  parents: ['1', '2'],
})

it('names what was not read, containers aside', () => {
  const { view, unread } = track(page())
  expect(view.title + view.theme.image.url + view.blocks.map(({ type }) => type).join()).toBe('Help/a.jpgtext,tiles')
  expect(unread()).toEqual([
    'id',
    'theme.title',
    'theme.image.mime',
    'blocks[0].id',
    'blocks[0].html',
    'blocks[1].id',
    'blocks[1].tiles[0].title',
    'blocks[1].tiles[1].title',
    'parents[0]',
    'parents[1]',
  ])
})

it('takes everything as read that is spread, listed or written as JSON', () => {
  const spread = track(page())
  expect({ ...spread.view.theme.image }).toEqual({ url: '/a.jpg', mime: 'image/jpeg' })
  expect(spread.unread()).not.toContain('theme.image.mime')
  const listed = track({ a: 1, b: 2 })
  expect(Object.keys(listed.view)).toEqual(['a', 'b'])
  expect(listed.unread()).toEqual([])
  const written = track(page())
  expect(JSON.stringify(written.view)).toBe(JSON.stringify(page()))
  expect(written.unread()).toEqual([])
})

it('gives the same view of the same part, and a list that is one', () => {
  const { view } = track(page())
  expect(view.blocks[0]).toBe(view.blocks[0])
  expect(view.blocks.indexOf(view.blocks[1] as never)).toBe(1)
  expect(Array.isArray(view.blocks)).toBe(true)
  expect(view.blocks.slice(0, 1)).toHaveLength(1)
})

it('tells what was looked for in vain, and where all parts were asked for', () => {
  const { view, lacking } = track<Record<string, unknown>>({ title: 'A', theme: { mask: 1 }, list: [{ id: 1 }] })
  expect(lacking()).toEqual([])
  const [first] = view.list as object[]
  expect([view.lead, 'seo' in view, { ...(view.theme as object) }, Object.hasOwn(first ?? {}, 'alt')]).toEqual([
    ...[undefined, false, { mask: 1 }, false],
  ])
  expect(lacking()).toEqual(['lead', 'seo', 'theme.*', 'list[0].alt'])
})
