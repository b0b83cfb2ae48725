import { hash } from 'node:crypto'
import { join, relative } from 'node:path'
import { textFiles } from '#locales/translator.ts'
import { islandNames } from '#publish/bundle/island-names.ts'
import { stylesOf } from '#publish/bundle/site-styles.ts'
import { packagesOf, unimportedFiles } from '#renderer/build/build-fingerprint.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { localesOf } from '#renderer/settings.ts'
import { checksumOfFile } from '#renderer/sources/file-stamp.ts'
import { openSourceNames } from '#renderer/sources/name-source.ts'
import { ownBlocksOf } from '#renderer/sources/own-blocks.js'
import type { BuildCode } from '#renderer/sources/read-code.ts'
import type { Steps } from '#renderer/sources/run-steps.ts'

/** The fingerprint of a plan: the tools, settings and files of the project that it was made with. */
export type PlanFingerprint = {
  /** Digests by the name of what they are made from. Messages use these names, for example "the lock file". */
  digests: Record<string, string>
  /** Checksums of the files that determine what a build makes, by their path from the folder of the tool. */
  sources: Record<string, string>
}

type FingerprintJob = Pick<BuildJob, 'engine' | 'family' | 'toolRoot' | 'siteRoot' | 'settings'>

/** The fingerprint of an opened site, with every file that its pages, styles and scripts are made from. */
export function planFingerprint(
  job: FingerprintJob,
  { code, answering, steps, sources: read }: BuildCode & { steps: Pick<Steps, 'known'> },
): PlanFingerprint {
  const ofPages = [...code.digests.values()].flatMap((digests) => Object.keys(digests))
  const ofSteps = [...steps.known.values()].flatMap(({ sources }) => Object.keys(sources))
  const files = new Set([...filesByName(job), ...answering, ...ofPages, ...ofSteps])
  const sources = Object.fromEntries([...files].sort().map((file) => [file, read.checksumOf(file)]))
  return { digests: digestsOf(job), sources }
}

/** Why the project is not that of the plan, worded to follow "because". Undefined if it is the same. */
export function differenceOf({ digests, sources }: PlanFingerprint, job: FingerprintJob): string | undefined {
  const own = digestsOf(job)
  const other = Object.keys(own).find((name) => own[name] !== digests[name])
  if (other) return `${other} differs from the plan`
  const files = new Set([...filesByName(job), ...Object.keys(sources)])
  const nameOf = openSourceNames(job)
  for (const file of files) {
    // `join` would take longer than the hash.
    const [planned = '', checksum] = [sources[file], checksumOfFile(`${job.toolRoot}/${file}`)]
    if (checksum === planned) continue
    if (planned === '') return `the file "${nameOf(file)}" did not exist when the plan was made`
    return `the file "${nameOf(file)}" ${checksum === '' ? 'is missing' : 'differs from the plan'}`
  }
  return undefined
}

function digestsOf(job: FingerprintJob): Record<string, string> {
  const { settings, toolRoot, siteRoot, engine, family } = job
  const { node, icu, tz } = process.versions
  return {
    ...{ 'the engine': engine, 'the domain family': family.id },
    'the content of the settings': digestOf(settings),
    'the version of Node': digestOf({ node, icu, tz }),
    'the lock file': packagesOf(toolRoot, siteRoot),
    'the list of islands': digestOf(islandNames(toolRoot)),
  }
}

function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url')
}

/** Files that a build uses only because of their name, so that a new file counts too. */
function filesByName(job: FingerprintJob): string[] {
  const { toolRoot, siteRoot, settings } = job
  const locales = localesOf(settings)
  const texts = locales.map((locale) => join(siteRoot, 'texts', `${locale}.json`))
  const own = [...texts, ...ownBlocksOf(siteRoot).flatMap(({ schema, component }) => [schema, component])]
  return [
    ...unimportedFiles(job),
    ...locales.flatMap(textFiles).map((file) => `locales/${file}`),
    ...stylesOf(job).map(({ file }) => file),
    ...own.map((file) => relative(toolRoot, file)),
  ]
}
