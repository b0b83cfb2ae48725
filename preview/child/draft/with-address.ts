import type { LocaleContent } from '#content/crawl/locale-content.ts'
import { type NodeType, nodeTypes } from '#content/schema.ts'
import type { DraftPlace } from './read-draft.ts'

/** The content with a node for a draft that no node leads to, so that it can be shown. Its slug is no address of the site. Pure. */
export function withAddress(content: LocaleContent, place: DraftPlace, wanted: string | undefined): LocaleContent {
  const nodeType: NodeType = nodeTypes.find((name) => name === wanted) ?? 'article'
  const slug = `/draft-of-${place.kind.replace('_', '-')}`
  const node =
    place.kind === 'pages'
      ? { slug: `${slug}-${encodeURIComponent(place.id)}`, nodeReference: place.id }
      : { slug: `${slug}/:slug`, nodeReference: place.kind }
  return {
    ...content,
    nodes: [...content.nodes, { nodeType, action: 'show', crumbs: [], updatedAt: undefined, ...node }],
  }
}
