import type { Reader } from './reader.ts'

/** What the component of a site's own block gets: its content by its schema, and what components of the contract's blocks get. */
export type OwnBlockProps<S extends { _zod: { output: unknown } }> = {
  block: S['_zod']['output']
  reader: Reader
  /** The block opens the page and holds its `h1`. */
  isHero?: boolean
  /** Its picture is the first of the page: loaded at once. */
  isFirst?: boolean
}
