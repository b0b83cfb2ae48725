import type { BlockType } from '#content/schema.ts'
import type { BlockProps } from './block-props.ts'

/** What the component of a site's own block gets: its content by its schema, and what components of the contract's blocks get. */
export type OwnBlockProps<S extends { _zod: { output: unknown } }> = {
  block: S['_zod']['output']
} & Pick<BlockProps<BlockType>, 'reader' | 'isHero' | 'isFirst'>
