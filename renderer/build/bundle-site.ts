import { relative, resolve } from 'node:path'
import { iconAddresses, publishBrand } from '#publish/brand.ts'
import { islandNames } from '#publish/bundle/island-names.ts'
import { publishServiceWorker } from '#publish/bundle/service-worker.ts'
import { stylesOf } from '#publish/bundle/site-styles.ts'
import type { Route } from '#renderer/plan/route.ts'
import { manifestsOf, serviceWorkerOf } from '#renderer/plan/routing-of.ts'
import type { AssetNames } from '#renderer/reader/asset-placeholders.ts'
import { ownBlocksOf } from '#renderer/sources/own-blocks.js'
import type { Steps } from '#renderer/sources/run-steps.ts'
import type { BuildJob } from './build-job.ts'
import { bundleSources, reportStyleProblems } from './open-bundle.ts'
import type { Run } from './report.ts'

/** The result of the step that bundles styles and scripts. Results of steps are JSON. */
export type BundledShared = {
  assets: [name: string, address: string][]
  bytes: { css: number; js: number }
  integrity: [address: string, digest: string][]
  styleProblems: string[]
}

/** Makes styles, fonts and scripts. */
export async function bundleShared(job: BuildJob, steps: Steps): Promise<BundledShared> {
  // Scripts of hidden pages contain the own blocks. The sources of the last bundle do not include a new block, so the
  // types of blocks are an input too.
  const own = ownBlocksOf(job.siteRoot).map(({ type }) => type)
  const inputs = { islands: islandNames(job.toolRoot), styles: stylesOf(job), own }
  return steps.run({ name: 'styles and scripts', inputs }, async (writer) => {
    const { assets, bytes, sources, styleProblems, integrity } = await bundleSources(job, writer)
    return { result: { assets: [...assets], bytes, integrity: [...integrity], styleProblems }, sources }
  })
}

export type BundleSiteOptions = {
  job: BuildJob
  run: Run
  steps: Steps
  bundling: Promise<BundledShared>
  routes: Route[]
}

/** Makes the other files that pages share: icons, manifests, the service worker. Returns all addresses by name. */
export async function bundleSite({ job, run, steps, bundling, routes }: BundleSiteOptions): Promise<AssetNames> {
  const { toolRoot, siteRoot, settings, family } = job
  const bundled = await bundling
  Object.assign(run.report.bytes, bundled.bytes)
  reportStyleProblems(bundled.styleProblems, run.findings)
  const { brand } = settings
  const manifests = manifestsOf(routes, family)
  await steps.run({ name: 'brand', inputs: { brand, manifests } }, async (writer) => {
    await publishBrand({ siteRoot, brand, writer, manifests })
    return { result: null, sources: [relative(toolRoot, resolve(siteRoot, brand.icon))] }
  })
  const worker = serviceWorkerOf(routes, new Map(bundled.assets), settings)
  await steps.run({ name: 'service-worker', inputs: worker }, async (writer) => ({
    result: null,
    sources: await publishServiceWorker({ toolRoot, writer, ...worker }),
  }))
  return { assets: new Map([...bundled.assets, ...iconAddresses]), integrity: new Map(bundled.integrity) }
}
