import { hash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { type AnswerStore, identityOf, openAnswerStore, type ServiceIdentity } from '#content/answers/answer-store.ts'
import type { BuildJob } from './build-job.ts'

/** The file in the cache where builds into a folder keep their memory. Its name is derived from the export folder. */
export function memoryFile(
  { cache, out }: Pick<BuildJob, 'cache' | 'out'>,
  kind: 'pages' | 'answers',
): string | undefined {
  if (cache === undefined) return undefined
  return join(cache, 'builds', `${hash('sha256', resolve(out)).slice(0, 16)}.${kind}.sqlite`)
}

/** Opens the answers that the service gave to earlier builds into the same folder. */
export function openAnswers(job: Pick<BuildJob, 'cache' | 'out'> & ServiceIdentity): AnswerStore {
  return openAnswerStore(memoryFile(job, 'answers'), identityOf(job), identityOf({ ...job, token: '' }))
}
