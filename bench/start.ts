/**
 * Runs an empty script of Node and commands of ours in turn, many times, and prints the median of each and its ratio to the
 * empty script. Of `site render` the time that the content service took to answer is told apart.
 *
 *   npm run bench:start -- 25 pomoc   (25 rounds, one page of the demo)
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startDemoService } from '#demo/start-demo-service.ts'

type Command = { name: string; args: string[]; runs: number[]; answers: number[] }

const rounds = Number(process.argv[2] ?? 15)
const slug = process.argv[3] ?? 'pomoc'
const folder = await mkdtemp(join(tmpdir(), 'site-start-bench-'))
const empty = join(folder, 'empty.mjs')
await writeFile(empty, '')
const service = await startDemoService({ database: ':memory:' })

/** Hands every request on to the service, and adds up how long its answers took. */
let answeringMs = 0
const door = createServer(async (request, response) => {
  const from = performance.now()
  const answer = await fetch(`${service.origin}${request.url}`, {
    headers: { accept: request.headers.accept ?? '*/*' },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  answeringMs += performance.now() - from
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(body)
})
await once(door.listen(0, '127.0.0.1'), 'listening')
const api = `http://127.0.0.1:${(door.address() as AddressInfo).port}/api` // a server that listens on a port has this kind of address

const site = (...args: string[]) => ['cli/site.js', ...args]
const folders = ['--out', join(folder, 'out'), '--cache', join(folder, 'cache'), '--api', api]
const command = (name: string, args: string[]): Command => ({ name, args, runs: [], answers: [] })
const commands = [
  command('empty script', [empty]),
  command('site --version', site('--version')),
  command('site build --help', site('build', '--help')),
]
if (await hasRender()) {
  await run(site('build', '--locale', 'all', '--images', 'off', '--no-ledger', ...folders))
  commands.push(command(`site render ${slug}`, site('render', slug, '--locale', 'pl', ...folders)))
}

for (let round = -1; round < rounds; round += 1) {
  for (const { name, args, runs, answers } of commands) {
    answeringMs = 0
    const from = performance.now()
    if ((await run(args)) !== 0) throw new Error(`"${name}" failed.`)
    if (round < 0) continue // the first round warms
    runs.push(performance.now() - from)
    answers.push(answeringMs)
  }
}
const emptyMs = median(commands[0]?.runs ?? [])
for (const { name, runs, answers } of commands) {
  const own = runs.map((ms, at) => ms - (answers[at] ?? 0))
  process.stdout.write(
    `${name.padEnd(24)} median ${median(runs).toFixed(1)} ms, least ${Math.min(...runs).toFixed(1)} ms, ` +
      `answers ${median(answers).toFixed(1)} ms, ${(median(own) / emptyMs).toFixed(2)} x the empty script\n`,
  )
}
door.close()
door.closeAllConnections()
await service.close()
await rm(folder, { recursive: true, force: true })

/** Help for a command that does not exist is help for all. */
async function hasRender(): Promise<boolean> {
  const { stdout } = await promisify(execFile)(process.execPath, site('render', '--help'))
  return stdout.includes('Usage: site render')
}

async function run(args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore'] })
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
