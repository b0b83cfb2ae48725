/**
 * Builds a made-up site, builds it again with nothing changed, and again with one page changed: how long each takes, what it asks the
 * service for, and how the last compares with the one before, all taken in this one run. Every build is a process of its own.
 *
 *   npm run bench:incremental -- 10000 3
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measured } from './measured-build.ts'

const pages = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 3)

const service = fork(new URL('./content-service.ts', import.meta.url), [String(pages)], {
  execArgv: ['--import', 'tsx'],
})
const [api] = (await once(service, 'message')) as [string]
const folder = await mkdtemp(join(tmpdir(), 'site-bench-'))

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const [answer] = (await once(child, 'message')) as [T]
  return answer
}

async function build(name: string): Promise<Measured> {
  const execArgv = [
    '--import',
    'tsx',
    ...(process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []),
  ]
  const child = fork(new URL('./measured-build.ts', import.meta.url), [api, folder], { execArgv })
  const ended = once(child, 'exit')
  const measured = await answerOf<Measured>(child)
  await ended
  const { seconds, cpuSeconds, megabytes, requests, notModified, rendered, errors, stages } = measured
  process.stdout.write(
    `${name}: ${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of CPU, peak memory ${megabytes} MB, ` +
      `${requests} requests (${notModified} not modified), ${rendered} pages rendered, ${errors} errors\n  ${stages}\n`,
  )
  return measured
}

await build('clean')
const ratios: { wall: number; cpu: number }[] = []
for (let round = 0; round < rounds; round += 1) {
  const unchanged = await build('nothing changed')
  service.send({ change: round })
  await answerOf(service)
  const changed = await build('one page changed')
  ratios.push({ wall: changed.seconds / unchanged.seconds, cpu: changed.cpuSeconds / unchanged.cpuSeconds })
}
const middle = (of: 'wall' | 'cpu'): string =>
  ratios
    .map((one) => one[of])
    .sort((a, b) => a - b)
    [rounds >> 1]?.toFixed(2) ?? '-'
process.stdout.write(
  `One page changed takes ${middle('wall')} x the time of a build with nothing changed (${middle('cpu')} x its CPU).\n`,
)
service.kill()
await rm(folder, { recursive: true, force: true })
