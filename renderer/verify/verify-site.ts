import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { causeOfEnd } from '#content/finding.ts'
import { atOnce } from '#publish/at-once.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import type { BuildJob } from '#renderer/build/build-job.ts'
import { openService } from '#renderer/build/open-service.ts'
import { openSite } from '#renderer/build/open-site.ts'
import { openBuildMemory } from '#renderer/build/remember-build.ts'
import { type Report, startRun } from '#renderer/build/report.ts'
import { fromService } from '#renderer/build/site-source.ts'
import { loadEngine } from '#renderer/reader/engine.ts'
import { judgePages } from '#renderer/reads/judge-pages.ts'
import { type Verified, verifyPages } from './verify-pages.ts'

export type { Verified }

/** `locales` are those of the export; pages of `onlyLocales` are looked at, as many as `sample` says. Without these two all are. */
export type VerifyJob = BuildJob & { sample?: number | undefined; onlyLocales?: string[] }

/**
 * Renders pages of an export again, compares them with their files, and finds what they read other than through their reader. Writes
 * nothing.
 */
export async function verifySite(given: VerifyJob): Promise<{ report: Report; verified: Verified }> {
  const job = { ...given, dryRun: true }
  const { locales, onlyLocales = locales, out } = job
  const run = startRun(job)
  const writer = await openDirectoryWriter(out, { dryRun: true })
  using memory = await openBuildMemory(job)
  const client = openService({ ...job, answers: memory.answers })
  let verified: Verified = { checked: 0, behind: 0 }
  try {
    run.tellLost('memory-lost', memory.pages.notice)
    const engine = await loadEngine(job.engine)
    const opened = await openSite({ job, run, client, writer, memory, source: fromService, isClean: true })
    if (opened) {
      const { site } = opened
      await using _pictures = opened.pictures
      const routes = opened.routes.filter(({ locale }) => onlyLocales.includes(locale))
      const judgement = judgePages({ site, store: memory.pages, bodyOf: memory.bodyOf, routes, writer, job })
      const readPublished = (file: string) => readFile(join(out, 'site', file), { flag: atOnce }).catch(() => undefined)
      const known = { site, routes, engine, judgement, store: memory.pages, readPublished }
      verified = await run.stage('verify', () =>
        verifyPages({ ...job, ...known, findings: run.findings, onCount: run.count }),
      )
    }
  } catch (error) {
    run.fail(causeOfEnd(error, job.signal))
  } finally {
    await writer.discard()
    await client.close()
  }
  return { report: run.finish(client.counts), verified }
}
