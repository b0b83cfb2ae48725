import { publishBrand } from '#publish/brand.ts'
import { bundle } from '#publish/bundle.ts'
import { recordIntegrity } from '#publish/integrity.ts'
import { islandNames } from '#publish/island-names.ts'
import { publishServiceWorker } from '#publish/service-worker.ts'
import type { Route } from '#renderer/plan/route.ts'
import { manifestsOf, serviceWorkerOf } from '#renderer/plan/routing-of.ts'
import type { AssetNames } from '#renderer/reads/asset-placeholders.ts'
import type { Steps } from '#renderer/sources/run-steps.ts'
import type { BuildJob } from './build-job.ts'
import type { Run } from './report.ts'

export type BundleSite = { job: BuildJob; run: Run; steps: Steps; routes: Route[] }

/** Makes the files that pages share: styles, fonts, scripts, icons, manifests and the service worker; gives their addresses by name. */
export async function bundleSite({ job, run, steps, routes }: BundleSite): Promise<AssetNames> {
  const { root, settings, family, engine } = job
  const islands = islandNames(root)
  const bundled = await steps.run({ name: 'bundle', inputs: { engine, islands } }, async (writer) => {
    const { writer: digesting, integrity } = recordIntegrity(writer)
    const { assets, bytes, sources } = await bundle({ root, writer: digesting, engine })
    return { result: { assets: [...assets], bytes, integrity: [...integrity] }, sources }
  })
  Object.assign(run.report.bytes, bundled.bytes)
  const { brand } = settings
  const manifests = manifestsOf(routes, family)
  const icons = await steps.run({ name: 'brand', inputs: { brand, manifests } }, async (writer) => ({
    result: [...(await publishBrand({ root, brand, writer, manifests }))],
    sources: [brand.icon],
  }))
  const worker = serviceWorkerOf(routes, new Map(bundled.assets), settings)
  await steps.run({ name: 'service-worker', inputs: worker }, async (writer) => ({
    result: null,
    sources: await publishServiceWorker({ root, writer, ...worker }),
  }))
  return { assets: new Map([...bundled.assets, ...icons]), integrity: new Map(bundled.integrity) }
}
