import { deserialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { Finding } from '#content/finding.ts'
import { type FileToStage, type StagedFile, stageFiles } from '#publish/export/commit/stage-files.ts'
import { describeFile } from '#publish/export/export-changes.ts'
import { logToStderr } from '#renderer/log-to-stderr.ts'
import { type HostedPage, type HostSite, openPageHost, type PageTask } from './page-host.ts'

/** What a thread is started with: the site as `node:v8` prints it, and the folder where pages are staged. */
export type ThreadStart = { site: Uint8Array; folder: string | undefined }

/** `standing` is the file that stands in the export at the place of the page. */
export type ThreadTask = PageTask & Pick<FileToStage, 'standing'>

/** A page that was made in a thread and staged there. */
export type ThreadPage = { page: StagedPage; finding?: undefined } | { finding: Finding; page?: undefined }
type StagedPage = Omit<NonNullable<HostedPage['page']>, 'html'> & { staged: StagedFile }

logToStderr()
const { site, folder } = workerData as ThreadStart // as `page-threads.ts` starts it
const opened = openPageHost(deserialize(site) as HostSite)
const stage = stageFiles(folder)

parentPort?.on('message', async (tasks: ThreadTask[]) => {
  const make = await opened
  parentPort?.postMessage(tasks.map((task) => finish(task, make(task))))
})

function finish({ file, standing }: ThreadTask, { page, finding }: HostedPage): ThreadPage {
  if (!page) return { finding }
  const { html, ...rest } = page
  return {
    page: { ...rest, staged: { ...describeFile(file, html), ...stage({ path: file, content: html, standing }) } },
  }
}
