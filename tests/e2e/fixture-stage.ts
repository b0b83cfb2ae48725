import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import type { AppServer } from '#publish/serve/serve-app.ts'
import { startStaticServer } from '#publish/serve/static-server.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Settings } from '#renderer/settings.ts'
import type { FixtureOptions } from '#tests/fixtures/content-service.ts'
import { setFixtureBuilds } from '#tests/fixtures/fixture-builds.ts'
import { launchBrowser } from './browser.ts'

/** Filled in before the first test. */
export type FixtureStage = { browser: Browser; origin: string }

/** Builds a site of fixtures for the tests of a file, closes its content service, serves it and starts a browser. */
export function setFixtureStage(
  contentOf: () => Promise<FixtureOptions>,
  wanted: Partial<BuildJob> & { settings?: Settings } = {},
): FixtureStage {
  const builds = setFixtureBuilds()
  let host: AppServer
  const stage = {} as FixtureStage // filled in before the first test
  beforeAll(async () => {
    const { report, out } = await builds.build(await contentOf(), { cache: join(builds.folder, 'cache'), ...wanted })
    await builds.closeServices()
    if (!report.isPublished) throw new Error(report.errors[0]?.message)
    host = await startStaticServer({ directory: out, api: 'http://127.0.0.1:9', port: 0 })
    stage.origin = host.origin
    stage.browser = await launchBrowser()
  })
  afterAll(async () => {
    await stage.browser?.close()
    await host?.close()
  })
  return stage
}
