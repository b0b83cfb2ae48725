import { hash } from 'node:crypto'
import { islandNames } from '#publish/island-names.ts'
import { frameFiles, toolsOf } from '#renderer/build/build-frame.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { openSourceChecksums } from '#renderer/sources/file-stamp.ts'
import type { BuildCode } from '#renderer/sources/read-code.ts'

/** A digest of the settings and of the versions of the tools. */
export function planFrame(job: FrameJob): string {
  return hash('sha256', JSON.stringify([toolsOf(job), job.settings, islandNames(job.toolRoot)]), 'base64url')
}

type FrameJob = Pick<BuildJob, 'engine' | 'family' | 'toolRoot' | 'siteRoot' | 'settings'>

/** Checksums of the project's files that decide what a build makes, by their path. */
export function planSources({ code, answering, sources }: BuildCode, job: FrameJob): Record<string, string> {
  const ofPages = [...code.digests.values()].flatMap((digests) => Object.keys(digests))
  const files = [...new Set([...frameFiles(job), ...answering, ...ofPages])].sort()
  return Object.fromEntries(files.map((file) => [file, sources.checksumOf(file)]))
}

/** Why the project is not that of the plan, in words that follow "because"; nothing where it is. */
export function differenceOf(
  plan: { frame: string; sources: Record<string, string> },
  job: FrameJob,
): string | undefined {
  if (plan.frame !== planFrame(job)) return 'settings or versions are not those of the plan'
  const { checksumOf } = openSourceChecksums(job.toolRoot)
  const other = Object.entries(plan.sources).find(([file, checksum]) => checksumOf(file) !== checksum)
  return other && `the file "${other[0]}" of the project is not that of the plan`
}
