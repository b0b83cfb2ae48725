import { type ClientOptions, type ContentClient, openClient } from '#content/client/client.ts'
import type { Settings } from '#renderer/settings.ts'
import type { Progress } from './build-job.ts'

type ServiceJob = Omit<ClientOptions, 'limits'> & { settings: Settings; progress?: Progress }

/** Opens a client for the service that a job reads, with the retries and time limits of its settings. */
export function openService({ settings: { limits, crawl }, progress, ...job }: ServiceJob): ContentClient {
  return openClient({
    limits,
    retries: crawl.retries,
    patienceMs: crawl.patience * 1000,
    timeoutMs: crawl.timeout * 1000,
    onOutage: progress?.onNote,
    ...job,
  })
}
