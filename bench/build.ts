/**
 * Builds a made-up site from a content service in another process and prints pages per second, peak memory, and how long
 * the whole build takes compared with the bare `renderToString` of the very same trees, both taken in this one run.
 *
 *   npm run bench -- 2000
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildSite } from '#renderer/build-site.ts'
import { loadEngine } from '#renderer/reader/engine.ts'
import { parseSettings } from '#renderer/settings.ts'
import config from '#site.config.ts'

const pages = Number(process.argv[2] ?? 2000)
const rounds = Number(process.argv[3] ?? 3)

const service = fork(new URL('./content-service.ts', import.meta.url), [String(pages)], {
  execArgv: ['--import', 'tsx'],
})
const [api] = (await once(service, 'message')) as [string]
const settings = parseSettings(config, 'site.config.ts')
const [family] = settings.families
const folder = await mkdtemp(join(tmpdir(), 'site-bench-'))

const engine = await loadEngine('react')
const render = engine.render
let bareMs = 0
engine.render = (element) => {
  const from = performance.now()
  const html = render(element)
  bareMs += performance.now() - from
  return html
}

if (!family) throw new Error('The settings name no domain family.')
for (let round = 1; round <= rounds; round += 1) {
  bareMs = 0
  const cpu = process.cpuUsage()
  const job = {
    settings,
    family,
    locales: family.locales,
    root: resolve('.'),
    engine: 'react',
    concurrency: 32,
  } as const
  const report = await buildSite({ ...job, locales: [...family.locales], api, out: join(folder, `round-${round}`) })
  const { user, system } = process.cpuUsage(cpu)
  const seconds = report.durationMs / 1000
  process.stdout.write(
    `${report.pages.rendered} pages in ${seconds.toFixed(2)} s: ${Math.round(report.pages.rendered / seconds)} pages a second, ` +
      `${((user + system) / 1e6).toFixed(2)} s of CPU, ${(report.durationMs / bareMs).toFixed(2)} x bare renderToString (${(bareMs / 1000).toFixed(2)} s), ` +
      `peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB, ${report.errors.length} errors\n` +
      `  ${report.stages.map(({ name, ms }) => `${name} ${ms}`).join(', ')} ms\n`,
  )
}
service.kill()
await rm(folder, { recursive: true, force: true })
