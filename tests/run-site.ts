import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export type SiteRun = { code: number | null; stdout: string; stderr: string }

export type RunOptions = {
  cwd?: string
  env?: Record<string, string>
  /** Called at once with what sends a signal to the process. */
  onStart?: (kill: (signal: NodeJS.Signals) => void) => void
}

/** Runs the real command line as a process of its own; a build makes no pictures small unless the arguments speak of `--images`. */
export function runSite(args: string[], { cwd, env, onStart }: RunOptions = {}): Promise<SiteRun> {
  const { SITE_API: _api, SITE_API_TOKEN: _token, ...inherited } = process.env
  const isPlain = args[0] === 'build' && !args.includes('--images') && !args.includes('--help')
  const given = isPlain ? [...args, '--images', 'off'] : args
  const child = spawn(process.execPath, [resolve('cli/site.js'), ...given], {
    cwd,
    env: { ...inherited, CI: 'true', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onStart?.((signal) => child.kill(signal))
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
    child.on('close', (code) => done({ code, stdout, stderr }))
  })
}
