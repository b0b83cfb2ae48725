import { randomUUID } from 'node:crypto'
import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'

/** Makes the folder of what is kept between runs. Throws a `UsageError` when nothing can be made in it. */
export function claimCache(folder: string): void {
  const trial = join(folder, `.trial-${randomUUID()}`)
  try {
    mkdirSync(trial, { recursive: true })
    rmdirSync(trial)
  } catch (cause) {
    throw new UsageError(`The cache folder "${folder}" cannot be written.`, {
      hint: 'Choose another folder with --cache, or mend its permissions.',
      cause,
    })
  }
}
