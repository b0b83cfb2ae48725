import type { ContentClient } from '#content/client.ts'
import { crawl } from '#content/crawl.ts'
import { readListings } from '#content/read-listings.ts'
import type { Pictures } from '#publish/pictures/open-pictures.ts'
import type { Writer } from '#publish/writer.ts'
import { answeredRoutes } from './answered-routes.ts'
import type { BuildJob } from './build-job.ts'
import { bundleSite } from './bundle-site.ts'
import { collectPictures } from './collect-pictures.ts'
import { pageNamer } from './name-pages.ts'
import { openSitePictures } from './open-site-pictures.ts'
import { planRoutes, type Route } from './plan-routes.ts'
import { readCode } from './reads/read-code.ts'
import { runSteps, type Steps } from './reads/run-steps.ts'
import type { BuildMemory } from './remember-build.ts'
import type { Run } from './report.ts'
import { type Moved, resolveMoved } from './resolve-moved.ts'
import { indexSite, type Site } from './site.ts'
import { readSiteTexts } from './site-texts.ts'

export type OpenSite = { job: BuildJob; run: Run; client: ContentClient; writer: Writer; memory: BuildMemory }

/** Everything that pages are rendered from. */
export type OpenedSite = {
  site: Site
  /** Routes of the family that is built and that have content. */
  routes: Route[]
  /** Addresses that are no pages any more. */
  moved: Moved
  pictures: Pictures
  steps: Steps
  /** Modules that answers come from. */
  answering: string[]
}

/** Reads and plans the site up to where pages can be rendered; nothing when addresses conflict, which is reported then. */
export async function openSite({ job, run, client, writer, memory }: OpenSite): Promise<OpenedSite | undefined> {
  const { settings, family, locales, root, strict } = job
  const { findings, report } = run
  const linkedLocales = settings.families.filter(({ id }) => id !== family.id).flatMap((other) => other.locales)
  const { trustUpdatedAt } = settings.crawl
  const [contents, listings, code] = await run.stage('crawl', () =>
    Promise.all([
      crawl({ client, locales, linkedLocales, findings, strict, trustUpdatedAt, onProgress: run.count }),
      readListings({ client, locales, linkedLocales, findings }),
      readCode(root),
    ]),
  )

  const planned = await run.stage('plan', () => planRoutes({ contents, settings, findings, built: family }))
  findings.amend(pageNamer(planned))
  if (run.hasConflicts()) return undefined
  const moved = await resolveMoved(job, planned, findings)
  const answered = answeredRoutes(planned, contents, locales)
  const routes = answered.filter(({ origin }) => origin === family.origin)
  report.pages.total = planned.filter(({ origin }) => origin === family.origin).length
  report.pages.failed = report.pages.total - routes.length

  const steps = runSteps({ memory: memory.pages, writer, root })
  const { assets, integrity } = await run.stage('bundle', () => bundleSite({ job, run, steps, routes }))
  const pictures = await run.stage('pictures', () =>
    openSitePictures({ job, run, client, writer, uses: collectPictures(routes, contents) }),
  )

  const site = indexSite({
    ...{ settings, family, contents, listings, routes: answered, findings, code },
    ...{ ...readSiteTexts(job, run), pictures, assets, integrity, redirectKeys: moved.redirectKeys },
  })
  return { site, routes, moved, pictures, steps, answering: code.answering }
}
