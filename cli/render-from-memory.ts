import { Command } from 'commander'
import { renderRemembered } from '#renderer/render-remembered.ts'
import type { RenderOptions } from './commands/render.ts'
import { addRenderOptions } from './options.ts'
import { printSummary } from './print-summary.ts'
import { publishReport } from './publish-report.ts'
import { readSettings } from './read-settings.ts'
import { requireExport } from './require-export.ts'
import { withInterruption } from './with-interruption.ts'

/**
 * A program of its own, so that little is loaded: `site render` with what the last build remembers. Gives the exit code, or nothing
 * where it cannot be done so, and then has told nothing: the whole command line does it, and tells what is wrong.
 */
export function main(argv: string[]): Promise<number | undefined> {
  return withInterruption(async (signal) => {
    try {
      return await render(argv.slice(3), signal)
    } catch {
      return signal.aborted ? 130 : undefined
    }
  })
}

async function render(args: string[], signal: AbortSignal): Promise<number | undefined> {
  const command = addRenderOptions(new Command())
    .exitOverride()
    .configureOutput({ writeOut() {}, writeErr() {} })
  const options = command.parse(args, { from: 'user' }).opts<RenderOptions>()
  const { api, deps, compress, engine } = options
  if (api === undefined || deps || compress || engine !== 'react') return undefined
  requireExport(options.out)
  const { given, root } = await readSettings(options.config)
  const report = await renderRemembered({
    ...options,
    ...{ api, given, root, signal, token: process.env.SITE_API_TOKEN },
    command: `site render ${args.join(' ')}`,
    only: { slugs: command.args, locale: options.locale },
  })
  if (!report) return undefined
  publishReport(report, options)
  printSummary(report, options, process.stderr)
  return 0
}
