import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '#content/finding.ts'
import type { Answer, PreviewJob, Question } from '#preview/messages.ts'
import { serveApp } from '#publish/serve/serve-app.ts'
import { bundlePanel, type PanelFiles } from './bundle-panel.ts'
import { openLiveEvents } from './live-events.ts'
import { createPreviewApp } from './preview-app.ts'
import type { Renderers } from './renderers.ts'
import { type SourceChange, watchCode } from './watch-code.ts'

/** How long to wait for the first page before other work begins, in milliseconds. */
const quietMs = 1000
/** After how long the preview says that a change of code still does not show, in milliseconds. */
const silenceMs = 10_000

export type PreviewServerOptions = {
  job: PreviewJob
  /** 0 for any free port. */
  port: number
  renderers: Renderers
  /** Called with a whole sentence about code that cannot be used for rendering, or about a renderer that has ended. */
  onTrouble: (message: string) => void
}

export type Preview = { origin: string; ask(question: Question): Promise<Answer>; close(): Promise<void> }

/**
 * Serves a preview on 127.0.0.1: the site with its drafts, and the panel around them. Resolves as soon as the preview
 * listens. Pages are answered once the renderer is ready. Throws a `UsageError` if the port is in use.
 */
export async function startPreview({ job, port, renderers, onTrouble }: PreviewServerOptions): Promise<Preview> {
  const events = openLiveEvents(renderers.watch)
  renderers.onChange(events.send)
  renderers.onEnd((code) => {
    const way = code === null ? 'was killed; the machine may be short of memory' : `has ended with exit code ${code}`
    onTrouble(`The renderer of the preview ${way}. It is restarted, at most once a minute.`)
    renderers.ready.then(
      () => events.send({ what: 'code' }),
      () => {}, // the next request is answered with the error
    )
  })
  let bundled: Promise<PanelFiles> | undefined
  const panel = (): Promise<PanelFiles> => {
    bundled ??= bundlePanel().catch((error) => {
      // the next request bundles again, because the files may have been fixed by then
      bundled = undefined
      throw error
    })
    return bundled
  }
  const firstAnswer = Promise.withResolvers<void>()
  const askFirst: Renderers['ask'] = (question) => renderers.ask(question).finally(firstAnswer.resolve)
  const app = createPreviewApp({
    port: () => server.port,
    ask: askFirst,
    defaultLocale: async () => (await renderers.ready).locales[0] ?? '',
    apiBase: async () => (await renderers.ready).apiBase,
    api: job.api,
    panel,
    events,
  })
  const server = await serveApp(app, port)
  renderers.open(job)
  let isClosed = false
  let code: ReturnType<typeof watchCode> | undefined
  const tell = (message: string): void => {
    if (isClosed) return
    events.send({ what: 'trouble', message })
    onTrouble(message)
  }
  const onCode = (change: SourceChange): void => {
    const late = setTimeout(() => {
      tell(
        'The change is not shown yet, because its code or the content is still loading. If a file of the site contains an endless loop, correct it.',
      )
    }, silenceMs)
    renderers
      .applyChange(change)
      .then(
        (isApplied) => isApplied && events.send({ what: 'code' }),
        (error: Error) => tell(`The change cannot be shown: ${errorText(error)}`),
      )
      .finally(() => clearTimeout(late))
  }
  const afterFirstPage = async (): Promise<void> => {
    await renderers.ready
    await Promise.race([firstAnswer.promise, sleep(quietMs)])
    if (isClosed) return
    code = watchCode(job.config, onCode, onTrouble)
    await panel()
    await renderers.prepare()
  }
  // the same errors reach callers of `ready`, requests for the panel, and `onTrouble`
  afterFirstPage().catch(() => {})
  return {
    origin: server.origin,
    ask: renderers.ask,
    async close() {
      isClosed = true
      await code?.close()
      events.close()
      await renderers.stop()
      await server.close()
    },
  }
}
