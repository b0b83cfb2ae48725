import { deserialize, serialize } from 'node:v8'
import { frameFiles, frameOf } from '#renderer/build-frame.ts'
import type { BuildJob } from '#renderer/build-job.ts'
import { type KnownSource, openSourceChecksums } from '#renderer/file-stamp.ts'
import type { OpenedSite } from '#renderer/open-site.ts'
import type { SiteData } from '#renderer/site.ts'
import { codeAfterEdits } from './read-code.ts'

/** What `site render` makes single pages of, as the previous build read it, and all that this hangs on. */
export type KnownSite = {
  /** Settings are read at every start, texts too. */
  data: Omit<SiteData, 'settings' | 'family' | 'texts'>
  frame: string
  /** Files of the project that answers, styles and scripts were made of. */
  deciding: string[]
  sources: Record<string, KnownSource>
  /** Files of the export that every page may load, with their checksums. */
  shared: Record<string, string>
}

/** Prints what is kept of the site of a build that is whole and without errors. */
export function printKnownSite(job: BuildJob, { data, steps, answering, sources }: OpenedSite): Uint8Array {
  const { settings: _, family: __, texts: ___, ...kept } = data
  const made = [...steps.known.values()]
  const deciding = [...new Set([...answering, ...frameFiles, ...made.flatMap((step) => Object.keys(step.sources))])]
  const ofPages = [...(data.code?.digests.values() ?? [])].flatMap((digests) => Object.keys(digests))
  const known: KnownSite = {
    data: kept,
    frame: frameOf(job),
    deciding,
    sources: sources.known(new Set([...deciding, ...ofPages])),
    shared: Object.assign({}, ...made.map(({ files }) => files)),
  }
  return serialize(known)
}

/**
 * Reads what was kept of a site. Where components were edited since, their sources have digests that no build gives, so that the next
 * one renders their pages again. Throws an error that says why, in words that follow "because", where the site is another one now.
 */
export function readKnownSite(printed: Uint8Array, job: BuildJob): KnownSite {
  const known = deserialize(printed) as KnownSite // as `printKnownSite` printed it, by its checksum
  if (known.frame !== frameOf(job)) throw new Error('options, settings or versions are not those of the last build')
  const { checksumOf } = openSourceChecksums(job.root, known.sources)
  const isEdited = (source: string): boolean => checksumOf(source) !== known.sources[source]?.[1]
  const edited = known.deciding.find(isEdited)
  if (edited) throw new Error(`the file "${edited}" of the project is not that of the last build`)
  const { code, ...data } = known.data
  return { ...known, data: { ...data, ...(code && { code: codeAfterEdits(code, isEdited) }) } }
}
