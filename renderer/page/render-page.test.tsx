import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BlockOf } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { type PageAddresses, renderPage } from './render-page.tsx'
import type { ResolvedPage } from './resolved-page.ts'

it('names the block that contains something React cannot render', () => {
  const block = (id: string, headline: unknown) => ({ type: 'text', id, headline, html: '' }) as BlockOf<'text'>
  const page = {
    ...{ template: 'subpage', title: 'About', intro: { title: 'About' }, crumbs: [], seo: {} },
    blocks: [block('1', 'words'), block('2', { no: 'words' })],
  } as unknown as ResolvedPage
  const addresses = { alternates: [], integrity: new Map() } as unknown as PageAddresses
  const render = () => renderPage(page, fakeReader(), addresses, { name: 'react', render: renderToString })
  expect(render).toThrow(/^in its block 2, "text": Objects are not valid as a React child/)
})
