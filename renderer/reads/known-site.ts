import { deserialize, serialize } from 'node:v8'
import { fingerprintOf, unimportedFiles } from '#renderer/build/build-fingerprint.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { packContents, readContents } from '#renderer/site/content-pieces.ts'
import type { SiteData } from '#renderer/site/site.ts'
import { type KnownSource, openSourceChecksums } from '#renderer/sources/file-stamp.ts'
import { openSourceNames } from '#renderer/sources/name-source.ts'
import { type BuildCode, codeAfterEdits } from '#renderer/sources/read-code.ts'
import type { Steps } from '#renderer/sources/run-steps.ts'
import type { SitePieces } from './known-build.ts'
import type { NamedPages } from './page-store.ts'

/** The site as the last build read it, from which `site render` renders pages, and what must be unchanged for that. */
type KnownSite = {
  /** Without settings and texts, which are read at every start. The contents of each locale are a separate piece. */
  data: Omit<SiteData, 'settings' | 'family' | 'texts' | 'contents'>
  locales: string[]
  fingerprint: string
  /** Files of the project that answers, styles and scripts were made from. */
  deciding: ReadonlySet<string>
  sources: Record<string, KnownSource>
  /** Files of the export that any page may load, with their checksums. */
  shared: Record<string, string>
}

/** Name of the piece that is always read. The other pieces are named after the locales. */
const whole = 'site'

/** The site of a build, and what it was made from. */
export type MadeSite = { data: SiteData & Pick<BuildCode, 'code'>; steps: Steps } & Omit<BuildCode, 'code'>

/** Serialises the data that is kept of the site after a whole build without errors. */
export function packKnownSite(job: BuildJob, { data, steps, answering, sources }: MadeSite): SitePieces {
  const { settings: _, family: __, texts: ___, contents, ...kept } = data
  const made = [...steps.known.values()]
  const deciding = new Set([
    ...answering,
    ...unimportedFiles(job),
    ...made.flatMap((step) => Object.keys(step.sources)),
  ])
  const ofPages = [...data.code.digests.values()].flatMap((digests) => Object.keys(digests))
  const known: KnownSite = {
    data: kept,
    locales: [...contents.keys()],
    fingerprint: fingerprintOf(job),
    deciding,
    sources: sources.known(new Set([...deciding, ...ofPages])),
    shared: Object.assign({}, ...made.map(({ files }) => files)),
  }
  return new Map([[whole, serialize(known)], ...packContents(contents)])
}

/**
 * Reads the kept data of a site. Sources of components that were edited since then get digests that no build gives, so
 * that the next build renders their pages again. Throws an error if the data cannot be used for the current site. The
 * message says why, in words that follow "because".
 */
export function readKnownSite({ sitePiece, facts }: NamedPages, job: BuildJob) {
  const { locales, ...known } = deserialize(sitePiece(whole)) as KnownSite // by `packKnownSite`: its checksum is right
  if (known.fingerprint !== fingerprintOf(job, facts.identity))
    throw new Error('options, settings or versions differ from those of the last build')
  const { checksumOf } = openSourceChecksums(job.toolRoot, known.sources)
  const isEdited = (source: string): boolean => checksumOf(source) !== known.sources[source]?.[1]
  const edited = [...known.deciding].find(isEdited)
  if (edited)
    throw new Error(`the file "${openSourceNames(job)(edited)}" of the project has changed since the last build`)
  const { code, ...data } = known.data
  const contents = readContents(locales, sitePiece)
  return { shared: known.shared, data: { ...data, contents, code: code && codeAfterEdits(code, isEdited) } }
}
