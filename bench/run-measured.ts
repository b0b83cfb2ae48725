import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `cpuMs` is the processor time of the process, its threads, and the processes that it waited for. */
export type Measured = { code: number; wallMs: number; cpuMs: number }

/** Runs Node with these arguments from start to end. A shell reports the processor time of the commands that it ran. */
export async function runMeasured(args: string[]): Promise<Measured> {
  const from = performance.now()
  const script = '"$@" >/dev/null 2>&1; code=$?; times; exit $code'
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, ...args])
  let told = ''
  child.stdout.on('data', (chunk) => {
    told += chunk
  })
  const [code] = (await once(child, 'close')) as [number]
  const wallMs = performance.now() - from
  const ofChildren = told.trim().split('\n')[1] ?? ''
  const cpuMs = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
  return { code, wallMs, cpuMs }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // a server that listens on a port has this kind of address
  server.close()
  return port
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
