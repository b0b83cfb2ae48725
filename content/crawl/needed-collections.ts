import { type BlockFacts, shownList } from '#content/blocks/block-facts.ts'
import { listsOfBlocks } from '#content/fields.ts'
import { type Block, type MenuItem, memberSchemas, type SitemapNode } from '#content/schema.ts'

/** A collection whose members become pages or are shown on pages. */
export type CollectionName = keyof typeof memberSchemas

/** The collections that fill the `:param` of slugs, and the product categories if menu items link to them. */
export function collectionsOfNodes(patterns: SitemapNode[], menus: MenuItem[]): CollectionName[] {
  const named = new Set(patterns.map((node) => node.nodeReference))
  const isWanted = (name: CollectionName): boolean =>
    named.has(name) || (name === 'product_categories' && menus.some(linksToCategory))
  return (Object.keys(memberSchemas) as CollectionName[]).filter(isWanted)
}

function linksToCategory(item: MenuItem): boolean {
  return (item.type === 'Category' && !item.url && !item.slug) || item.children.some(linksToCategory)
}

let lists: BlockFacts['lists'] | undefined // the schemas are walked once

/** The collections that blocks show. */
export function collectionsOfBlocks(blocks: Block[]): CollectionName[] {
  lists ??= listsOfBlocks()
  const shown = lists
  return [...new Set(blocks.flatMap((block) => shownList(block, shown) ?? []))]
}
