import { once } from 'node:events'
import { machineFailure } from '#preview/child/error-answer.ts'
import type { Notice } from '#preview/messages.ts'

/**
 * Runs the rendering process of `site preview`, which starts it and sends it messages. It ends when `site preview`
 * ends.
 */
export async function previewRenderer(): Promise<void> {
  await import('#preview/child/main.ts').catch((error: unknown) => {
    const fault = machineFailure(error)
    if (!fault) throw error
    process.send?.({ type: 'failed', ...fault, isUsage: false } satisfies Notice)
  })
  await once(process, 'disconnect')
}
