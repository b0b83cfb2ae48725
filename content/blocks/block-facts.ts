import type { FieldKind, ListName } from '#content/field-schemas.ts'

/** What the schemas say of blocks, as plain values for where the schemas are not. */
export type BlockFacts = {
  /** What fields hold, by their name. */
  kinds: Record<string, FieldKind>
  /** Names of texts that are kept when they are empty; any other counts as missing then (content API). */
  mayBeEmpty: string[]
  /** The collection that a type of block shows, unless it brings its own in a field. */
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
