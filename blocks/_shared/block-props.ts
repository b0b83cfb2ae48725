import type { BlockOf, BlockType } from '#content/schema.ts'
import type { Reader } from './reader.ts'

export type BlockProps<T extends BlockType> = {
  block: BlockOf<T>
  reader: Reader
  /** Whether the block opens the page and has its `h1`. */
  isHero?: boolean
  /** Whether the block's picture is the first on the page, which is loaded eagerly. */
  isFirst?: boolean
  /**
   * Set for the one block of a page whose picture reaches the edge of the window: beside its words, or above them in a
   * post's column.
   */
  wide?: 'page' | 'post'
  /** Slug of the job offer whose page shows the block. */
  jobSlug?: string
}
