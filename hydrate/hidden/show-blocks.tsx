import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Reader } from '#blocks/_shared/reader.ts'
import { registry, renderBlock } from '#blocks/registry.tsx'
import { defaultPostsPerPage, shownList } from '#content/blocks/block-facts.ts'
import type { Block } from '#content/schema.ts'
import { createBrowserReader } from './browser-reader.ts'
import { cleanHtml } from './clean-html.ts'
import type { HiddenProps } from './hidden-props.ts'
import { Leftover, NotLoaded } from './leftover.tsx'
import { type HiddenBlock, readBlocks } from './read-blocks.ts'
import { readLists } from './read-lists.ts'

/**
 * Returns the markup of a hidden page's blocks, made by the components of static pages. The collections that blocks
 * show are read first. The words of a block that no component can show are shown instead, and a notice replaces a
 * collection that could not be read.
 */
export async function showBlocks(blocks: unknown, props: HiddenProps): Promise<string> {
  const known = readBlocks(blocks, props.blocks.keptEmpty)
  const lists = await readLists(known, props)
  const reader = createBrowserReader({ props, lists, base: location.href, clean: cleanHtml })
  const shown = known.map((block) => {
    const list = shownList(block, props.blocks.lists)
    const notLoaded = list && !lists[list] && <NotLoaded block={block} reader={reader} />
    if (notLoaded && block.type !== 'contact') return markupOf(notLoaded) // a contact form works without people
    return `${markupOfBlock(block, reader, props)}${notLoaded ? markupOf(notLoaded) : ''}`
  })
  return shown.join('')
}

function markupOfBlock(block: HiddenBlock, reader: Reader, { blocks: { kinds } }: HiddenProps): string {
  const wanted = shownAs(block, reader)
  const markup = isKnown(wanted) ? markupOf(renderBlock(wanted, { reader })) : undefined
  return markup ?? markupOf(<Leftover block={block} reader={reader} kinds={kinds} />) ?? ''
}

/**
 * A hidden page has no pagination, so a list of all posts becomes a list of the newest with a link to the others. A
 * number of posts that is no number counts as missing.
 */
function shownAs(block: HiddenBlock, reader: Reader): HiddenBlock {
  const { type, limit, perPage } = block
  if (type === 'post_list') return Number.isNaN(Number(limit)) ? { ...block, limit: undefined } : block
  if (type !== 'blog_list' || reader.posts().length === 0) return block
  return { ...block, type: 'post_list', limit: Number(perPage) || defaultPostsPerPage, url: reader.page('blog') }
}

/** Whether there is a component for a block. Only rendering shows whether it can handle the block's content. */
function isKnown(block: HiddenBlock): block is HiddenBlock & Block {
  return Object.hasOwn(registry, block.type) && !(block.type === 'maps' && !isPlaced(block.markers))
}

function isPlaced(markers: unknown): boolean {
  return Array.isArray(markers) && markers.every(({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng))
}

/** Renders an element to markup outside the page. Returns `undefined` when a component throws. */
function markupOf(element: ReactElement): string | undefined {
  const holder = document.createElement('div')
  let isWhole = true
  const fail = (): void => {
    isWhole = false
  }
  try {
    const root = createRoot(holder, { onUncaughtError: fail })
    flushSync(() => root.render(element))
  } catch {
    fail() // Preact throws where React calls `onUncaughtError`
  }
  return isWhole ? holder.innerHTML : undefined
}
