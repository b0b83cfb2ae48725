/**
 * Runs an empty Node script and commands of the tool in turn, many times. Prints the wall time and processor time of
 * each, and their ratio to the empty script. For `site render`, the time that the content service took to answer is
 * listed separately. The service runs in a separate process.
 *
 *   npm run bench:start -- 25 /pomoc   (25 rounds, one page of the demo)
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Measured, median, runMeasured } from './run-measured.ts'

type Run = Measured & { answersMs: number }
type Command = { name: string; args: string[]; runs: Run[] }

const target = 10
const rounds = Number(process.argv[2] ?? 15)
const slug = process.argv[3] ?? '/pomoc'
const folder = await mkdtemp(join(tmpdir(), 'site-start-bench-'))
const empty = join(folder, 'empty.mjs')
await writeFile(empty, '')

const servicePort = await freePort()
const service = spawn(process.execPath, ['cli/site.js', 'content', '--port', String(servicePort), '--cache', folder])
await once(service.stderr, 'data') // says where it answers

/** Passes every request on to the service, and adds up how long its answers took. */
let answersMs = 0
const passed = ['accept', 'accept-locale', 'if-none-match', 'if-modified-since']
const door = createServer(async (request, response) => {
  const from = performance.now()
  const headers = Object.fromEntries(
    passed.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
  )
  const answer = await fetch(`http://127.0.0.1:${servicePort}${request.url}`, { headers })
  const body = Buffer.from(await answer.arrayBuffer())
  answersMs += performance.now() - from
  const told = [...answer.headers].filter(
    ([name]) => !/^(connection|content-encoding|content-length|keep-alive|transfer-encoding)$/.test(name),
  )
  response.writeHead(answer.status, told.flat()).end(body)
})
await once(door.listen(0, '127.0.0.1'), 'listening')
const api = `http://127.0.0.1:${(door.address() as AddressInfo).port}/api` // a server that listens on a port has this kind of address

const site = (...args: string[]) => ['cli/site.js', ...args]
const folders = ['--out', join(folder, 'out'), '--cache', join(folder, 'cache'), '--api', api]
const plain = ['--images', 'off', '--no-ledger', ...folders]
const commands: Command[] = [
  { name: 'empty script', args: [empty], runs: [] },
  { name: 'site --version', args: site('--version'), runs: [] },
  { name: `site render ${slug}`, args: site('render', slug, '--locale', 'pl', ...plain), runs: [] },
]
try {
  const built = await run(site('build', '--locale', 'all', ...plain))
  if (built.code !== 0) throw new Error('The demo cannot be built.')
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, args, runs } of commands) {
      const made = await run(args)
      if (made.code !== 0) throw new Error(`"${name}" failed.`)
      if (round >= 0) runs.push(made) // the first round warms
    }
  }
  print()
} finally {
  door.close()
  door.closeAllConnections()
  service.kill()
  await rm(folder, { recursive: true, force: true })
}

function print(): void {
  const [none] = commands
  for (const { name, runs } of commands) {
    const tell = (what: string, ms: (made: Run) => number): string => {
      const own = runs.map(ms)
      const base = (none?.runs ?? []).map(ms)
      const ratio = (median(own) / median(base)).toFixed(2)
      return `${what} ${median(own).toFixed(1)} ms (minimum ${Math.min(...own).toFixed(1)}), ${ratio} x`
    }
    const wall = tell('wall without answers', (made) => made.wallMs - made.answersMs)
    const answers = median(runs.map((made) => made.answersMs)).toFixed(1)
    process.stdout.write(
      `${name.padEnd(22)} ${wall}; ${tell('processor', (made) => made.cpuMs)}; answers ${answers} ms\n`,
    )
  }
  process.stdout.write(
    `The target for "site render" without the answers of the service is ${target} x the empty script.\n`,
  )
}

/** A command, and how long the service took to answer it. */
async function run(args: string[]): Promise<Run> {
  answersMs = 0
  return { ...(await runMeasured(args)), answersMs }
}
