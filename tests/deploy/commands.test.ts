import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openProject, type Project } from '#tests/commands/project.ts'
import { smallContent } from '#tests/commands/small-content.ts'
import { type S3Service, startS3Service } from '#tests/fixtures/s3-service.ts'
import { differences, type ExportFiles, readExport } from '#tests/incremental/compare-exports.ts'
import { randomFrom } from '#tests/incremental/sample.ts'
import { photograph } from '#tests/incremental/whole-site.ts'
import { githubCommands, gitlabCommands, type JobCommand, kubernetesCommands } from './deploy-commands.ts'

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 })

const isSoak = process.env.REMOTE === 'all'
const rounds = isSoak ? Number(process.env.KILLS ?? 5) : 1
const random = randomFrom(Number(process.env.SEED ?? 7))

let project: Project
/** How long a command takes. */
let usualMs = 0
let store: S3Service
let single: ExportFiles
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'site-work-'))
  store = await startS3Service()
  const photo = { body: await photograph('#456789'), type: 'image/png' }
  const content = smallContent()
  content.files['/media/photo.png'] = photo
  const image = { url: '/media/photo.png', alt: 'Photo', width: 120, height: 80 }
  for (const { pages = {} } of Object.values(content.locales))
    pages[4] = { ...pages[4], blocks: [{ id: 41, type: 'text', html: '<p>A photo.</p>', image }] }
  project = await openProject(content)
  const started = performance.now()
  await run({ line: 'npx site build --locale all --out single --cache single-cache --no-ledger', env: {} })
  usualMs = performance.now() - started
  single = await readExport(join(project.root, 'single'))
  expect([...single.keys()].filter((path) => path.endsWith('.avif')).length).toBeGreaterThan(0)
})
afterAll(async () => {
  await project.close()
  await store.close()
  await rm(work, { recursive: true, force: true })
})

type Started = { ended: Promise<{ code: number | null; reported: string }>; kill: () => void }

/** Starts a command line of a job as its runner does: in a shell, in the project folder, with the job's environment. */
function start({ line, env }: JobCommand): Started {
  const { SITE_API: _, ...inherited } = process.env
  const variables = { SITE_API: project.service.api, SITE_PLAN_KEY: 'any long text', CI: 'true', NO_COLOR: '1' }
  const remote = { ...store.env, SITE_REMOTE_CACHE: store.address }
  const child = spawn('sh', ['-ec', line], {
    cwd: project.root,
    env: { ...inherited, ...variables, ...remote, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a separate process group, to be killed as a whole
  })
  let reported = ''
  child.stderr.on('data', (chunk) => {
    reported += chunk
  })
  const ended = new Promise<{ code: number | null; reported: string }>((done) =>
    child.on('close', (code) => done({ code, reported })),
  )
  return { ended, kill: () => child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGKILL') }
}

async function run(command: JobCommand): Promise<void> {
  const { code, reported } = await start(command).ended
  expect(code, `${command.line}\n${reported}`).toBe(0)
  expect(reported).not.toContain('remote-cache]')
}

/** Kills a command at a random moment, then runs it again. */
async function runTwice(command: JobCommand): Promise<void> {
  const { ended, kill } = start(command)
  await wait(random() * usualMs)
  kill()
  await ended
  await run(command)
}

/** Gives a job its own cache, because it runs on its own machine. */
function onOwnMachine({ line, env }: JobCommand, machine: string): JobCommand {
  return { env, line: line.includes('--cache') ? line : `${line} --cache caches/${machine}` }
}

const systems: [string, () => Promise<JobCommand[][]>, () => string][] = [
  ['the GitHub workflow', githubCommands, () => join(project.root, 'output')],
  ['the GitLab pipeline', gitlabCommands, () => join(project.root, 'output')],
  ['the Kubernetes jobs', () => kubernetesCommands(work), () => join(work, 'output')],
]

test.runIf(isSoak).each(systems)(
  'The commands of %s make the export of a single build, even when a shard is killed and run again',
  async (_, commandsOf, out) => {
    for (let round = 0; round < rounds; round += 1) {
      const [plan = [], shards = [], merge = []] = await commandsOf()
      expect([plan.length, merge.length]).toEqual([1, 1])
      expect(shards.length).toBeGreaterThan(3)
      await Promise.all(plan.map((one) => run(onOwnMachine(one, 'plan'))))
      const killed = Math.floor(random() * shards.length)
      const running = shards.map((one, at) => (at === killed ? runTwice : run)(onOwnMachine(one, `shard-${at}`)))
      await Promise.all(running)
      await Promise.all(merge.map((one) => run(onOwnMachine(one, 'merge'))))
      expect(differences(await readExport(out()), single)).toEqual([])
      const made = ['caches', 'output', 'site.plan', ...shards.map((_, at) => `part-${at + 1}`)]
      for (const name of made) await rm(join(project.root, name), { recursive: true, force: true })
      for (const name of await readdir(work)) await rm(join(work, name), { recursive: true })
    }
  },
)
