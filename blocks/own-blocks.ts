import type { ReactElement } from 'react'

/**
 * Components of own blocks by type. In bundles this module is replaced with the blocks that
 * `renderer/sources/own-blocks.js` finds.
 */
export const ownBlocks: Record<string, (props: never) => ReactElement | null> = {}
