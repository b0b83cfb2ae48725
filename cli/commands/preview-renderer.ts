import { once } from 'node:events'

/** The process that renders for `site preview`, which starts it and speaks with it; ends when that does. */
export async function previewRenderer(): Promise<void> {
  await import('#preview/child/main.ts')
  await once(process, 'disconnect')
}
