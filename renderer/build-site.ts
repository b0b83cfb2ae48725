import { join } from 'node:path'
import { openClient } from '#content/client.ts'
import { crawl } from '#content/crawl.ts'
import { readListings } from '#content/read-listings.ts'
import { createTranslator, readTexts } from '#locales/translator.ts'
import { publishBrand } from '#publish/brand.ts'
import { bundle } from '#publish/bundle.ts'
import { compressFiles } from '#publish/compress.ts'
import { emitHosts } from '#publish/hosts/emit-hosts.ts'
import { chooseHosts } from '#publish/hosts/host-names.ts'
import { publishHosts } from '#publish/hosts/publish-hosts.ts'
import { recordIntegrity } from '#publish/integrity.ts'
import { type KeptAssets, keepAssets } from '#publish/keep-assets.ts'
import { watchPages } from '#publish/last-modified.ts'
import { publishRouting } from '#publish/routing.ts'
import { publishServiceWorker } from '#publish/service-worker.ts'
import { openDirectoryWriter } from '#publish/writer.ts'
import { answeredRoutes } from './answered-routes.ts'
import type { BuildJob } from './build-job.ts'
import { collectPictures } from './collect-pictures.ts'
import { loadEngine } from './engine.ts'
import { finishSitePictures, openSitePictures } from './open-site-pictures.ts'
import { planRoutes } from './plan-routes.ts'
import { publishListings } from './publish-listings.ts'
import { renderRoutes } from './render-routes.ts'
import { type Report, type Run, startRun } from './report.ts'
import { resolveMoved } from './resolve-moved.ts'
import { manifestsOf, reportMissingTexts, routingOf, serviceWorkerOf } from './routing-of.ts'
import { indexSite } from './site.ts'

/**
 * Builds the site: crawl, plan, bundle, pictures, render, publish. The export appears only when it is whole; otherwise the
 * one published before stays as it was. Everything that went wrong is in the report.
 */
export async function buildSite(job: BuildJob): Promise<Report> {
  const run = startRun(job)
  const kept = keepAssets(await openDirectoryWriter(job.out), job.out, job.settings.keepAssets)
  const client = openClient({ ...job, limits: job.settings.limits })
  try {
    await makeExport(job, run, kept, client)
  } catch (error) {
    job.signal?.throwIfAborted()
    run.fail(error)
  } finally {
    if (!run.report.isPublished) await kept.writer.discard()
    await client.close()
  }
  return run.finish(client.counts)
}

async function makeExport(
  job: BuildJob,
  run: Run,
  kept: KeptAssets,
  client: ReturnType<typeof openClient>,
): Promise<void> {
  const { settings, family, locales, root, signal } = job
  const { findings, report } = run
  const writer = job.compress && job.cache ? compressFiles(kept.writer, join(job.cache, 'compressed')) : kept.writer
  const engine = await loadEngine(job.engine)
  const linkedLocales = settings.families.filter(({ id }) => id !== family.id).flatMap((other) => other.locales)

  const [contents, listings] = await run.stage('crawl', () =>
    Promise.all([
      crawl({ client, locales, linkedLocales, findings, strict: job.strict, onProgress: run.count }),
      readListings({ client, locales: [...locales, ...linkedLocales], findings }),
    ]),
  )

  const routes = await run.stage('plan', () => planRoutes({ contents, settings, findings }))
  if (run.hasConflicts()) return
  const moved = await resolveMoved(job, routes, findings)
  const answered = answeredRoutes(routes, contents, locales)
  const own = answered.filter(({ origin }) => origin === family.origin)
  report.pages.total = routes.filter(({ origin }) => origin === family.origin).length
  report.pages.failed = report.pages.total - own.length

  const { writer: digesting, integrity } = recordIntegrity(writer)
  const bundled = await run.stage('bundle', () => bundle({ root, writer: digesting, engine: engine.name }))
  const icons = await publishBrand({ root, brand: settings.brand, writer, manifests: manifestsOf(own, family) })
  await publishServiceWorker({ root, writer, ...serviceWorkerOf(own, bundled.assets, settings) })
  Object.assign(report.bytes, bundled.bytes)

  await using pictures = await run.stage('pictures', () =>
    openSitePictures({ job, run, client, writer, uses: collectPictures(own, contents) }),
  )

  const texts = readTexts(settings.families.flatMap((one) => one.locales))
  const translateTo = createTranslator({ texts, defaultLocale: family.defaultLocale, onMissing: run.missingText })
  const site = indexSite({
    settings,
    family,
    contents,
    listings,
    routes: answered,
    findings,
    translateTo,
    pictures,
    assets: new Map([...bundled.assets, ...icons]),
    integrity,
    redirectKeys: moved.redirectKeys,
  })
  reportMissingTexts(texts, locales, run)

  const watch = await watchPages(writer, job.out)
  await run.stage('render', () => renderRoutes({ site, routes: own, engine, writer: watch.writer, run, signal }))
  await publishListings(site, own, watch)

  const routing = routingOf(own, moved, settings, family)
  const hostFiles = emitHosts({ routing, hosts: job.hosts ?? chooseHosts('all'), findings })

  if (run.hasErrors() && !job.keepGoing) return
  await run.stage('encode', () => finishSitePictures(pictures, run))
  await run.stage('publish', async () => {
    await kept.keep()
    const { removed } = await writer.commit()
    await Promise.all([kept.remember(), watch.remember(), moved.remember()])
    await publishRouting(job.out, routing)
    await publishHosts(job.out, hostFiles)
    report.pages.removed = removed.filter((path) => path.endsWith('.html')).length
    report.isPublished = true
  })
}
