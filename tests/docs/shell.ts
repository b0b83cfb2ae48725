import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Shell = {
  /** Runs one line. The next line runs in the folder where this one ends. */
  run: (line: string) => Promise<Ran>
  cd: (folder: string) => void
}

export type Ran = { code: number | null; output: string }

/** Commands that do not end by themselves: servers, previews, builds that poll or watch. */
const goesOn = /\bsite (serve|content|preview(?!.* --export))\b|--watch\b|--poll\b|npm run (dev|docs)$/
const isReady = /Stop it with Ctrl\+C/

/** A shell like a reader's, with `env` added. Commands that do not end are interrupted once they are ready. */
export function openShell(folder: string, { env, note }: { env: Record<string, string>; note: string }): Shell {
  // A reader has none of these. With the `NODE_ENV` of the tests, npm would not install development dependencies.
  const { SITE_API: _, SITE_API_TOKEN: __, NODE_ENV: ___, ...inherited } = process.env
  const all = { ...inherited, CI: 'true', NO_COLOR: '1', ...env, PATH: pathOf(env) }
  let cwd = folder
  return {
    cd: (to) => {
      cwd = to
    },
    async run(line) {
      const script = `${line}\ncode=$?\npwd >"${note}"\nexit $code`
      const child = spawn('sh', ['-c', `{\n${script}\n} 2>&1`], {
        cwd,
        env: all,
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      })
      let output = ''
      let isStopped = false
      child.stdout.on('data', (chunk) => {
        output += chunk
        if (isStopped || !goesOn.test(line) || !isReady.test(output)) return
        isStopped = true
        process.kill(-(child.pid ?? 0), 'SIGINT')
      })
      const [code] = await once(child, 'close')
      if (!isStopped) cwd = (await readFile(note, 'utf8')).trim()
      return { code: isStopped ? 0 : code, output }
    },
  }
}

function pathOf({ SHIMS }: Record<string, string>): string {
  return [SHIMS, dirname(process.execPath), process.env.PATH].filter((one) => one !== undefined).join(':')
}
