import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { buildSite } from '#renderer/build-site.ts'
import { type FixtureOptions, type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import { changedPages, differences, type ExportFiles, readExport } from './compare-exports.ts'
import { wholeSettings } from './whole-settings.ts'
import { wholeContent, wholeFiles } from './whole-site.ts'

export type Step = {
  report: Report
  /** Pages whose bytes differ from those after the previous step. */
  changed: string[]
  files: ExportFiles
}

/** Builds one after the other into one export, from a service whose content changes in between. */
export type Chain = {
  /** The content of the service. It may be changed at any time. */
  options: FixtureOptions
  service: FixtureService
  folder: string
  out: string
  cache: string
  job: BuildJob
  build: (wanted?: Partial<BuildJob>) => Promise<Step>
  /** An export of the same content, built from scratch in another folder. */
  buildCleanly: (wanted?: Partial<BuildJob>) => Promise<ExportFiles>
  /** The differences between the export and one that is built from scratch. */
  compare: (wanted?: Partial<BuildJob>) => Promise<string[]>
  close: () => Promise<void>
}

export type ChainOptions = {
  /** Folder of the project that builds. */
  root?: string
  /** Runs a build. By default in this process. */
  run?: (job: BuildJob) => Promise<Report>
  /** Whether clean builds take the encoded pictures of the clean builds before them, for tests of anything else. */
  sharesPictures?: boolean
}

export async function openChain({
  root = resolve('.'),
  run = buildSite,
  sharesPictures = false,
}: ChainOptions = {}): Promise<Chain> {
  const folder = await mkdtemp(join(tmpdir(), 'site-chain-'))
  const locales = wholeContent()
  const files = await wholeFiles([locales, '/media/other.png'])
  const options: FixtureOptions = { locales, files, withTags: true, postsPerPage: 3 }
  const service = await startFixtureService(options)
  const [family] = wholeSettings.families
  if (!family) throw new Error('Settings have a family.')
  const out = join(folder, 'out')
  const cache = join(folder, 'cache')
  const job: BuildJob = {
    ...{ settings: wholeSettings, family, locales: family.locales, toolRoot: root, siteRoot: root, api: service.api },
    ...{ out, cache, engine: 'react', concurrency: 16, ledger: false },
  }
  let last: ExportFiles = new Map()
  const buildCleanly = async (wanted: Partial<BuildJob> = {}): Promise<ExportFiles> => {
    const clean = join(folder, 'clean')
    await run({ ...job, ...wanted, out: join(clean, 'out'), cache: join(clean, 'cache') })
    const made = await readExport(join(clean, 'out'))
    await rm(join(clean, 'out'), { recursive: true })
    for (const name of await readdir(join(clean, 'cache')))
      if (!(sharesPictures && name === 'pictures')) await rm(join(clean, 'cache', name), { recursive: true })
    return made
  }
  return {
    ...{ options, service, folder, out, cache, job, buildCleanly },
    async build(wanted = {}) {
      const report = await run({ ...job, ...wanted })
      const before = last
      last = await readExport(out)
      return { report, changed: changedPages(before, last), files: last }
    },
    compare: async (wanted = {}) => differences(await readExport(out), await buildCleanly(wanted)),
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
