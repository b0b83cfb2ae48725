import { once } from 'node:events'

/**
 * Runs the rendering process of `site preview`, which starts it and sends it messages. It ends when `site preview`
 * ends.
 */
export async function previewRenderer(): Promise<void> {
  await import('#preview/child/main.ts')
  await once(process, 'disconnect')
}
