import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BlockOf } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { type PageAddresses, renderPage } from './render-page.tsx'
import type { ResolvedPage } from './resolved-page.ts'

function render(...texts: object[]): string {
  const blocks = texts.map((text, at) => ({ type: 'text', id: `${at}`, html: '', ...text }) as BlockOf<'text'>)
  const page = {
    template: 'subpage',
    title: 'About',
    intro: { title: 'About' },
    crumbs: [],
    seo: {},
    blocks,
  } as unknown
  const addresses = { alternates: [], integrity: new Map() } as unknown as PageAddresses
  return renderPage(page as ResolvedPage, fakeReader(), addresses, { name: 'react', render: renderToString })
}

it('names the block that contains something React cannot render', () => {
  const words = { headline: 'words' }
  expect(() => render(words, { headline: { no: 'words' } })).toThrow(
    /^in its block 2, "text": Objects are not valid as a React child/,
  )
})

it('lets only the first photograph leave the column of the text', () => {
  const photo = (name: string) => ({ headline: name, image: { url: '/a.jpg' } })
  const html = render({ headline: 'None' }, photo('First'), photo('Second'))
  expect(html.match(/is-wide/g)).toHaveLength(1)
  expect(html).toContain('First</h2><div class="text is-picture-top is-wide">')
})
