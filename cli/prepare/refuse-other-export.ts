import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '#content/finding.ts'
import { readAddresses } from '#publish/redirects/addresses.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { partFile } from '#renderer/shards/part.ts'

/** Throws a `UsageError` where the export of another domain family of the settings stands, which would be lost. */
export async function refuseOtherFamily({ out, family, settings }: Omit<BuildJob, 'api'>): Promise<void> {
  if (!existsSync(join(out, 'site'))) return
  const built = (await readAddresses(out).catch(() => undefined))?.family // the next build replaces spoilt ones
  if (built === family.id || !settings.families.some(({ id }) => id === built)) return
  throw new UsageError(`"${out}" holds the export of the domain family "${built}", not of "${family.id}".`, {
    hint: `Each has a folder of its own: name that of "${family.id}" with --out, or the other family with --family.`,
  })
}

/** Throws a `UsageError` where the part of a shard stands, which would be lost. */
export function refusePart({ out }: { out: string }): void {
  if (!existsSync(join(out, partFile))) return
  throw new UsageError(`"${out}" holds the part of a shard, whose place the export would take.`, {
    hint: 'Name another folder with --out; "site merge" makes one export of all parts.',
  })
}
