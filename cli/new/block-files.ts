import { componentName } from '#renderer/sources/own-blocks.js'
import { fillFile } from './fill-file.ts'

type NewBlock = {
  /** The name of its folder, as in `pull-quote`. */
  name: string
  /**
   * Whether the block is for a checkout of the tool itself, where imports begin with `#` instead of the name of the
   * package.
   */
  isCheckout: boolean
}

/**
 * Returns the files of a new block by name: schema, component, style, test and demo content. They work as they are and
 * are meant to be changed.
 */
export function blockFiles({ name, isCheckout }: NewBlock): Record<string, string> {
  const values = {
    ...{ name, type: name.replaceAll('-', '_'), component: componentName(name) },
    ...(isCheckout ? { tool: '#', runner: 'vitest' } : { tool: 'site/', runner: 'node:test' }),
  }
  return {
    'schema.ts': fillFile('block/schema.ts', values),
    [`${name}.tsx`]: fillFile('block/component.tsx', values),
    [`${name}.css`]: fillFile('block/style.css', values),
    'demo.yaml': fillFile('block/demo.yaml', values),
    [`${name}.test.ts`]: fillFile('block/block.test.ts', values),
  }
}
