import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { runSite } from '#tests/run-site.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Export folders of the demo site, by engine. */
    exports: Record<'react' | 'preact', string>
  }
}

/** Builds the demo site once per test run with each engine, using the real command line. */
export default async function buildExports({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'site-e2e-'))
  const build = async (engine: 'react' | 'preact'): Promise<string> => {
    const out = join(folder, engine)
    const cache = join(folder, `${engine}-cache`)
    const chosen = ['--locale', 'all', '--engine', engine, '--images', 'off']
    const { code, stderr } = await runSite(['build', ...chosen, '--out', out, '--cache', cache])
    if (code !== 0) throw new Error(`The demo site cannot be built with ${engine}:\n${stderr}`)
    return out
  }
  const [react, preact] = await Promise.all([build('react'), build('preact')])
  provide('exports', { react, preact })
  return () => rm(folder, { recursive: true, force: true })
}
