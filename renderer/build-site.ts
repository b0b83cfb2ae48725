import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { compressFiles } from '#publish/export/compress.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import type { Changes } from '#publish/export/export-changes.ts'
import { lockExport } from '#publish/export/export-lock.ts'
import { keepAssets } from '#publish/export/keep-assets.ts'
import { noteExport } from '#publish/export/kept-files.ts'
import { emitHosts } from '#publish/hosts/emit-hosts.ts'
import { checkExportSize } from '#publish/hosts/export-size.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { routingFile } from '#publish/routing.ts'
import type { Writer } from '#publish/writer.ts'
import type { BuildJob } from './build/build-job.ts'
import { openService } from './build/open-service.ts'
import { type OpenSiteOptions, openSite } from './build/open-site.ts'
import { finishSitePictures } from './build/open-site-pictures.ts'
import { renderPages } from './build/pages/render-pages.ts'
import { publishListings } from './build/publish-listings.ts'
import { type BuildMemory, openBuildMemory } from './build/remember-build.ts'
import { filesAboutBuild, type Report, startRun } from './build/report.ts'
import { runToEnd } from './build/run-to-end.ts'
import { fromService } from './build/site-source.ts'
import { routingOf } from './plan/routing-of.ts'
import { choosePages } from './reads/choose-pages.ts'
import { judgePages } from './reads/judge-pages.ts'

/**
 * Builds the site: crawl, plan, bundle, pictures, render, publish. Only files that differ from the last build are made.
 * The export changes when everything is done, or not at all. The report lists everything that went wrong. Throws when
 * the build cannot start, when the job asks for something that does not exist, or when the build is interrupted.
 */
export async function buildSite(job: BuildJob, source = fromService): Promise<Report> {
  // Otherwise V8 soon allocates parsed documents among long-lived objects, and collects them late (docs/performance.md).
  setFlagsFromString('--no-allocation-site-pretenuring')
  const run = startRun(job)
  await using _lock = job.dryRun ? undefined : await lockExport(job.out, job.command ?? 'site build')
  const swap = job.only ? undefined : job.swap === true
  const writer = await openDirectoryWriter(job.out, { dryRun: job.dryRun, swap })
  using memory = await openBuildMemory(job)
  const client = openService({ ...job, answers: memory.answers })
  return await runToEnd({ job, run, writer, memory, client, source }, makeExport)
}

type Making = Pick<OpenSiteOptions, 'job' | 'run' | 'client' | 'source'> & {
  /** The writer of the export, without compression. */
  writer: Writer
  memory: BuildMemory
}

async function makeExport({ job, run, writer: directory, client, memory, source }: Making): Promise<void> {
  const { settings, family, out, signal } = job
  const compressionCache = job.compress && job.cache ? join(job.cache, 'compressed') : undefined
  const warnOfUnstored = (message: string | undefined): void => run.warnOfLoss('memory-lost', message)
  const writer = compressionCache ? compressFiles(directory, compressionCache, warnOfUnstored) : directory

  // Read the content, plan every address, bundle styles and scripts, open the pictures.
  const opened = await openSite({ job, run, client, writer, memory, source })
  if (!opened) return
  const { data, site, documents, routes, plan, moved, steps } = opened
  await using pictures = opened.pictures

  // Find out which pages must be rendered, and why. The others are reused.
  const common = { site, store: memory.pages, routes, writer }
  const judgement = await run.stage('compare', () => {
    const changed = judgePages({ ...common, bodyOf: memory.answers.body, job })
    return job.only ? choosePages({ ...common, planned: plan.planned, judgement: changed, only: job.only }) : changed
  })
  const making = { data, engine: job.engine, threads: job.threads, documentOf: documents.documentOf, signal }
  const rendered = await run.stage('render', () =>
    renderPages({ ...common, ...making, pictures, run, judgement, source }),
  )
  if (!job.only || job.only.withDependents)
    await publishListings({
      ...{ site, routes, writer, steps, findings: run.findings },
      askedBy: (file) => rendered.pages.get(file)?.asked,
      questionOf: (id) => rendered.questions.get(id)?.question,
    })

  const routing = routingOf(routes, moved, settings, family)
  const hosts = job.hosts ?? chooseHosts('all')
  const hostFiles = emitHosts({ routing, hosts, findings: run.findings })
  if (run.hasErrors() && !job.keepGoing) return
  const filesOfHosts = [...hostFiles].map(([path, text]) => [`hosts/${path}`, text] as const)
  if (!job.dryRun) writer.requireDiskSpace?.(new Map([routingFile(routing), ...filesOfHosts]))

  await run.stage('encode', () => finishSitePictures(pictures, run))
  await run.stage('publish', async () => {
    const assets = await keepAssets(directory, out, settings.keepAssets)
    if (job.only) writer.keepOthers()
    if (!checkExportSize(writer.planned(), hosts, run.findings) && !job.keepGoing) return
    // Text files beside the export. The report is one of them, so it has to list the changes before they are made.
    const sidecarsOf = (changes: Changes) => {
      run.published(changes)
      const about = filesAboutBuild(changes, run.finish(client.counts), job)
      return new Map([assets, routingFile(routing), ...filesOfHosts, ...about])
    }
    // Every file that must exist afterwards is written before the first one is moved, because the disk may be full.
    if (compressionCache && !job.dryRun) warnOfUnstored(noteExport(compressionCache, out))
    if (!job.dryRun) memory.saveSnapshot()
    await using ledger = job.dryRun ? undefined : await opened.stageLedger()
    run.published(await writer.commit(sidecarsOf))
    if (job.dryRun) return
    await ledger?.publish()
    memory.save({ opened, rendered, run })
  })
}
