/** A value that a page was rendered from: `pl/pages/12`, `blocks[2].tiles[0].title`, and what stood there. */
export type FieldRead = { record: string; path: string; value: string }
