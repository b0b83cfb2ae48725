import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'

/** Throws a `UsageError` where nothing was published yet, for commands that work on what stands. */
export function requireExport(out: string): void {
  if (existsSync(join(out, 'site'))) return
  throw new UsageError(`There is no export in "${out}".`, {
    hint: `Build it first with "site build --out ${out}", or name the folder of another one with --out.`,
  })
}
