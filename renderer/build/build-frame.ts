import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { identityOf } from '#content/answer-store.ts'
import { islandNames } from '#publish/island-names.ts'
import type { Code } from '#renderer/sources/read-code.ts'
import type { BuildJob } from './build-job.ts'

/** Where builds into a folder keep what they remember: in the cache, named by the folder of the export. */
export function memoryFile(
  { cache, out }: Pick<BuildJob, 'cache' | 'out'>,
  kind: 'pages' | 'answers',
): string | undefined {
  if (cache === undefined) return undefined
  return join(cache, 'builds', `${hash('sha256', resolve(out)).slice(0, 16)}.${kind}.sqlite`)
}

/** The tools that pages are rendered with, as text. */
export function toolsOf({ engine, family, root }: Pick<BuildJob, 'engine' | 'family' | 'root'>): string {
  const { node, icu, tz } = process.versions
  return JSON.stringify({ engine, family: family.id, node, icu, tz, packages: packagesOf(root) })
}

/** The versions of all packages, as a digest. */
function packagesOf(root: string): string {
  try {
    return hash('sha256', readFileSync(join(root, 'package-lock.json')))
  } catch {
    return 'unknown'
  }
}

/** Files of the project that decide what a build makes, and that no module names. */
export const frameFiles = ['package.json', 'redirects.json', 'tsconfig.json']

/** A digest of all that a build is told, its content and the files of the project aside. */
export function frameOf(job: Omit<BuildJob, 'only'>): string {
  const { settings, locales, strict = false, images = 'on', compress = false, out, root } = job
  const told = { settings, locales, strict, images, compress, out: resolve(out), islands: islandNames(root) }
  return hash('sha256', JSON.stringify([toolsOf(job), identityOf(job), told]), 'base64url')
}

/** What notes of documents hang on, besides the documents. */
export function notedBy({ settings }: Pick<BuildJob, 'settings'>, code: Code | undefined): string {
  return `${code?.contentDigest} ${settings.limits.documentDepth}`
}
