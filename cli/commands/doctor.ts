import { openRaw } from '#cli/doctor/ask-raw.ts'
import { examineMachine } from '#cli/doctor/examine-machine.ts'
import { examineService } from '#cli/doctor/examine-service.ts'
import { printRows } from '#cli/doctor/print-rows.ts'
import { type Remark, type Row, Rows } from '#cli/doctor/remark.ts'
import type { JobOptions } from '#cli/prepare/prepare-job.ts'
import { checkOwnFields } from '#content/blocks/check-own-fields.ts'
import { parseBase, parseToken } from '#content/client/client-settings.ts'
import { count } from '#content/wording/count.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { openBundle } from '#renderer/build/open-bundle.ts'
import { chooseLocales } from '#renderer/plan/choose-locales.ts'
import { checkFiles } from '#renderer/sources/check-files.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'
import { readOwnFiles } from '#renderer/sources/own-files.ts'
import { toolRoot } from '#renderer/tool-root.ts'

export type DoctorOptions = Pick<
  JobOptions,
  'api' | 'commerceApi' | 'locale' | 'family' | 'config' | 'out' | 'cache' | 'concurrency' | 'hosts' | 'strict'
> & { sample: number; json?: boolean }

const timeoutMs = 30_000
const slowMs = 2000

/**
 * Runs `site doctor`. Examines the service at `api`, or the machine if no `api` is given. Returns the exit code, which
 * is 1 if a build would fail.
 */
export async function doctor(options: DoctorOptions, signal: AbortSignal): Promise<number> {
  const rows = options.api === undefined ? await examineMachine(options) : await examine(options, options.api, signal)
  const remarks = rows.flatMap((row) => row.remarks)
  const wrong = remarks.filter(({ isError }) => isError)
  const errors = wrong.length
  const result = { api: options.api, errors, remarks: remarks.length - errors, rows }
  if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  else {
    printRows(rows, process.stdout)
    process.stdout.write(`\n${outcome(wrong, remarks.length - errors, options.api)}\n`)
  }
  return errors === 0 ? 0 : 1
}

async function examine(options: DoctorOptions, address: string, signal: AbortSignal): Promise<Row[]> {
  const { settings, siteRoot } = await loadSettings(options.config)
  checkOwnFields(siteRoot)
  await checkFiles({ toolRoot, siteRoot }, settings)
  const hosts = chooseHosts(options.hosts ?? 'all')
  const [own, { assets }] = await Promise.all([
    readOwnFiles(siteRoot, settings),
    openBundle({ toolRoot, siteRoot, engine: 'react' }),
  ])
  const api = parseBase(address, 'The address of the content service')
  const { ask, close } = openRaw({ concurrency: options.concurrency, timeoutMs, signal })
  try {
    return await examineService({
      api,
      commerce: options.commerceApi === undefined ? api : parseBase(options.commerceApi, 'The commerce address'),
      token: parseToken(process.env.SITE_API_TOKEN),
      ...{ settings, siteRoot, hosts },
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

function outcome(wrong: Remark[], remarks: number, api: string | undefined): string {
  const counted = [
    ...(wrong.length > 0 ? [count(wrong.length, 'error')] : []),
    ...(remarks > 0 ? [count(remarks, 'remark')] : []),
  ].join(' and ')
  const what = counted === '' ? 'No errors or remarks.' : `${counted}.`
  const further = api === undefined ? ' To check a content service, pass --api.' : ''
  return `${what} ${predictBuild(wrong)}${further}`
}

function predictBuild(wrong: Remark[]): string {
  if (wrong.length === 0) return 'Nothing here would make a build fail.'
  const mayPass = wrong.every((remark) => remark.mayPass)
  return mayPass ? 'A build would fail if the service keeps failing like this.' : 'A build would fail.'
}
