import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The files of a deployment: the export, the folder with `hosts/<host>`, and a folder for the files of the server. */
export type Deployment = { site: string; hosts: string; work: string }

/** A running server of a host. */
export type RunningHost = { origin: string; close: () => Promise<void> }

const startLimitMs = 60_000

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export type ServerCommand = {
  command: string
  args: string[]
  port: number
  cwd?: string
  env?: Record<string, string>
}

/**
 * Starts a server in the foreground and waits until it answers. Throws with the output of the server if it is not
 * installed, ends immediately or does not answer. No host is skipped.
 */
export async function startServer({ command, args, port, cwd, env }: ServerCommand): Promise<RunningHost> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, detached: true })
  let printed = ''
  let ended: string | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk
    })
  child.on('error', (error: NodeJS.ErrnoException) => {
    ended = error.code === 'ENOENT' ? `"${command}" is not installed; .ci/run installs it` : error.message
  })
  child.on('exit', (code) => {
    ended ??= `it ended with code ${code}`
  })
  const close = async (): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    process.kill(-child.pid, 'SIGTERM') // the group: some servers start helpers
    await exit
  }
  const origin = `http://127.0.0.1:${port}`
  for (const start = Date.now(); !(await answers(origin)); await sleep(50)) {
    if (ended === undefined && Date.now() - start < startLimitMs) continue
    await close()
    throw new Error(`The server "${command}" did not start: ${ended ?? 'it does not answer'}.\n${printed}`)
  }
  return { origin, close }
}

async function answers(origin: string): Promise<boolean> {
  try {
    await (await fetch(origin, { redirect: 'manual' })).body?.cancel()
    return true
  } catch {
    return false // not yet
  }
}
