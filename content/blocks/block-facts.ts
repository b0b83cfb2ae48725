import type { FieldKind, ListName } from '#content/field-schemas.ts'

/** How many posts a page of a `blog_list` shows if the block does not say it. */
export const defaultPostsPerPage = 12

/** Facts from the schemas of blocks, as plain values for the browser, where the schemas are not loaded. */
export type BlockFacts = {
  /** The kind of content in each field, by field name. */
  kinds: Record<string, FieldKind>
  /**
   * Names of the fields whose empty text is kept. In any other field, an empty text counts as missing (content API).
   */
  keptEmpty: string[]
  /** The collection that each type of block shows, unless the block has its own members in the field `unless`. */
  lists: Record<string, { list: ListName; unless?: string }>
}

/** The collection whose members a block shows. */
export function shownList(
  block: { type: string } & Record<string, unknown>,
  lists: BlockFacts['lists'],
): ListName | undefined {
  const shown = Object.hasOwn(lists, block.type) ? lists[block.type] : undefined
  return shown && !(shown.unless && block[shown.unless]) ? shown.list : undefined
}
