import { join, resolve } from 'node:path'
import { openBrowser } from '#cli/open-browser.ts'
import { makeCache } from '#cli/prepare/claim-cache.ts'
import { findService } from '#cli/prepare/find-service.ts'
import { type PreviewOptions, previewJob, targetOf } from '#cli/prepare/preview-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { exportDraft, printDraftFailure } from '#cli/tell/print-draft.ts'
import { untilInterrupted } from '#cli/with-interruption.ts'
import { adminHref } from '#preview/admin-href.ts'
import type { SiteSummary, Target } from '#preview/messages.ts'
import { type Renderers, startRenderers } from '#preview/server/renderers.ts'
import type { Preview } from '#preview/server/start-preview.ts'

/**
 * Runs `site preview`. Shows the draft of a page, or the index of all pages, until it is interrupted. With `--export`
 * it writes the draft to a folder instead.
 */
export async function preview(id: string | undefined, options: PreviewOptions, signal: AbortSignal): Promise<void> {
  const cache = resolve(options.cache)
  makeCache(cache) // fails early, because Node's own compile cache would hang if the folder cannot be made
  // the renderers load while the rest is prepared
  const renderers = startRenderers({ cache, config: resolve(options.config) })
  try {
    const service = await findService(options)
    const showWith = async (api: string): Promise<void> => {
      const { startPreview } = await import('#preview/server/start-preview.ts')
      const job = await previewJob({ ...options, isDemo: !service.api }, api)
      const port = options.export === undefined ? options.port : 0
      const onTrouble = (message: string): void => void process.stderr.write(`${message}\n`)
      const running = await startPreview({ job, port, renderers, onTrouble })
      try {
        const site = await Promise.race([readyOrTold(renderers, api), untilInterrupted(signal)])
        if (site) await show(running, targetOf(id, options, site.locales), options, signal)
        else if (options.export !== undefined) signal.throwIfAborted()
      } finally {
        await running.close()
      }
    }
    await withService(service, showWith, join(options.cache, 'demo.sqlite'))
  } finally {
    await renderers.stop()
  }
}

const silenceMs = 5000

/** Waits until pages can be shown, and says what it waits for if that takes long. */
async function readyOrTold(renderers: Renderers, api: string): Promise<SiteSummary> {
  const tell = (): void => void process.stderr.write(`Still reading the content at "${api}". Stop it with Ctrl+C.\n`)
  const late = setTimeout(tell, silenceMs)
  try {
    return await renderers.ready
  } finally {
    clearTimeout(late)
  }
}

/** Writes the draft, or prints the address of the preview and waits until it is interrupted. */
async function show(
  running: Preview,
  target: Target | undefined,
  options: PreviewOptions,
  signal: AbortSignal,
): Promise<void> {
  const interrupted = untilInterrupted(signal)
  if (options.export !== undefined && target) {
    await Promise.race([exportDraft(running, target, options.export), interrupted])
    return signal.throwIfAborted()
  }
  if (target) void printDraftFailure(running, target)
  const address = `${running.origin}${target ? adminHref(target) : '/admin/'}`
  process.stderr.write(`The preview is at ${address}\nStop it with Ctrl+C.\n`)
  if (options.open) openBrowser(address)
  await interrupted
}
