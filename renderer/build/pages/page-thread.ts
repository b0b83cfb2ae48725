import { deserialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { Finding } from '#content/finding.ts'
import { type FileToStage, type StagedFile, stageFiles } from '#publish/export/commit/stage-files.ts'
import { describeFile } from '#publish/export/export-changes.ts'
import { logToStderr } from '#renderer/log-to-stderr.ts'
import { readContents } from '#renderer/site/content-pieces.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import type { SiteData } from '#renderer/site/site.ts'
import { openTaskRenderer, type PageTask, type RenderedTask, type TaskRendererOptions } from './task-renderer.ts'

/** The data that a thread is started with. */
export type ThreadStart = {
  engine: TaskRendererOptions['engine']
  /** The site data without its contents, serialised by `node:v8`. */
  site: Uint8Array
  /** The contents of the site by locale, as `content-pieces.ts` packs them. */
  contents: Map<string, Uint8Array>
  /** The folder that pages are staged in. */
  folder: string | undefined
}

/** `existing` is the file that the export has at the path of the page. */
export type ThreadTask = PageTask & Pick<FileToStage, 'existing'>

/** A page that was made and staged in a thread. */
export type ThreadPage = { page: StagedPage; finding?: undefined } | { finding: Finding; page?: undefined }
type StagedPage = Omit<NonNullable<RenderedTask['page']>, 'html'> & { staged: StagedFile }

logToStderr()
const { engine, site, contents, folder } = workerData as ThreadStart // as `page-threads.ts` starts it
const data = deserialize(site) as Omit<SiteData, 'contents'>
const pieceOf = (locale: string): Uint8Array => contents.get(locale) ?? new Uint8Array()
const opened = openTaskRenderer({
  engine,
  code: data.code,
  siteOf: (documents) => indexSite({ ...data, contents: readContents(contents.keys(), pieceOf) }, documents),
})
const stage = stageFiles(folder)

parentPort?.on('message', async (tasks: ThreadTask[]) => {
  const make = await opened
  parentPort?.postMessage(tasks.map((task) => finish(task, make(task))))
})

function finish({ file, existing }: ThreadTask, { page, finding }: RenderedTask): ThreadPage {
  if (!page) return { finding }
  const { html, ...rest } = page
  return {
    page: { ...rest, staged: { ...describeFile(file, html), ...stage({ path: file, content: html, existing }) } },
  }
}
