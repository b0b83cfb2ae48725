import type { OwnSchema } from '#content/own-block.ts'

/**
 * Schemas of the site's own blocks. In bundles, this module is replaced with the schemas that
 * `renderer/sources/own-blocks.js` finds in `blocks/`.
 */
export const ownSchemas: OwnSchema[] = []
