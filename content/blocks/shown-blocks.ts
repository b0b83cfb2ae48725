import type { Block } from '#content/schema.ts'

/** The blocks that a page shows: one in the layout of the blog lists the posts, also where no editor has placed the list. */
export function shownBlocks({ layout, blocks }: { layout?: string | undefined; blocks: Block[] }): Block[] {
  if (layout !== 'blog' || blocks.some(({ type }) => type === 'blog_list')) return blocks
  return [...blocks, { id: 'all-posts', type: 'blog_list', headline: undefined, perPage: undefined }]
}
