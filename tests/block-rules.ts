import { renderToStaticMarkup } from 'react-dom/server'
import type { Reader } from '#blocks/_shared/reader.ts'
import { renderBlock } from '#blocks/registry.tsx'
import { blockSchemaOf, blocksSchema } from '#content/blocks/block-schemas.ts'
import { valueAt } from '#content/parse/parse-document.ts'
import type { Block } from '#content/schema.ts'
import { fakeReader } from './fake-reader.ts'
import { sampleOf } from './sample-of.ts'

/** Parses a block as a service sends it. Throws, naming the field, when the schema refuses it. */
export function parseBlock(raw: unknown): Block {
  const [block] = blocksSchema.parse([raw])
  if (!block || block.type === 'unknown') throw new Error(`There is no block of the type "${block?.name}".`)
  return block
}

/** Returns a block with every field filled and every text hostile. Fields that refuse such a text come from `demo`. */
export function sampleBlock(type: string, demo?: unknown): Block {
  const schema = blockSchemaOf(type)
  const sample = sampleOf(schema)
  for (const { path } of schema.safeParse(sample).error?.issues ?? []) {
    const holder = valueAt(sample, path.slice(0, -1)) as Record<PropertyKey, unknown>
    holder[path.at(-1) ?? ''] = valueAt(demo, path)
  }
  return parseBlock(sample)
}

export function markupOf(block: Block, reader: Reader = fakeReader()): string {
  return renderToStaticMarkup(renderBlock(block, { reader, jobSlug: 'fitter' }))
}

/** Returns how the block breaks the rules for all blocks, as sentences: escaped texts, safe ids, headings in order. */
export function breachesOf(block: Block, reader?: Reader): string[] {
  const markup = markupOf(block, reader)
  const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
  const links = [...markup.matchAll(/<a [^>]*target="_blank"[^>]*>/g)].map(([tag]) => tag)
  const bare = headingsOf(markupOf({ ...block, headline: undefined } as Block, reader)) // every block may be without
  const breaches: [isBroken: boolean, reported: string][] = [
    [markup.includes('<script>alert'), 'A text is not escaped.'],
    [
      markup.includes('style='),
      'An element has a style of its own, which the site forbids browsers to use; write it into the CSS.',
    ],
    [markup.includes('class=""'), 'An element has an empty class.'],
    [ids.some((id) => !/^[\w-]+$/.test(id)), `An id is not safe: make it by domId() of "dom-id.ts".`],
    [new Set(ids).size !== ids.length, `Two elements have the same id: ${ids.join(', ')}.`],
    [links.some((tag) => !tag.includes('rel="noopener"')), 'A link opens a window without rel="noopener".'],
    [(headingsOf(markup)[0] ?? 2) !== 2, 'The first heading is no h2.'],
    [
      (bare[0] ?? 2) !== 2,
      'Without a headline the first heading inside is no h2: let it be h3 below a headline, and h2 without one.',
    ],
  ]
  return breaches.filter(([isBroken]) => isBroken).map(([, reported]) => reported)
}

function headingsOf(markup: string): number[] {
  return [...markup.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
}

/** The tools for the test of an own block. `site/cli/testing.js` re-exports them. */
export function openBlock(type: string, demo: Record<string, unknown>) {
  return {
    /** The content of `demo.yaml`. */
    demo,
    /** The markup of the block for content as a service sends it. Throws when the schema refuses the content. */
    render: (content: Record<string, unknown>): string => markupOf(parseBlock({ id: 1, type, ...content })),
    /** How the block breaks the rules for all blocks. */
    breaches: (): string[] => [...new Set([...breachesOf(sampleBlock(type, demo)), ...breachesOf(parseBlock(demo))])],
  }
}
