import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Prints how long after the command the first page of a preview is there, and what further ones take beyond the service's answer.

const cache = '.site/bench-preview'
const pages = [
  '/',
  '/en/help',
  '/de/kontakt',
  '/en/blog',
  '/fr/services',
  '/es',
  '/en/company/about-us',
  '/firma/o-nas',
]
const rounds = 5

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}

async function firstPage(): Promise<{ origin: string; ms: number; stop: () => void }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const started = performance.now()
  const args = [resolve('cli/site.js'), 'preview', '--port', String(port), '--cache', cache]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  for (;;) {
    const answer = await fetch(`${origin}/firma/o-nas`).catch(() => undefined)
    if (answer?.ok) {
      await answer.text()
      return { origin, ms: performance.now() - started, stop: () => child.kill('SIGINT') }
    }
    await sleep(5)
  }
}

async function timeOf(address: string): Promise<number> {
  const from = performance.now()
  await (await fetch(address)).text()
  return performance.now() - from
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

rmSync(cache, { recursive: true, force: true })
for (const name of ['without a cache', 'with one']) {
  const { origin, ms, stop } = await firstPage()
  const times: number[] = []
  const service: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const page of pages) times.push(await timeOf(`${origin}${page}`))
    service.push(await timeOf(`${origin}/api/sitemap_nodes?locale=pl`))
  }
  stop()
  const beyond = median(times) - median(service)
  process.stdout.write(
    `${name}: first page after ${ms.toFixed(0)} ms; further ones ${median(times).toFixed(1)} ms (slowest ${Math.max(...times).toFixed(0)} ms), ` +
      `${beyond.toFixed(1)} ms beyond the service's ${median(service).toFixed(1)} ms\n`,
  )
}
