import { checkOwnFields } from '#content/blocks/check-own-fields.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import type { BuildJob, Progress } from '#renderer/build/build-job.ts'
import { chooseLocales } from '#renderer/plan/choose-locales.ts'
import type { RemoteCache } from '#renderer/remote/remote-cache.ts'
import { checkFiles } from '#renderer/sources/check-files.ts'
import { type LoadedSettings, loadSettings } from '#renderer/sources/load-settings.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { claimCache } from './claim-cache.ts'
import { contentOf, type Service } from './with-service.ts'

/** Options of every command that reads the site as a build does. */
export type JobOptions = Pick<BuildJob, 'commerceApi' | 'service' | 'out' | 'engine' | 'concurrency'> &
  Pick<BuildJob, 'strict' | 'keepGoing' | 'compress' | 'swap' | 'dryRun'> &
  Required<Pick<BuildJob, 'cache' | 'images' | 'ledger'>> & {
    locale: string
    api?: string
    config: string
    family?: string
    hosts?: string
    report?: string
    saveSnapshot?: string
    fromSnapshot?: string
    remoteCache?: string
    remoteCacheReadonly?: boolean
  }

/** Options of `site build`, also for a shard. */
export type BuildOptions = JobOptions & {
  force?: boolean
  watch?: boolean
  poll?: number
  json?: boolean
  maxWarnings?: number
  workers?: number
  shard?: string
  plan?: string
  pageThread?: string
}

/** A job without the address of the service, and where to find the service. */
export type PreparedJob = { job: Omit<BuildJob, 'api'>; service: Service }

/** Loads settings, and checks the handwritten files of their site. Throws a `UsageError` for a mistake in any of them. */
export async function loadSite(config: string): Promise<LoadedSettings> {
  const { settings, siteRoot } = await loadSettings(config)
  checkOwnFields(siteRoot)
  await checkFiles({ toolRoot, siteRoot }, settings)
  return { settings, siteRoot }
}

/** Makes a job from options and settings. Throws a `UsageError` for wrong settings or names. */
export async function prepareJob(
  options: JobOptions & Pick<BuildOptions, 'force' | 'workers' | 'pageThread'>,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<PreparedJob> {
  const { settings, siteRoot } = await loadSite(options.config)
  claimCache(options)
  const token = process.env.SITE_API_TOKEN
  const api = options.fromSnapshot === undefined ? (options.api ?? settings.api) : undefined
  const chosen = chooseLocales(settings, options)
  const origin = await originOf({ ...options, api }, chosen.locales)
  const named = origin.api ?? api
  const { force, pageThread: script, workers: count, ...rest } = options
  const { files } = named ? {} : contentOf(siteRoot, settings, chosen.locales)
  const job: PreparedJob['job'] = {
    ...rest,
    ...origin,
    ...chosen,
    hosts: chooseHosts(options.hosts ?? 'all'),
    settings,
    toolRoot,
    siteRoot,
    progress,
    signal,
    command: ['site', ...process.argv.slice(2)].join(' '),
    ...(token && { token }),
    ...(script && { threads: { count, script } }),
    ...(force && { force: 'The build was started with --force.' }),
    ...(files && { reportFiles: await openFileReporter(files.contentFolder, chosen.locales) }),
    ...(options.remoteCache && { remote: await openRemote(options.remoteCache, options, signal) }),
  }
  return { job, service: { api: named, files } }
}

/** Returns the function that reports what only the files of the content show. */
async function openFileReporter(folder: string, locales: string[]): Promise<BuildJob['reportFiles']> {
  const { openContent } = await import('#demo/source/read-content.ts')
  const { reportUnusedPages } = await import('./report-unused-pages.ts')
  const content = openContent(folder)
  return (findings) => reportUnusedPages(content, locales, findings)
}

async function openRemote(address: string, options: JobOptions, signal: AbortSignal): Promise<RemoteCache> {
  const { openRemoteCache } = await import('#renderer/remote/remote-cache.ts')
  const isReadOnly = options.remoteCacheReadonly || options.dryRun
  return openRemoteCache({ address, isReadOnly, signal, key: process.env.SITE_PLAN_KEY })
}

/**
 * Returns where the content comes from: a snapshot and the service that it was made from, a service that was named, or
 * files ("demo").
 */
async function originOf(
  { api, fromSnapshot: from, saveSnapshot: save }: JobOptions,
  locales: string[],
): Promise<Partial<BuildJob>> {
  if (from !== undefined) {
    const { readSnapshotOrigin } = await import('#content/answers/snapshot.ts')
    return { commerceApi: undefined, ...readSnapshotOrigin(from, locales), snapshot: { from } }
  }
  return { ...(!api && { service: 'demo' }), ...(save !== undefined && { snapshot: { save } }) }
}
