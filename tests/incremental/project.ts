import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BuildJob } from '#renderer/build/build-job.ts'
import type { Report } from '#renderer/build/report.ts'
import { toolSources } from '#renderer/sources/project-sources.ts'
import { type Chain, openChain } from './chain.ts'

/** A copy of the project whose sources a test may change, with a chain of builds that run its code. */
export type Project = {
  root: string
  chain: Chain
  read: (file: string) => Promise<string>
  write: (file: string, text: string) => Promise<void>
  /** Makes the next build load the sources again. */
  restart: () => void
  close: () => Promise<void>
}

const parts = [...toolSources, 'brand', 'redirects.json', 'tests/incremental', 'tests/fixtures']
const files = ['package.json', 'package-lock.json', 'tsconfig.json']

export async function openProject(): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), 'site-project-'))
  await Promise.all([...parts, ...files].map((part) => cp(part, join(root, part), { recursive: true })))
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
  let child: ChildProcess | undefined
  const start = (): ChildProcess => {
    const env = { ...process.env, NODE_ENV: 'production' }
    return fork(join(root, 'tests/incremental/serve-builds.ts'), { cwd: root, execArgv: ['--import', 'tsx'], env })
  }
  const restart = (): void => {
    child?.kill()
    child = undefined
  }
  const run = async (job: BuildJob): Promise<Report> => {
    child ??= start()
    child.send(job)
    const [{ report, error }] = (await once(child, 'message')) as [{ report?: Report; error?: string }]
    if (!report) throw new Error(error)
    return report
  }
  const chain = await openChain({ root, run, sharesPictures: true })
  return {
    ...{ root, chain, restart },
    read: (file) => readFile(join(root, file), 'utf8'),
    write: (file, text) => writeFile(join(root, file), text),
    async close() {
      restart()
      await chain.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
