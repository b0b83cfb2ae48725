import type { BlockOf, BlockType } from '#content/schema.ts'
import type { Reader } from './reader.ts'

export type BlockProps<T extends BlockType> = {
  block: BlockOf<T>
  reader: Reader
  /** Whether the block opens the page and holds its `h1`. */
  isHero?: boolean
  /** Whether its picture is the first of the page, which is loaded at once. */
  isFirst?: boolean
  /** Set for the one block of a page whose picture runs to the edge of the window: beside its words, or above them in the column of a post. */
  wide?: 'page' | 'post'
  /** Slug of the job offer whose page the block stands on. */
  jobSlug?: string
}
