import { type JobOptions, loadSite } from '#cli/prepare/prepare-job.ts'
import { parseBase, parseToken } from '#content/client/client-settings.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { openBundle } from '#renderer/build/open-bundle.ts'
import { chooseLocales } from '#renderer/plan/choose-locales.ts'
import { readOwnFiles } from '#renderer/sources/own-files.ts'
import { toolRoot } from '#renderer/tool-root.ts'
import { openRaw } from './ask-raw.ts'
import { examineService } from './examine-service.ts'
import { type Row, Rows } from './remark.ts'

export type DoctorOptions = Pick<
  JobOptions,
  'api' | 'commerceApi' | 'locale' | 'family' | 'config' | 'out' | 'cache' | 'concurrency' | 'hosts' | 'strict'
> & { sample: number; json?: boolean }

const timeoutMs = 30_000
const slowMs = 2000

/** Examines the files of the site, and the service at an address. */
export async function examineSite(options: DoctorOptions, address: string, signal: AbortSignal): Promise<Row[]> {
  const { settings, siteRoot } = await loadSite(options.config)
  const own = readOwnFiles(siteRoot, settings)
  const { assets } = await openBundle({ toolRoot, siteRoot, engine: 'react' })
  const api = parseBase(address, 'The address of the content service')
  const { ask, close } = openRaw({ concurrency: options.concurrency, timeoutMs, signal })
  try {
    return await examineService({
      api,
      commerce: options.commerceApi === undefined ? api : parseBase(options.commerceApi, 'The commerce address'),
      token: parseToken(process.env.SITE_API_TOKEN),
      ...{ settings, siteRoot },
      hosts: chooseHosts(options.hosts ?? 'all'),
      ...chooseLocales(settings, options),
      sample: options.sample,
      isStrict: options.strict ?? false,
      slowMs,
      own: { ...own, assets },
      ask,
      rows: new Rows(),
    })
  } finally {
    await close()
  }
}
