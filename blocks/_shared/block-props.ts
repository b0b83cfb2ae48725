import type { BlockOf, BlockType } from '#content/schema.ts'
import type { Reader } from './reader.ts'

export type BlockProps<T extends BlockType> = {
  block: BlockOf<T>
  reader: Reader
  /** The block opens the page and holds its `h1`. */
  isHero?: boolean
  /** Its picture is the first of the page: loaded at once. */
  isFirst?: boolean
  /** Its picture runs to the edge of the window, one of a page at most: beside its words, or above them in the column of a post. */
  wide?: 'page' | 'post'
  /** Slug of the job offer whose page the block stands on. */
  jobSlug?: string
}
