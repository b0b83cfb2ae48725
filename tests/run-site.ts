import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** `signal` ended the process, if it has no exit code. */
export type SiteRun = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type RunOptions = {
  cwd?: string
  env?: Record<string, string>
  /** Called immediately, with a function that sends a signal to the process. */
  onStart?: (kill: (signal: NodeJS.Signals) => void, pid: number) => void
}

/**
 * Runs the real command line as a separate process. Builds get `--images off`, and a `--cache` beside their output,
 * unless `args` set them.
 */
export function runSite(args: string[], { cwd, env, onStart }: RunOptions = {}): Promise<SiteRun> {
  const { SITE_API: _api, SITE_API_TOKEN: _token, ...inherited } = process.env
  const isBuild = args[0] === 'build' && !args.includes('--help')
  const out = args[args.indexOf('--out') + 1]
  const given = [
    ...args,
    ...(isBuild && !args.includes('--images') ? ['--images', 'off'] : []),
    ...(isBuild && args.includes('--out') && !args.includes('--cache') ? ['--cache', `${out}-cache`] : []),
  ]
  const child = spawn(process.execPath, [resolve('cli/site.js'), ...given], {
    cwd,
    env: { ...inherited, CI: 'true', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onStart?.((signal) => child.kill(signal), child.pid ?? 0)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr }))
  })
}
