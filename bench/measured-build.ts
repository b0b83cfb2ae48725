import { join, resolve } from 'node:path'
import { buildSite } from '#renderer/build-site.ts'
import { parseSettings } from '#renderer/settings.ts'
import config from '#site.config.ts'

/** What one build took; times are seconds. */
export type Measured = {
  seconds: number
  cpuSeconds: number
  megabytes: number
  requests: number
  notModified: number
  rendered: number
  errors: number
  stages: string
}

const [api = '', folder = ''] = process.argv.slice(2)
const settings = parseSettings(config, 'site.config.ts')
const [family] = settings.families
if (!family) throw new Error('The settings name no domain family.')
const cpu = process.cpuUsage()
const report = await buildSite({
  ...{ settings, family, locales: [...family.locales], api, root: resolve('.'), engine: 'react', concurrency: 32 },
  ...{ out: join(folder, 'out'), cache: join(folder, 'cache'), ledger: false },
})
const { user, system } = process.cpuUsage(cpu)
const measured: Measured = {
  seconds: report.durationMs / 1000,
  cpuSeconds: (user + system) / 1e6,
  megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  requests: report.requests.total,
  notModified: report.requests.notModified,
  rendered: report.pages.rendered,
  errors: report.errors.length,
  stages: `${report.stages.map(({ name, ms }) => `${name} ${ms}`).join(', ')} ms`,
}
process.send?.(measured)
process.disconnect?.()
