import { resolve } from 'node:path'
import { openClient } from '#content/client.ts'
import { crawl } from '#content/crawl.ts'
import { createTranslator, readTexts } from '#locales/translator.ts'
import { publishBrand } from '#publish/brand.ts'
import { bundle } from '#publish/bundle.ts'
import { publishPictures } from '#publish/pictures.ts'
import { compileRedirects, readRedirects } from '#publish/redirects.ts'
import { publishRouting } from '#publish/routing.ts'
import { openDirectoryWriter, type Writer } from '#publish/writer.ts'
import { collectPictures } from './collect-pictures.ts'
import { type EngineName, loadEngine } from './engine.ts'
import { planRoutes, type Route } from './plan-routes.ts'
import { renderRoutes } from './render-routes.ts'
import { type Progress, type Report, type Run, startRun } from './report.ts'
import { manifestsOf, redirectRules, reportMissingTexts, routingOf } from './routing-of.ts'
import type { Family, Settings } from './settings.ts'
import { indexSite } from './site.ts'

/** One build: what to read, what to make of it, and where to put it. */
export type BuildJob = {
  settings: Settings
  family: Family
  locales: string[]
  /** Folder of the project: texts, styles, brand and `redirects.json`. */
  root: string
  out: string
  api: string
  commerceApi?: string
  token?: string
  engine: EngineName
  concurrency: number
  strict?: boolean
  /** Publish although pages failed. */
  keepGoing?: boolean
  progress?: Progress
  signal?: AbortSignal
}

/**
 * Builds the site: crawl, plan, bundle, pictures, render, publish. The export appears only when it is whole; otherwise the
 * one published before stays as it was. Everything that went wrong is in the report.
 */
export async function buildSite(job: BuildJob): Promise<Report> {
  const run = startRun(job)
  const writer = await openDirectoryWriter(job.out)
  const client = openClient({ ...job, limits: job.settings.limits })
  try {
    await makeExport(job, run, writer, client)
  } catch (error) {
    job.signal?.throwIfAborted()
    run.fail(error)
  } finally {
    if (!run.report.isPublished) await writer.discard()
    await client.close()
  }
  return run.finish(client.counts)
}

async function makeExport(
  job: BuildJob,
  run: Run,
  writer: Writer,
  client: ReturnType<typeof openClient>,
): Promise<void> {
  const { settings, family, locales, root, signal } = job
  const { findings, report } = run
  const engine = await loadEngine(job.engine)
  const linkedLocales = settings.families.filter(({ id }) => id !== family.id).flatMap((other) => other.locales)

  const contents = await run.stage('crawl', () =>
    crawl({ client, locales, linkedLocales, findings, strict: job.strict, onProgress: run.count }),
  )

  const routes = await run.stage('plan', () => planRoutes({ contents, settings, findings }))
  if (run.hasConflicts()) return
  const answered = routes.filter((route) => hasContent(route, contents, locales))
  const own = answered.filter(({ origin }) => origin === family.origin)
  report.pages.total = routes.filter(({ origin }) => origin === family.origin).length
  report.pages.failed = report.pages.total - own.length

  const bundled = await run.stage('bundle', () => bundle({ root, writer }))
  const icons = await publishBrand({ root, brand: settings.brand, writer, manifests: manifestsOf(own, family) })
  Object.assign(report.bytes, bundled.bytes)

  const pictures = await run.stage('pictures', () =>
    publishPictures({
      uses: collectPictures(own, contents),
      fetchFile: (url) =>
        client.fetchFile(url, { maxBytes: settings.limits.pictureBytes, origins: settings.pictureOrigins }),
      writer,
      maxPixels: settings.limits.picturePixels,
      findings,
      strict: job.strict,
      onProgress: run.count,
    }),
  )
  report.images.sources = pictures.size
  report.bytes.images = [...pictures.values()].reduce((sum, picture) => sum + picture.bytes, 0)

  const texts = readTexts(settings.families.flatMap((one) => one.locales))
  const redirects = await readRedirects(resolve(root, 'redirects.json'))
  const translateTo = createTranslator({ texts, defaultLocale: family.defaultLocale, onMissing: run.missingText })
  const rules = redirectRules(answered, family, locales)
  const site = indexSite({
    settings,
    family,
    contents,
    routes: answered,
    findings,
    translateTo,
    pictures,
    assets: new Map([...bundled.assets, ...icons]),
    redirectKeys: new Set(redirects.map(({ from }) => rules.keyOf(from))),
  })
  reportMissingTexts(texts, locales, run)
  const compiled = compileRedirects({ redirects, ...rules, findings })

  await run.stage('render', () => renderRoutes({ site, routes: own, engine, writer, run, signal }))

  if (run.hasErrors() && !job.keepGoing) return
  await run.stage('publish', async () => {
    const { removed } = await writer.commit()
    await publishRouting(job.out, routingOf(own, compiled, settings))
    report.pages.removed = removed.filter((path) => path.endsWith('.html')).length
    report.isPublished = true
  })
}

/** False for a route whose document could not be read; it is reported already. Other families are linked unread. */
function hasContent(
  { locale, source }: Route,
  contents: Awaited<ReturnType<typeof crawl>>,
  locales: string[],
): boolean {
  if (source.kind !== 'document' || !locales.includes(locale)) return true
  return contents.get(locale)?.documents[source.collection].has(source.key) ?? false
}
