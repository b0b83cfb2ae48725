import { expect, it } from 'vitest'
import { parseKeptDocument } from '#content/crawl/read-document.ts'
import { parseDraft } from './parse-draft.ts'

const good = { id: 1, type: 'text', html: '<p>Good</p>' }

it('reads a valid draft as a build does', () => {
  const { document, problems } = parseDraft({ id: 7, title: 'A', blocks: [good] }, 'pages')
  expect(document).toMatchObject({ id: '7', title: 'A', blocks: [{ id: '1', html: '<p>Good</p>' }] })
  expect(problems).toEqual([])
})

it('uses the slug of a post as its title if it has none, as a build does', () => {
  const { document } = parseDraft({ id: 7, slug: 'winter', title: '', blocks: [] }, 'posts')
  expect(document).toMatchObject({ title: 'winter' })
})

it('replaces an invalid block with a text that names its field, escaped', () => {
  const wrong = { id: '<b>', type: 'faq', items: [{ question: '<script>', answer: 3 }] }
  const { document, problems } = parseDraft({ id: 7, blocks: [good, wrong, good] }, 'pages')
  expect(document.blocks.map(({ type }) => type)).toEqual(['text', 'text', 'text'])
  expect(document.blocks[1]?.id).toBe('<b>')
  expect(
    parseDraft(
      {
        id: 7,
        blocks: [
          { ...wrong, id: 5 },
          { ...wrong, id: {} },
        ],
      },
      'pages',
    ).document,
  ).toMatchObject({
    blocks: [{ id: '5' }, { id: 'broken-1' }],
  })
  expect(JSON.stringify(document.blocks[1])).toContain('items[0].answer')
  expect(JSON.stringify(document.blocks[1])).not.toContain('<script>')
  const unreadable = parseDraft({ id: 7, blocks: [{ ...wrong, items: '<script>' }] }, 'pages')
  expect(JSON.stringify(unreadable.document.blocks)).not.toContain('<script>')
  expect(problems).toMatchObject([{ path: 'blocks[1].items[0].answer', severity: 'error', block: 1 }])
})

it('replaces values that are not blocks at all', () => {
  const { document, problems } = parseDraft({ id: 7, blocks: [null, 3, {}, { type: 'carousel' }] }, 'pages')
  expect(document.blocks).toHaveLength(3)
  expect(problems.at(-1)).toEqual({
    message: 'After block 3, the draft has a block of the unknown type "carousel"; builds leave it out.',
    severity: 'warning',
  })
})

it('refuses a draft with other invalid fields, and names them', () => {
  expect(() => parseDraft({ id: 7, title: 3, blocks: [] }, 'pages')).toThrow('field "title": expected a text, got 3')
  expect(() => parseDraft({ id: 7, blocks: 'none' }, 'pages')).toThrow('field "blocks": expected a list')
  const hint = 'Fix them at the service; the page is shown as soon as they are valid.'
  expect(() => parseDraft({ id: 7, title: 3, blocks: [] }, 'pages')).toThrow(
    expect.objectContaining({ finding: expect.objectContaining({ hint }) }),
  )
})

it('numbers invalid blocks as they are shown, without counting blocks of unknown types', () => {
  const { problems } = parseDraft({ id: 7, blocks: [{ type: 'carousel' }, good, { id: 2, type: 'faq' }] }, 'pages')
  expect(problems[0]?.message).toMatch(/^At its beginning, the draft has a block of the unknown type "carousel"/)
  expect(problems.at(-1)).toMatchObject({ path: 'blocks[1].items', block: 1 })
})

it('gives blocks with the same id the ids that they get in a build', () => {
  const raw = { id: 7, title: 'A', blocks: [good, { type: 'carousel' }, good, { ...good, id: 2 }, good] }
  const built = parseKeptDocument('pages', Buffer.from(JSON.stringify(raw)))
  expect(parseDraft(raw, 'pages').document).toEqual(built)
})
