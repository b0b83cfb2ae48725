import type { ContentClient } from '#content/client/client.ts'
import { causeOfEnd, TimeLimitError } from '#content/finding.ts'
import type { Writer } from '#publish/writer.ts'
import type { BuildJob } from './build-job.ts'
import type { BuildMemory } from './remember-build.ts'
import type { Report, Run } from './report.ts'

/** A run, and what was opened for it. Without `share`, nothing is put into the cache that machines share. */
export type OpenedRun = {
  job: Pick<BuildJob, 'dryRun' | 'remote' | 'signal'>
  run: Run
  writer: Pick<Writer, 'discard' | 'notice'>
  memory: Pick<BuildMemory, 'answers' | 'pages'> & Partial<Pick<BuildMemory, 'share'>>
  client: Pick<ContentClient, 'counts' | 'close'>
}

/**
 * Does the work of a run, and ends the run, whatever happens: reports the error that stopped it, keeps the answers of
 * the service, closes the client, and removes staged files that were not published.
 */
export async function runToEnd<T extends OpenedRun>(opened: T, work: (opened: T) => Promise<void>): Promise<Report> {
  const { run, writer, memory, client } = opened
  const { signal, dryRun, remote } = opened.job
  try {
    await work(opened)
  } catch (error) {
    run.fail(causeOfEnd(error, signal))
  } finally {
    // The work commits the answers when it is done. If it failed or was interrupted, the next run need not read again
    // what this one has read. Even for many answers, this takes a fraction of a second. It comes first, because an
    // interrupted process may end before all staged files are removed.
    const isInterrupted = signal?.aborted === true && !(signal.reason instanceof TimeLimitError)
    if (!dryRun) memory.answers.commit({ isWhole: false, isInterrupted })
    await client.close() // requests under way would keep the process from ending if anything below fails
    if (!run.report.isPublished) await writer.discard()
    run.warnOfLoss('answers-lost', memory.answers.notice)
    run.warnOfLoss('memory-lost', memory.pages.notice)
    run.warnOfLoss('memory-lost', writer.notice)
    if (run.report.isPublished) await memory.share?.(client.counts)
    run.warnOfLoss('remote-cache', await remote?.settle())
  }
  return run.finish(client.counts)
}
