import { expect, it } from 'vitest'
import { areFactsAlike, noteDocument, picturesInNotes } from './document-notes.ts'

const image = (name: string) => ({ url: `/m/${name}.jpg`, alt: '' })
const words = 'A text of an editor. '.repeat(1000)
const document = {
  id: 1,
  title: 'Dogs',
  blocks: [
    {
      id: 7,
      type: 'text',
      html: `<p>${words}</p><img src="/m/inside.jpg"><img src="/m/below.jpg">`,
      image: image('beside'),
    },
    { id: 8, type: 'text', html: `<p>${words}</p>` },
  ],
} as unknown as Parameters<typeof noteDocument>[1] // parsed fields that notes do not look at are left out

it('keeps the pictures of rich text, but not the text', () => {
  const picturesIn = (html: string) => [...html.matchAll(/src="([^"]*)"/g)].map(([, src = '']) => src)
  const notes = noteDocument('pages', document, picturesIn)
  expect(picturesInNotes(notes)).toEqual([
    { block: 'text 7', urls: ['/m/inside.jpg', '/m/below.jpg', '/m/beside.jpg'] },
  ])
  expect(JSON.stringify(notes)).not.toContain('editor')
})

it('keeps the fewest posts per page of several lists, so that each list has a page for every post', () => {
  const blocks = [4, 2, undefined].map((perPage, id) => ({ id, type: 'blog_list', perPage }))
  const lists = { ...document, blocks } as unknown as typeof document // as above
  expect(noteDocument('pages', lists).facts.postsPerPage).toBe(2)
})

it('keeps no pictures of rich text when nothing collects them', () => {
  expect(picturesInNotes(noteDocument('pages', document))).toEqual([{ block: 'text 7', urls: ['/m/beside.jpg'] }])
})

it('keeps the publication date of a document, or else that of its theme', () => {
  const publishedAt = (fields: object) => noteDocument('pages', { ...document, ...fields }).facts.publishedAt
  const theme = { publicationDate: '2026-01-01' }
  expect([{}, { theme }, { theme, publicationDate: '2026-02-02' }].map(publishedAt)).toEqual([
    ...[undefined, '2026-01-01', '2026-02-02'],
  ])
})

it('treats facts as equal that differ only in dates', () => {
  const facts = { title: 'Dogs', updatedAt: '2026-01-01', publishedAt: '2026-01-01' }
  expect(areFactsAlike(facts, { ...facts, updatedAt: '2026-02-02', publishedAt: '2026-02-02' })).toBe(true)
  expect(areFactsAlike(facts, { ...facts, title: 'Cats' })).toBe(false)
  expect(areFactsAlike(undefined, { publishedAt: '2026-02-02' })).toBe(true)
})
