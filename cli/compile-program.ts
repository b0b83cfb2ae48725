import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

/** What decides how sources are read and which packages are there. */
const configFiles = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
  'cli/compile-program.ts',
]

/** Native code, packages that few commands use, and engines: `renderer/reader/engine.ts` chooses among them. */
const external = [
  ...['esbuild', 'hyphen', 'opentype.js', 'sharp', 'undici'],
  ...['@hono/node-server', 'chokidar', 'hono', 'js-yaml', 'parse5', 'sitemap'],
  ...['preact', 'preact-render-to-string', 'react', 'react-dom'],
]

const youngMs = 10 * 60_000

type CompileJob = { root: string; folder: string; markOf: (path: string) => string }

/**
 * Bundles `cli/main.ts` and all that it imports into one script, and the threads that render pages into another; gives the file of the
 * first. Each process does so in a folder of its own in
 * `folder`, so that two may at once; `record.json` beside names the one to run next time, with marks of all that went in.
 */
export async function compileProgram({ root, folder, markOf }: CompileJob): Promise<string> {
  const own = newFolder(root, folder)
  const begin = changeTime(own) // by the clock of the file system, which need not be that of the machine
  const program = join(own, 'main.cjs')
  const inputs = [...(await bundle(root, own)), ...configFiles]
  const [name = '', ...others] = [program, join(own, 'page-thread.cjs')].map((path) => relative(root, path))
  const marks = [...inputs, name, ...others].map((path) => [path, markOf(path)])
  const isSure = inputs.every((path) => changeTime(join(root, path)) < begin) // else the bundle may hold an earlier text
  if (!isSure || !own.startsWith(folder)) return program
  writeFileSync(join(own, 'record.json'), JSON.stringify({ program: name, node: process.version, marks }))
  renameSync(join(own, 'record.json'), join(folder, 'record.json'))
  removeOld(folder, begin)
  return program
}

/** A folder for one bundle; where none can be kept a temporary one, in which packages are found as in the root. */
function newFolder(root: string, folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    return mkdtempSync(join(folder, 'program-'))
  } catch {
    const own = mkdtempSync(join(tmpdir(), 'site-program-'))
    symlinkSync(join(root, 'node_modules'), join(own, 'node_modules'), 'junction')
    process.once('exit', () => rmSync(own, { recursive: true, force: true }))
    return own
  }
}

/** Gives the sources that went in, named from the root. What npm installed is told by npm's own record of node_modules. */
async function bundle(root: string, outdir: string): Promise<string[]> {
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: { main: 'cli/main.ts', 'page-thread': 'renderer/build/page-thread.ts' },
      outdir,
      outExtension: { '.js': '.cjs' },
      bundle: true,
      format: 'cjs', // of an ES module Node would load every module of its own that is named anywhere
      define: {
        'process.env.NODE_ENV': '"production"',
        'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'cli/main.ts'))), // of all sources
      },
      platform: 'node',
      target: 'node22.18',
      external,
      minifyWhitespace: true, // read and checked at every start
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
    })
    return Object.keys(metafile.inputs).filter((path) => !/node_modules\//.test(path))
  } finally {
    await stop()
  }
}

/** When a file was last changed, in milliseconds; 0 where there is none. */
function changeTime(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
}

/** Removes bundles of earlier sources, and what is left of failures, but none that another process may just be loading. */
function removeOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (changeTime(path) < now - youngMs) rmSync(path, { recursive: true, force: true })
  }
}
