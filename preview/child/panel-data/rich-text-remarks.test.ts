import { expect, it } from 'vitest'
import { fieldsOf } from '#content/fields.ts'
import { pageSchema } from '#content/schema.ts'
import { richTextRemarks } from './rich-text-remarks.ts'

const pictures = {
  known: (url: string) =>
    url === '/lost.jpg' ? { finding: { code: 'image-missing', message: 'There is none.' } as const } : undefined,
}
const page = (html: string) => fieldsOf({ title: 'Help', blocks: [{ id: '1', type: 'text', html }] }, pageSchema)

it.each([
  ['<p><img src="/media/a.jpg"></p>', 'alt-missing', 'Say in a few words what the picture shows.'],
  ['<p><img src="/media/a.jpg" alt=" "></p>', 'alt-missing', 'Say in a few words what the picture shows.'],
  ['<p><img src="/lost.jpg" alt="A map"></p>', 'image-missing', undefined],
  ['<h2> </h2>', 'heading-empty', 'Add text, or remove the heading.'],
  ['<p><a href="/help"></a></p>', 'link-empty', 'Add text that says what the link points to.'],
])('reports %s, with its field', (html, code, hint) => {
  const [remark, ...others] = richTextRemarks(page(`<p>Words</p>${html}`), pictures)
  expect(remark).toMatchObject({ code, path: 'blocks[0].html', message: expect.stringContaining('Block 1 · Text') })
  expect([remark?.hint, ...others]).toEqual([hint])
})

it.each(['<h2>A <em>word</em></h2>', '<a href="/"><img src="/a.jpg" alt="A word"></a>', '<a id="here"></a>'])(
  'accepts %s',
  (html) => {
    expect(richTextRemarks(page(html), pictures)).toEqual([])
  },
)
