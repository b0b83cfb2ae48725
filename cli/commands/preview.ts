import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { makeCache } from '#cli/prepare/claim-cache.ts'
import { findService } from '#cli/prepare/find-service.ts'
import type { JobOptions } from '#cli/prepare/prepare-job.ts'
import { withService } from '#cli/prepare/with-service.ts'
import { untilInterrupted } from '#cli/with-interruption.ts'
import { UsageError } from '#content/finding.ts'
import { withVisibleControls } from '#content/wording/visible-controls.ts'
import { adminHref } from '#preview/admin-href.ts'
import type { ExportResult } from '#preview/child/draft/export-draft.ts'
import type { PreviewJob, Target } from '#preview/messages.ts'
import type { Failure } from '#preview/panel-data.ts'
import { startRenderers } from '#preview/server/renderers.ts'
import type { Preview } from '#preview/server/start-preview.ts'

export type PreviewCommandOptions = Pick<
  JobOptions,
  'api' | 'commerceApi' | 'cache' | 'config' | 'family' | 'images'
> & { type: string; locale?: string; port: number; open?: boolean; token?: string; export?: string }

/**
 * Runs `site preview`. Shows the draft of a page, or the index of all pages, until it is interrupted. With `--export`
 * it writes the draft to a folder instead.
 */
export async function preview(
  id: string | undefined,
  options: PreviewCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  // fails early, because Node's own compile cache would hang if the folder cannot be made
  makeCache(resolve(options.cache))
  // the renderers load while the rest is prepared
  const renderers = startRenderers({ cache: resolve(options.cache), config: resolve(options.config) })
  try {
    const service = await findService(options)
    const showWith = async (api: string): Promise<void> => {
      const { startPreview } = await import('#preview/server/start-preview.ts')
      const job = await jobOf({ ...options, isDemo: !service.api }, api)
      const port = options.export === undefined ? options.port : 0
      const onTrouble = (message: string): void => void process.stderr.write(`${message}\n`)
      const running = await startPreview({ job, port, renderers, onTrouble })
      try {
        const { locales } = await renderers.ready
        if (options.locale !== undefined && !locales.includes(options.locale)) {
          const hint = `Choose from: ${locales.join(', ')}.`
          throw new UsageError(`The site has no locale "${options.locale}".`, { hint })
        }
        const target =
          id === undefined ? undefined : { nodeType: options.type, id, locale: options.locale ?? locales[0] ?? '' }
        if (options.export !== undefined && target)
          await Promise.race([exportPage(running, target, options.export), endOf(signal)])
        else {
          if (target) void warnOfFailure(running, target)
          await show(running, target, options, signal)
        }
      } finally {
        await running.close()
      }
    }
    await withService(service, showWith, join(options.cache, 'demo.sqlite'))
  } finally {
    await renderers.stop()
  }
}

async function jobOf(options: PreviewCommandOptions & { isDemo: boolean }, api: string): Promise<PreviewJob> {
  const { family, commerceApi, images, locale, isDemo } = options
  const demoToken = async () => (await import('#demo/sessions.ts')).developerToken
  const token = options.token ?? (isDemo ? await demoToken() : undefined)
  return {
    ...{ config: resolve(options.config), cache: resolve(options.cache), api, images, family, locale, commerceApi },
    ...{ token, service: isDemo ? 'demo' : undefined },
  }
}

async function show(
  { origin }: Preview,
  target: Target | undefined,
  { open }: PreviewCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const address = `${origin}${target ? adminHref(target) : '/admin/'}`
  process.stderr.write(`The preview is at ${address}\nStop it with Ctrl+C.\n`)
  if (open) openBrowser(address)
  await untilInterrupted(signal)
}

/** Prints why the page cannot be shown. The preview keeps running, because the draft may be created later. */
async function warnOfFailure({ ask, origin }: Preview, target: Target): Promise<void> {
  // the page itself shows any other failure
  const answer = await ask({ kind: 'panel', target }).catch(() => undefined)
  if (!answer || answer.status === 200) return
  const { causes, hint } = JSON.parse(Buffer.from(answer.body).toString()) as Failure
  const { nodeType, id, locale } = target
  const page = `page "${id}" of the type "${nodeType}" in "${locale}"`
  const [summary, list] =
    answer.status === 404
      ? [`There is no ${page}`, `Pass the id of the page, not its address. All pages are listed at ${origin}/admin/\n`]
      : [`The ${page} cannot be shown`, '']
  process.stderr.write(`${summary}: ${causes.map(withVisibleControls).join(' ')}\n${hint ? `${hint}\n` : ''}${list}`)
}

async function endOf(signal: AbortSignal): Promise<void> {
  await untilInterrupted(signal)
  signal.throwIfAborted()
}

async function exportPage({ ask }: Preview, target: Target, directory: string): Promise<void> {
  const { status, body } = await ask({ kind: 'export', target, directory: resolve(directory) })
  const answer: unknown = JSON.parse(Buffer.from(body).toString())
  if (status !== 200) {
    const { title, causes, hint } = answer as Failure
    throw new UsageError(`${title}: ${causes.join(' ')}`, hint === undefined ? {} : { hint })
  }
  const { files, page, missing, problems } = answer as ExportResult
  process.stderr.write(`The draft was written as ${files} files; open ${page}\n`)
  for (const problem of problems) process.stderr.write(`The draft is incomplete: ${withVisibleControls(problem)}\n`)
  const names = withVisibleControls(missing.join(', '))
  if (names) process.stderr.write(`The draft refers to files that the site does not have: ${names}\n`)
}

function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const child = spawn(command ?? 'xdg-open', [...args, address], { detached: true, stdio: 'ignore' })
  child.on('error', () => process.stderr.write('No browser could be started; open the address yourself.\n'))
  child.unref()
}
