import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { stop } from 'esbuild'

/**
 * Returns unused memory of this process to the system, before threads start and after they have ended. Otherwise V8
 * waits until the machine has little left. The process of esbuild, which holds 40 MB, ends too. It starts again when it
 * is needed.
 */
export async function releaseMemory(): Promise<void> {
  await stop()
  setFlagsFromString('--expose-gc') // for contexts made from now on
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
