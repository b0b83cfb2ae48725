import { once } from 'node:events'

/** Waits until the command is interrupted. */
export async function untilInterrupted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
