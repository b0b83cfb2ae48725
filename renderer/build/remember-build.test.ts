import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { testSettings } from '#tests/fixtures/site.ts'
import type { BuildJob } from './build-job.ts'
import { openBuildMemory } from './remember-build.ts'

it('a dry run uses the data of the last build only with the same tools', async () => {
  const siteRoot = mkdtempSync(join(tmpdir(), 'site-memory-'))
  onTestFinished(() => rmSync(siteRoot, { recursive: true }))
  const settings = testSettings()
  const [family] = settings.families
  if (!family) throw new Error('Settings have a family.')
  const job: BuildJob = {
    ...{ settings, family, locales: ['pl'], api: 'http://a.test/api', engine: 'react', concurrency: 1 },
    ...{ siteRoot, toolRoot: resolve('.'), out: join(siteRoot, 'out'), cache: join(siteRoot, 'cache') },
  }
  using built = await openBuildMemory(job)
  built.pages.save(built.pages.previous)
  const buildOf = async (engine: BuildJob['engine']): Promise<number> => {
    using memory = await openBuildMemory({ ...job, engine, dryRun: true })
    return memory.pages.build
  }
  expect([await buildOf('react'), await buildOf('preact')]).toEqual([2, 1])
})
