import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type FixtureOptions, type FixtureService, startFixtureService } from '#tests/fixtures/content-service.ts'
import type { SiteRun } from '#tests/run-site.ts'

/** A running process of the command line. */
export type Running = {
  pid: number
  /** Waits until stderr has these words after those of the last call. Fails if the process ends first. */
  says: (words: string) => Promise<void>
  /** Everything on stderr so far. */
  said: () => string
  kill: (signal: NodeJS.Signals) => void
  ended: Promise<SiteRun>
}

/**
 * A site with its own settings and a fixture service. Tests may change both at any time, and the tool's sources too if
 * the site has a copy of them.
 */
export type Project = {
  root: string
  /** The content of the service. */
  content: FixtureOptions
  service: FixtureService
  /** Runs the command line in the folder of the site, by default with the `--api` of the service and `--images off`. */
  site: (...args: string[]) => Promise<SiteRun>
  /** The same through another program, which gets the command line as its last arguments. */
  wrapped: (program: string[], ...args: string[]) => Promise<SiteRun>
  start: (...args: string[]) => Running
  read: (file: string) => Promise<string>
  write: (file: string, text: string) => Promise<void>
  edit: (file: string, from: string, to: string) => Promise<void>
  close: () => Promise<void>
}

const folders = [
  'blocks',
  'brand',
  'cli',
  'content',
  'demo',
  'hydrate',
  'locales',
  'preview',
  'publish',
  'renderer',
  'templates',
]
const files = ['package.json', 'package-lock.json', 'tsconfig.json']
const readers = ['build', 'render', 'verify']

export const origin = 'https://www.example.com'
const settings = `export default {
  brand: { name: 'Brand', icon: 'brand/icon.svg', themeColor: '#123456', backgroundColor: '#ffffff' },
  families: [{ id: 'main', origin: '${origin}', defaultLocale: 'pl', locales: ['pl', 'en'] }],
  links: { help: {}, demo: {}, contact: {} },
  keepAssets: 0,
}
`

/** Without a copy of the tool, its program need not be compiled for the test. */
export async function openProject(content: FixtureOptions, { copiesTool = true } = {}): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), 'site-commands-'))
  const isSource = (path: string): boolean => !/\.test\.tsx?$|^demo\/(content|media)$/.test(path)
  for (const folder of copiesTool ? folders : ['brand'])
    await cp(folder, join(root, folder), { recursive: true, filter: isSource })
  if (copiesTool) {
    for (const file of files) await cp(file, join(root, file))
    await symlink(resolve('node_modules'), join(root, 'node_modules'))
  }
  const tool = copiesTool ? root : resolve('.')
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8')
  await write('site.config.ts', settings)
  await write('redirects.json', '{ "redirects": [] }\n')
  const service = await startFixtureService(content)
  const running = new Set<Running>()

  const startBy = (program: string[], ...args: string[]): Running => {
    const given = readers.includes(args[0] ?? '') ? [...args, ...defaultsOf(args, service.api)] : args
    const one = startSite({ root, tool }, given, program)
    running.add(one)
    void one.ended.then(() => running.delete(one))
    return one
  }
  return {
    ...{ root, content, service, read, write },
    start: (...args) => startBy([], ...args),
    site: (...args) => startBy([], ...args).ended,
    wrapped: (program, ...args) => startBy(program, ...args).ended,
    async edit(file, from, to) {
      const text = await read(file)
      if (!text.includes(from)) throw new Error(`"${file}" does not hold "${from}".`)
      await write(
        file,
        text.replace(from, () => to),
      )
    },
    async close() {
      for (const one of running) one.kill('SIGKILL')
      await service.close()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function defaultsOf(args: string[], api: string): string[] {
  const hasSource = args.includes('--api') || args.includes('--from-snapshot')
  const hasImages = args.includes('--images') || args.includes('--plan')
  return [...(hasSource ? [] : ['--api', api]), ...(hasImages ? [] : ['--images', 'off'])]
}

function startSite({ root, tool }: { root: string; tool: string }, args: string[], program: string[]): Running {
  const { SITE_API: _api, SITE_API_TOKEN: _token, ...inherited } = process.env
  const [command = '', ...given] = [...program, process.execPath, join(tool, 'cli/site.js'), ...args]
  const child = spawn(command, given, {
    cwd: root,
    env: { ...inherited, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  const ears = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      output[name] += chunk
      for (const listen of [...ears]) listen()
    })
  }
  const ended = endOf(child, output)
  let heard = 0
  return {
    pid: child.pid ?? 0,
    said: () => output.stderr,
    kill: (signal) => void child.kill(signal),
    ended,
    says: (words) =>
      new Promise((done, failed) => {
        const listen = (): void => {
          const at = output.stderr.indexOf(words, heard)
          if (at < 0) return
          heard = at + words.length
          ears.delete(listen)
          done()
        }
        ears.add(listen)
        listen()
        void ended.then(
          ({ stderr }) => failed(new Error(`It ended and did not say "${words}" but:\n${stderr}`)),
          failed,
        )
      }),
  }
}

function endOf(child: ChildProcess, output: Pick<SiteRun, 'stdout' | 'stderr'>): Promise<SiteRun> {
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => done({ code, signal, ...output }))
  })
}

/** Bytes, as text, and modification times of all files of a folder, by path. */
export async function filesIn(folder: string): Promise<Map<string, { text: string; mtimeMs: number }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = paths.sort().map(async (path) => {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'latin1'), stat(path)])
    return [path.slice(folder.length + 1), { text, mtimeMs }] as const
  })
  return new Map(await Promise.all(found))
}

/** Paths of files that exist in only one of two states of a folder, or differ in bytes or modification time. */
export function touched(before: Awaited<ReturnType<typeof filesIn>>, after: typeof before): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => {
    const [was, is] = [before.get(path), after.get(path)]
    return was?.text !== is?.text || was?.mtimeMs !== is?.mtimeMs
  })
}

/** Paths of files that exist in only one of two folders, or differ in bytes. */
export async function differing(folder: string, other: string): Promise<string[]> {
  const [one, two] = await Promise.all([filesIn(folder), filesIn(other)])
  return [...new Set([...one.keys(), ...two.keys()])].filter((path) => one.get(path)?.text !== two.get(path)?.text)
}
