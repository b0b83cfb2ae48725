import type { Block } from '#content/schema.ts'

/** The blocks that a page shows. The layout `blog` always includes a list of posts, even if no editor placed one. */
export function shownBlocks({ layout, blocks }: { layout?: string | undefined; blocks: Block[] }): Block[] {
  if (layout !== 'blog' || blocks.some(({ type }) => type === 'blog_list')) return blocks
  return [...blocks, { id: 'all-posts', type: 'blog_list', headline: undefined, perPage: undefined }]
}
