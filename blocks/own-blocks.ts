import type { ReactElement } from 'react'

/** Components of the site's own blocks by type. Bundles hold in place of this module what `renderer/sources/own-blocks.js` finds. */
export const ownBlocks: Record<string, (props: never) => ReactElement | null> = {}
