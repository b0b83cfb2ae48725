import { openClient } from '#content/client.ts'
import { openDirectoryWriter } from '#publish/writer.ts'
import type { BuildJob } from './build-job.ts'
import { loadEngine } from './engine.ts'
import { openSite } from './open-site.ts'
import { judgePages } from './reads/judge-pages.ts'
import { openBuildMemory } from './remember-build.ts'
import { type Report, startRun } from './report.ts'
import { type Verified, verifyPages } from './verify-pages.ts'

export type VerifyJob = BuildJob & { sample?: number }

/** Renders pages of an export cleanly, compares, and finds what they read besides their reader. Changes nothing. */
export async function verifySite(job: VerifyJob): Promise<{ report: Report; verified: Verified }> {
  const run = startRun(job)
  const writer = await openDirectoryWriter(job.out, { dryRun: true })
  using memory = openBuildMemory(job)
  const client = openClient({ ...job, limits: job.settings.limits, answers: memory.answers })
  let verified: Verified = { checked: 0, behind: 0 }
  try {
    const engine = await loadEngine(job.engine)
    const opened = await openSite({ job: { ...job, dryRun: true }, run, client, writer, memory })
    if (opened) {
      const { site, routes } = opened
      await using _pictures = opened.pictures
      const judgement = judgePages({ site, memory: memory.pages, routes, writer, job })
      verified = await run.stage('verify', () =>
        verifyPages({ ...job, site, routes, engine, judgement, writer, findings: run.findings, onCount: run.count }),
      )
    }
  } catch (error) {
    job.signal?.throwIfAborted()
    run.fail(error)
  } finally {
    await writer.discard()
    await client.close()
  }
  return { report: run.finish(client.counts), verified }
}
