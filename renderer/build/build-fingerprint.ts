import { hash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'
import { identityOf } from '#content/answers/answer-store.ts'
import { islandNames } from '#publish/bundle/island-names.ts'
import { stylesOf } from '#publish/bundle/site-styles.ts'
import { checksumOfFile } from '#renderer/sources/file-stamp.ts'
import type { Code } from '#renderer/sources/read-code.ts'
import type { BuildJob } from './build-job.ts'

type ToolsJob = Pick<BuildJob, 'engine' | 'family' | 'toolRoot' | 'siteRoot'>

/** The tools that render the pages, and their versions, as text. */
export function toolsOf({ engine, family, toolRoot, siteRoot }: ToolsJob): string {
  const { node, icu, tz } = process.versions
  return JSON.stringify({ engine, family: family.id, node, icu, tz, packages: packagesOf(toolRoot, siteRoot) })
}

const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock']

/** A digest of the lock files of the tool and of its site, and so of the versions of all packages. */
export function packagesOf(...roots: string[]): string {
  const files = [...new Set(roots)].flatMap((root) => lockFiles.map((name) => join(root, name)))
  return hash('sha256', files.map(checksumOfFile).join())
}

/** Files that affect a build although no module imports them. Like sources they are named relative to the tool root. */
export function unimportedFiles({ toolRoot, siteRoot }: Pick<BuildJob, 'toolRoot' | 'siteRoot'>): string[] {
  return ['package.json', relative(toolRoot, join(siteRoot, 'redirects.json'))]
}

/** A digest of all options, settings and versions that affect a build. `tools` is the result of `toolsOf`. */
export function fingerprintOf(job: Omit<BuildJob, 'only'>, tools = toolsOf(job)): string {
  const { settings, locales, strict = false, images = 'on', compress = false, out, toolRoot } = job
  const options = {
    settings,
    locales,
    strict,
    images,
    compress,
    out: resolve(out),
    islands: islandNames(toolRoot),
    styles: stylesOf(job),
  }
  return hash('sha256', JSON.stringify([tools, identityOf(job), options]), 'base64url')
}

/** What the notes of a document depend on besides its bytes: the code that makes them, and the limits of documents. */
export function notedBy({ settings }: Pick<BuildJob, 'settings'>, code: Code): string {
  const { documentBytes, documentDepth } = settings.limits
  return `${code.contentDigest} ${documentBytes} ${documentDepth}`
}
