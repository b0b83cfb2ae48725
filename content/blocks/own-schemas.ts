import type { OwnSchema } from '#content/own-block.ts'

/** Schemas of the site's own blocks. Bundles hold in place of this module what `renderer/sources/own-blocks.js` finds in `blocks/`. */
export const ownSchemas: OwnSchema[] = []
