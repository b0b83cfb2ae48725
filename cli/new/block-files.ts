import { componentName } from '#renderer/sources/own-blocks.js'

export type NewBlock = {
  /** As its folder is named: `pull-quote`. */
  name: string
  /** By what the files of the tool are imported: the name of the package, or nothing in its own checkout. */
  isCheckout: boolean
}

/** The files of a new block by name: schema, component, style, test and demo content, ready to be shown and to be changed. */
export function blockFiles({ name, isCheckout }: NewBlock): Record<string, string> {
  const type = name.replaceAll('-', '_')
  const component = componentName(name)
  const tool = isCheckout ? '#' : 'site/'
  return {
    'schema.ts': schemaText(type, tool),
    [`${name}.tsx`]: componentText({ name, component, tool }),
    [`${name}.css`]: styleText(name),
    'demo.yaml': demoText(type),
    [`${name}.test.ts`]: testText(name, isCheckout),
  }
}

const schemaText = (type: string, tool: string): string =>
  `import { htmlSchema, imageFor, optional, optionalWords } from '${tool}content/field-schemas.ts'
import { ownBlockSchema } from '${tool}content/own-block.ts'

/** What content may hold in this block, besides "id" and "headline". The kinds of fields decide what is sanitised, searched and collected. */
export const schema = ownBlockSchema('${type}', {
  html: htmlSchema,
  author: optionalWords,
  photo: optional(imageFor('portrait')),
})
`

const componentText = ({ name, component, tool }: { name: string; component: string; tool: string }): string =>
  `import { domId } from '${tool}blocks/_shared/dom-id.ts'
import type { OwnBlockProps } from '${tool}blocks/_shared/own-block-props.ts'
import { Picture } from '${tool}blocks/_shared/pictures/picture.tsx'
import { RichText } from '${tool}blocks/_shared/rich-text/rich-text.tsx'
import { Section } from '${tool}blocks/_shared/section.tsx'
import type { schema } from './schema.ts'

export function ${component}({ block, reader }: OwnBlockProps<typeof schema>) {
  return (
    <Section id={domId('block', block.id)} headline={reader.words(block.headline, 'h2')}>
      <figure className="${name}">
        <Picture className="${name}__photo" picture={reader.picture(block.photo, 'portrait')} sizes="6rem" />
        <blockquote className="${name}__words">
          <RichText html={block.html} below={block.headline ? 'h2' : 'h1'} reader={reader} />
        </blockquote>
        {block.author && <figcaption className="${name}__author">{block.author}</figcaption>}
      </figure>
    </Section>
  )
}
`

const styleText = (name: string): string =>
  `/* The layer of all blocks; the values are tokens, which "tokens.css" may set. */
@layer blocks {
  .${name} {
    display: grid;
    gap: var(--space-4);
    max-inline-size: var(--measure);
  }

  .${name}__photo img {
    inline-size: 6rem;
    block-size: auto;
    border-radius: var(--radius-m);
  }

  .${name}__words {
    padding-inline-start: var(--space-5);
    border-inline-start: 4px solid var(--amber);
    font-size: var(--text-l);
  }

  .${name}__author {
    color: var(--text-quiet);
  }
}
`

const demoText = (type: string): string =>
  `# As a page holds it, below "blocks".
- id: ${type}-1
  type: ${type}
  headline: What people say
  html: <p>It took one afternoon, and nobody noticed that anything had changed.</p>
  author: Robin Example, head of something
`

const testText = (name: string, isCheckout: boolean): string =>
  `import assert from 'node:assert/strict'
import { test } from '${isCheckout ? 'vitest' : 'node:test'}'
import { openBlock } from '${isCheckout ? '#cli/testing.js' : 'site/cli/testing.js'}'

const { demo, render, breaches } = await openBlock(import.meta.dirname)

test('shows its words, and who said them', () => {
  const markup = render(demo)
  assert.match(markup, /<blockquote class="${name}__words">.*It took one afternoon/)
  assert.match(markup, /<figcaption[^>]*>Robin Example/)
})

test('leaves out what content does not give', () => {
  assert.doesNotMatch(render({ html: '<p>Words only</p>' }), /figcaption|<picture/)
})

test('keeps the rules of all blocks', () => {
  assert.deepEqual(breaches(), [])
})
`
