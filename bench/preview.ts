import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { timeChanges } from './preview-changes.ts'
import { freePort, median } from './run-measured.ts'

// Prints how long a preview takes to show its first page, how much longer than the service it takes for further pages,
// and how soon it shows changes of sources.

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
const warmRuns = 3
/** The time for the work that a preview does after its first page. */
const restMs = 4000

async function firstPage(): Promise<{ origin: string; ms: number; stop: () => Promise<void> }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const started = performance.now()
  const args = [resolve('cli/site.js'), 'preview', '--port', String(port), '--cache', cache]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const stop = async (): Promise<void> => {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  for (;;) {
    const answer = await fetch(`${origin}/firma/o-nas`).catch(() => undefined)
    if (answer?.ok) {
      await answer.text()
      return { origin, ms: performance.now() - started, stop }
    }
    await sleep(5)
  }
}

async function timeOf(address: string): Promise<number> {
  const from = performance.now()
  await (await fetch(address)).text()
  return performance.now() - from
}

const told = (times: number[]): string => `${median(times).toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)} ms)`

/** Starts previews until the program of the command is compiled, and its code is cached. */
async function warmUp(): Promise<void> {
  for (let run = 0; run < warmRuns; run += 1) {
    const { stop } = await firstPage()
    await sleep(restMs)
    await stop()
  }
}

await warmUp()
const first = { without: [] as number[], with: [] as number[] }
const further: number[] = []
const service: number[] = []
for (let round = 0; round < rounds; round += 1) {
  rmSync(cache, { recursive: true, force: true })
  for (const kind of ['without', 'with'] as const) {
    const { origin, ms, stop } = await firstPage()
    first[kind].push(ms)
    await sleep(restMs) // until the site is kept for the next preview
    for (const page of pages) further.push(await timeOf(`${origin}${page}`))
    service.push(await timeOf(`${origin}/api/sitemap_nodes?locale=pl`))
    await stop()
  }
}
process.stdout.write(
  `first page: ${told(first.without)} without a cache, ${told(first.with)} with one\n` +
    `further pages: ${told(further)}, ${(median(further) - median(service)).toFixed(1)} ms more than the service's ${median(service).toFixed(1)} ms\n`,
)

for (const { name, toldAfter, shownAfter } of await timeChanges(rounds)) {
  process.stdout.write(
    `a change of ${name}: reported after ${told(toldAfter)}, its page updated after ${told(shownAfter)}\n`,
  )
}
