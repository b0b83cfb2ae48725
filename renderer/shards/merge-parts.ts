import { join, resolve } from 'node:path'
import type { SiteError } from '#content/finding.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { buildSite } from '#renderer/build-site.ts'
import { fromParts } from './from-parts.ts'
import { badPart, type Part, partPlan, partRefused, readOf, readPart } from './part.ts'
import { readPlan, type SealedPlan } from './site-plan.ts'

/** All parts of a plan, one for each shard, and the plan itself. */
export type WholeParts = { plan: SealedPlan; parts: Part[] }

/**
 * Reads parts, and checks that they belong to one plan and that none is missing.
 * Throws a `SiteError` that names the wrong part.
 */
export function readParts(folders: string[], key: string | undefined): WholeParts {
  const parts = folders.map((folder) => readPart(folder, key))
  const [first] = parts
  if (!first) throw partRefused('No part was named.', 'Name the folders of all shards.')
  const byIndex = new Map<number, Part>()
  for (const part of parts) {
    const { folder, shard } = part
    if (part.plan !== first.plan) throw badPart(folder, `was made from a different plan than "${first.folder}"`)
    if (shard.count !== first.shard.count)
      throw badPart(folder, `is one of ${shard.count} shards, but "${first.folder}" is one of ${first.shard.count}`)
    const twin = byIndex.get(shard.index)
    if (twin) throw duplicatePart(part, twin)
    byIndex.set(shard.index, part)
  }
  const missing = Array.from({ length: first.shard.count }, (_, at) => at + 1).filter((index) => !byIndex.has(index))
  if (missing.length > 0) throw missingParts(missing, first.shard.count)
  const plan = readPlan(join(first.folder, partPlan), key)
  const bytes = readOf(first.folder, partPlan)
  const other = parts.find(({ folder }) => plan.seal !== first.plan || !readOf(folder, partPlan).equals(bytes))
  if (other) throw badPart(other.folder, `contains a different plan ("${partPlan}") than the one it was made from`)
  return { plan, parts }
}

/** Makes an export from parts, with the same bytes as a build from the service. */
export function mergeParts(job: BuildJob, { plan, parts }: WholeParts): Promise<Report> {
  return buildSite(job, fromParts(plan, parts))
}

function duplicatePart({ folder, shard: { index, count } }: Part, twin: Part): SiteError {
  const isSame = resolve(folder) === resolve(twin.folder)
  const message = isSame
    ? `The part "${folder}" is named twice.`
    : `The parts "${folder}" and "${twin.folder}" are both shard ${index} of ${count}.`
  return partRefused(message, 'Name the folder of each shard once.')
}

function missingParts(missing: number[], count: number): SiteError {
  const names = missing.length === 1 ? `part of shard ${missing[0]}` : `parts of the shards ${missing.join(', ')}`
  const hint = 'Name the folders of all shards of the plan. Run failed shards again.'
  return partRefused(`The ${names} of ${count} ${missing.length === 1 ? 'is' : 'are'} missing.`, hint)
}
