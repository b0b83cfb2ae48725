import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { BlockProps } from '#blocks/_shared/block-props.ts'
import { hiddenProps } from '#blocks/_shared/islands/hidden-page-island.tsx'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import { RichText } from '#blocks/_shared/rich-text/rich-text.tsx'
import { registry, renderBlock } from '#blocks/registry.tsx'
import { fieldsOf } from '#content/fields.ts'
import { Findings } from '#content/finding.ts'
import { type Block, blockTypes, documentSchemas } from '#content/schema.ts'
import { createBrowserReader } from '#hydrate/hidden/browser-reader.ts'
import { readBlocks } from '#hydrate/hidden/read-blocks.ts'
import { readParts } from '#hydrate/hidden/read-parts.ts'
import { parseDraft } from '#preview/child/draft/parse-draft.ts'
import { readPageFacts } from '#preview/child/panel-data/read-head.ts'
import { remarksOf } from '#preview/child/panel-data/remarks.ts'
import { translationGaps } from '#preview/child/panel-data/translation-gaps.ts'
import { collectPictures } from '#renderer/build/collect-pictures.ts'
import { createHyphenation } from '#renderer/reader/hyphenate.ts'
import { createPageReader } from '#renderer/reader/page-reader.ts'
import { createRecorder } from '#renderer/reads/recorder.ts'
import { smallContent, startTestService } from '#tests/fixtures/demo-test-service.ts'
import { fakeReader } from './fake-reader.ts'
import { node, page } from './fixtures/content.ts'
import { testSettings, testSite } from './fixtures/site.ts'

// Adds one block type to the contract. Everything else under test is the code of the product.
vi.mock('#content/blocks/block-schemas.ts', async (importOriginal) => {
  const { z } = await import('zod')
  const { headingSchema, htmlSchema, imageFor, optional, optionalWords } = await import('#content/field-schemas.ts')
  const own = await importOriginal<typeof import('#content/blocks/block-schemas.ts')>()
  const known = own.blocksSchema.element.out
  const chronicle = z.object({
    id: z.coerce.string(),
    type: z.literal('chronicle'),
    motto: headingSchema,
    epilogue: optionalWords,
    body: htmlSchema,
    frontispiece: optional(imageFor('tile')),
  })
  return {
    ...own,
    blockTypes: [...own.blockTypes, 'chronicle'],
    blocksSchema: z.array(z.discriminatedUnion('type', [...known.options, chronicle] as never)),
  }
})

/** A component as it would be written in `blocks/`. */
function Chronicle({ block, reader }: BlockProps<never>) {
  const { motto, body, frontispiece, epilogue } = block as Record<string, never>
  return (
    <section>
      <h2>{motto}</h2>
      <RichText html={body} below="h2" reader={reader} />
      <Picture picture={reader.picture(frontispiece, 'tile')} sizes="10rem" />
      <p>{epilogue}</p>
    </section>
  )
}
Object.assign(registry, { chronicle: Chronicle })

const raw = {
  id: 7,
  type: 'chronicle',
  motto: 'Sesame',
  epilogue: 'Afterwards',
  body: '<h2>Prologue</h2><p>Rosebud <a href="#nowhere"></a><img src="/m/within.jpg"></p>',
  frontispiece: { url: '/m/front.jpg' },
}
const document = page('x', 'X', { blocks: [raw] })

it('A new block type is collected with its pictures, and its headings are levelled', async () => {
  expect(blockTypes).toContain('chronicle')
  const { site, contents, routes, routeAt } = testSite({
    locales: { pl: { nodes: [node('/x', 'x')], pages: { x: document } } },
  })
  const where = [{ locale: 'pl', path: '/x', block: 'chronicle 7' }]
  const { urls, placesOf } = collectPictures(routes, contents)
  expect([...urls].map((url) => [url, placesOf(url)])).toEqual([
    ['/m/within.jpg', where],
    ['/m/front.jpg', where],
  ])

  const parts = { shared: renderToStaticMarkup, picture: () => '', video: () => '' }
  const hyphenation = createHyphenation()
  const recorder = createRecorder(site)
  const [block] = contents.get('pl')?.documents.pages.get('x')?.blocks ?? []
  const { result } = recorder.record(() => {
    const reader = createPageReader({ site, recorder, file: routeAt('/x').file, parts, hyphenation })
    return renderToStaticMarkup(renderBlock(block as Block, { reader }))
  })
  expect(result).toContain('<h2>Sesame</h2>')
  expect(result).toContain('<h3>Prologue</h3>')
})

it('A new block type is found by the search of the demo', async () => {
  const service = await startTestService({ ...smallContent, 'en/pages/home.yaml': { ...document, id: 1 } })
  for (const word of ['sesame', 'prologue', 'rosebud', 'afterwards']) {
    const { json } = await service.ask(`/api/search?locale=en&phrase=${word}`)
    expect(JSON.stringify(json())).toContain('"X"')
  }
  await service.close()
})

it('A new block type is shown on hidden pages, with its component and without one', () => {
  const props = hiddenProps({ before: '/zone/', after: '' }, fakeReader())
  const base = 'https://www.example.com/zone/x'
  const reader = createBrowserReader({ props, lists: {}, base, clean: (html) => html })
  expect(readParts([raw], { kinds: props.blocks.kinds, reader })).toEqual([
    { kind: 'heading', level: 2, text: 'Sesame' },
    { kind: 'text', text: 'Afterwards' },
    { kind: 'image', src: 'https://www.example.com/m/front.jpg', alt: '' },
    { kind: 'html', html: raw.body },
  ])

  const [block] = readBlocks([{ ...raw, motto: '', epilogue: '' }], props.blocks.keptEmpty)
  expect(block).toMatchObject({ motto: '' })
  expect(block).not.toHaveProperty('epilogue')
  const markup = renderToStaticMarkup(renderBlock(readBlocks([raw], [])[0] as unknown as Block, { reader }))
  expect(markup).toContain('Rosebud')
  expect(markup).toContain('https://www.example.com/m/front.jpg')
})

it('A new block type is checked in the preview', () => {
  const fieldsIn = (one: Record<string, unknown>) => fieldsOf(parseDraft(one, 'pages').document, documentSchemas.pages)
  const fields = fieldsIn(document)
  expect(translationGaps(fields, fieldsIn(page('x', 'X')))).toContain('Block "chronicle"')
  expect(translationGaps(fields, fields)).toEqual(['Block 1 · Frontispiece: alternative text'])

  const remarks = remarksOf({
    fields,
    problems: [],
    facts: readPageFacts('<title>X</title>'),
    findings: new Findings(),
    href: '/x',
    locales: [],
    pictures: { known: () => ({ source: { format: 'jpeg', width: 10 } }) } as never,
    settings: testSettings(),
  })
  expect(remarks.map(({ code, path }) => `${code} ${path}`)).toEqual(
    expect.arrayContaining([
      'alt-missing blocks[0].frontispiece',
      'image-small blocks[0].frontispiece',
      'alt-missing blocks[0].body',
      'link-empty blocks[0].body',
    ]),
  )
})
