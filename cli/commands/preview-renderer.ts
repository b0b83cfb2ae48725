import { once } from 'node:events'

/** The process that renders for `site preview`, which starts it and sends it messages. It ends when `site preview` does. */
export async function previewRenderer(): Promise<void> {
  await import('#preview/child/main.ts')
  await once(process, 'disconnect')
}
