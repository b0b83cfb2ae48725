/**
 * Builds a made-up site without pictures on the command line: from nothing, with nothing changed, and with one page
 * changed. Prints the wall time, processor time and peak memory of each process and of its stages, and the ratio of its
 * processor time to that of the bare parts of the same pages, which are measured in the same run.
 *
 *   npm run bench -- --pages 1000,10000,100000 --workers 2
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Report } from '#renderer/build/report.ts'
import type { BareParts } from './bare-parts.ts'
import { type Measured, runMeasured } from './run-measured.ts'

type Build = { name: string; measured: Measured; report: Report }

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000,10000' }, workers: { type: 'string' } },
})

await runMeasured(['cli/site.js', '--version']) // compiles the command where that was not done yet
for (const pages of values.pages.split(',')) await benchSize(pages)

async function benchSize(pages: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'site-bench-'))
  const service = start('content-service.ts', [pages])
  try {
    const api = await answerOf<string>(service)
    const build = (name: string) => buildSite(name, api, folder)
    const builds = [await build('from nothing'), await build('nothing changed')]
    service.send('change')
    await answerOf(service)
    builds.push(await build('one page changed'))
    const bare = await answerOf<BareParts>(start('bare-parts.ts', [pages, api, join(folder, 'bare')]))
    process.stdout.write(`${tableOf(builds)}\n${ratiosOf(builds, bare)}\n\n`)
  } finally {
    service.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

function start(script: string, args: string[]): ChildProcess {
  return fork(new URL(`./${script}`, import.meta.url), args, { execArgv: ['--import', 'tsx'] })
}

/** The next message of a process. Throws if the process ends first. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error(`"${child.spawnargs.join(' ')}" ended without an answer.`)))
  const [answer] = (await once(child, 'message', { signal: ended.signal })) as [T]
  return answer
}

async function buildSite(name: string, api: string, folder: string): Promise<Build> {
  const file = join(folder, 'report.json')
  const folders = ['--out', join(folder, 'out'), '--cache', join(folder, 'cache'), '--report', file]
  const workers = values.workers === undefined ? [] : ['--workers', values.workers]
  const options = ['--api', api, '--images', 'off', '--no-ledger', ...workers]
  const measured = await runMeasured(['cli/site.js', 'build', '--locale', 'all', ...options, ...folders])
  const report: Report = JSON.parse(await readFile(file, 'utf8'))
  if (measured.code !== 0) throw new Error(`The build "${name}" failed: ${report.errors[0]?.message}`)
  return { name, measured, report }
}

function tableOf(builds: Build[]): string {
  const [clean] = builds
  if (!clean) return ''
  const { pages, bytes } = clean.report
  const size = Math.round(bytes.html / pages.total / 1000)
  const line = (label: string, cells: string[]): string =>
    `${label.padEnd(18)}${cells.map((cell) => cell.padStart(28)).join('')}`
  const times = (ms: number, cpuMs: number, memory: number): string =>
    [seconds(ms), seconds(cpuMs), Math.round(memory / 1e6)].map((cell) => String(cell).padStart(9)).join('')
  const stage = (name: string) =>
    builds.map(({ report }) => {
      const one = report.stages.find((stage) => stage.name === name)
      return one ? times(one.ms, one.cpuMs, one.peakMemory) : '-'
    })
  return [
    `${pages.total} pages of ${size} kB, threads: ${values.workers ?? 'as many as pay off'}`,
    line(
      '',
      builds.map(({ name }) => name),
    ),
    line(
      '',
      builds.map(() => ['s', 'CPU s', 'MB'].map((head) => head.padStart(9)).join('')),
    ),
    ...clean.report.stages.map(({ name }) => line(name, stage(name))),
    line(
      'whole command',
      builds.map(({ measured, report }) => times(measured.wallMs, measured.cpuMs, report.peakMemory)),
    ),
    line(
      'pages a second',
      builds.map(({ measured }) => String(Math.round(pages.total / (measured.wallMs / 1000)))),
    ),
    line(
      'pages rendered',
      builds.map(({ report }) => String(report.pages.rendered)),
    ),
    line(
      'requests (304)',
      builds.map(({ report: { requests } }) => `${requests.total} (${requests.notModified})`),
    ),
  ].join('\n')
}

function ratiosOf([clean, unchanged, changed]: Build[], { seconds: parts, bytes }: BareParts): string {
  const { 304: asked = 0, ...made } = parts
  const sum = Object.values(made).reduce((all, one) => all + one, 0)
  const cpu = (build: Build | undefined): number => (build?.measured.cpuMs ?? Number.NaN) / 1000
  const told = Object.entries(made).map(([name, one]) => `${name} ${one.toFixed(2)}`)
  return [
    `bare parts of pages of ${Math.round(bytes / 1000)} kB: ${told.join(', ')}, together ${sum.toFixed(2)} CPU s; 304 for every document ${asked.toFixed(2)}`,
    `processor time: from nothing ${(cpu(clean) / sum).toFixed(2)} x the bare parts; nothing changed ${(cpu(unchanged) / asked).toFixed(2)} x the 304s; ` +
      `one page changed ${(cpu(changed) / cpu(unchanged)).toFixed(2)} x nothing changed`,
  ].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}
