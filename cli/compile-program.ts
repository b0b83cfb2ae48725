import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildFailure, build, stop } from 'esbuild'

export type CompileJob = {
  root: string
  /** Where bundles are kept, each in a folder of its own. */
  folder: string
  /** Names the bundle to run, and all that went into it. */
  recordFile: string
  /** A text that changes whenever a file, named from the root, may hold something else. */
  markOf: (path: string) => string
}

/** What decides how sources are read and which packages are there. */
const configFiles = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
  'cli/compile-program.ts',
]

/** Native code, large packages that few commands use, and React, in whose place `renderer/engine.ts` may put Preact. */
const external = ['esbuild', 'hyphen', 'opentype.js', 'preact', 'preact-render-to-string', 'sharp', 'undici']
const react = ['react', 'react-dom']

const keptPrograms = 10
const youngMs = 10 * 60_000

/**
 * Bundles `cli/main.ts` and all that it imports into one script, and gives its file; the next start runs the same file if `recordFile`
 * says that nothing has changed. Each process compiles into a folder of its own, so that two may do so at once. Where `folder`
 * cannot be written, the script is for this process alone and lies in the temporary folder.
 */
export async function compileProgram({ root, folder, recordFile, markOf }: CompileJob): Promise<string> {
  const own = ownFolder(folder) ?? temporaryFolder(root)
  const begin = changeTime(own) // by the clock of the file system, which need not be that of the machine
  const program = join(own, 'main.cjs')
  try {
    const inputs = [...(await bundle(root, program)), ...configFiles]
    const isRecorded = own.startsWith(folder) && inputs.every((path) => changeTime(join(root, path)) < begin) // else nobody knows which text the bundle holds
    if (!isRecorded) return program
    const marks = [...inputs, relative(root, program)].map((path) => [path, markOf(path)])
    const record = { program: relative(folder, program), node: process.version, marks }
    writeFileSync(join(own, 'record.json'), JSON.stringify(record))
    renameSync(join(own, 'record.json'), recordFile)
    removeOld(folder)
    return program
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    throw error
  }
}

/** Nothing where none can be made. */
function ownFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    return mkdtempSync(join(folder, 'program-'))
  } catch {
    return undefined
  }
}

/** A folder in which packages are found as in the root, until the process ends. */
function temporaryFolder(root: string): string {
  const own = mkdtempSync(join(tmpdir(), 'site-program-'))
  symlinkSync(join(root, 'node_modules'), join(own, 'node_modules'), 'junction')
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  return own
}

/** Gives the sources that went in, named from the root. What npm installed is told by npm's own record of node_modules. */
async function bundle(root: string, outfile: string): Promise<string[]> {
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['cli/main.ts'],
      outfile,
      bundle: true,
      format: 'cjs', // of an ES module Node would load every module of its own that is named anywhere
      define: {
        'process.env.NODE_ENV': '"production"',
        'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'cli/main.ts'))), // of all sources
      },
      platform: 'node',
      target: 'node22.18',
      external: [...external, ...react],
      keepNames: true, // components are told apart by the names of their functions
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
    })
    return Object.keys(metafile.inputs).filter((path) => !/node_modules\//.test(path))
  } catch (cause) {
    const [first] = (cause as Partial<BuildFailure>).errors ?? [] // esbuild's own failures hold them
    const place = first?.location ? `"${first.location.file}", line ${first.location.line}: ` : ''
    const why = first?.text ?? (cause instanceof Error ? cause.message : String(cause))
    throw new Error(`The command cannot be compiled: ${place}${why}`, { cause })
  } finally {
    await stop()
  }
}

/** When a file was last changed, in milliseconds; 0 where there is none. */
function changeTime(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
}

/** Removes bundles of earlier sources, but none that another process may just be loading. */
function removeOld(folder: string): void {
  const old = readdirSync(folder)
    .filter((name) => name.startsWith('program-'))
    .map((name) => ({ path: join(folder, name), time: changeTime(join(folder, name)) }))
    .sort((a, b) => b.time - a.time)
    .slice(keptPrograms)
    .filter(({ time }) => Date.now() - time > youngMs)
  for (const { path } of old) rmSync(path, { recursive: true, force: true })
}
