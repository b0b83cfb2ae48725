import type { BlockType } from '#content/schema.ts'
import type { BlockProps } from './block-props.ts'

/**
 * Props of the component of an own block: its content, typed by its schema, and some props that the built-in blocks
 * have too.
 */
export type OwnBlockProps<S extends { _zod: { output: unknown } }> = {
  block: S['_zod']['output']
} & Pick<BlockProps<BlockType>, 'reader' | 'isHero' | 'isFirst'>
