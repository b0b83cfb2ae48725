import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Loader, type Plugin, stop } from 'esbuild'

export type CompileJob = {
  root: string
  /** Where compiled programs are kept, each in a folder of its own. */
  folder: string
  /** The record of the one to run. */
  recordFile: string
  /** A text that differs whenever a file, named from the root, may hold something else. */
  markOf: (path: string) => string
}

/** What decides how sources are read and where packages lie. */
const configFiles = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
  'cli/compile-program.ts',
]

/** Native code, what looks for files of its own, and Preact, which few builds want. */
const external = ['esbuild', 'opentype.js', 'preact', 'preact-render-to-string', 'sharp', 'tsx']

const programName = 'main.cjs'
const keptPrograms = 10
const youngMs = 10 * 60_000

/**
 * Compiles the command line into a folder of its own, records it as the one to run, and gives the file of `main.ts`, named from
 * `folder`. Processes that do so at once do not meet: each runs what it compiled, and the last record counts.
 */
export async function compileProgram({ root, folder, recordFile, markOf }: CompileJob): Promise<string> {
  removeOld(folder)
  const own = mkdtempSync(join(folder, 'program-'))
  try {
    const begin = fileClock(own)
    const { inputs, outputs } = await bundleProgram(root, own)
    const program = join(basename(own), programName)
    // What npm keeps in step with its own record of node_modules need not be looked at file by file.
    const sources = [...inputs.filter((path) => !/node_modules\/|^builtin:/.test(path)), ...configFiles]
    if (sources.some((path) => changeTime(join(root, path)) >= begin)) return program // nobody knows which text it holds
    const marks = [...sources, ...outputs.filter((path) => path.endsWith('.cjs'))].map((path) => [path, markOf(path)])
    writeFileSync(join(own, 'record.json'), JSON.stringify({ root, program, marks }))
    renameSync(join(own, 'record.json'), recordFile)
    return program
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    throw error
  }
}

async function bundleProgram(root: string, outdir: string): Promise<{ inputs: string[]; outputs: string[] }> {
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['cli/main.ts'],
      outfile: join(outdir, programName),
      bundle: true,
      format: 'cjs', // of a script V8 keeps what was compiled while it ran; of a module only what was compiled before
      define: { 'import.meta.resolve': 'resolveModule', 'process.env.NODE_ENV': '"production"' },
      supported: { 'dynamic-import': false },
      platform: 'node',
      target: 'node22.18',
      external,
      keepNames: true, // components are told apart by the names of their functions
      minifySyntax: true,
      minifyWhitespace: true,
      plugins: [adaptSources, chooseReact, shortenUndici, ...leaveOut, lendBuiltins],
      sourcemap: true,
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
    })
    return { inputs: Object.keys(metafile.inputs), outputs: Object.keys(metafile.outputs) }
  } finally {
    await stop()
  }
}

/** The time by the clock of the file system, which need not be that of the machine. */
function fileClock(folder: string): number {
  const file = join(folder, 'begin')
  writeFileSync(file, '')
  return changeTime(file)
}

/** In milliseconds; of a file that does not exist 0. */
function changeTime(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
}

/** Removes programs that no start would run, but none that a process may just be loading. */
function removeOld(folder: string): void {
  const names = readdirSync(folder)
  const records = names.filter((name) => name.endsWith('.json')).map((name) => readFileSync(join(folder, name), 'utf8'))
  const old = names
    .filter((name) => name.startsWith('program-') && !records.some((record) => record.includes(name)))
    .map((name) => ({ path: join(folder, name), time: changeTime(join(folder, name)) }))
    .sort((a, b) => b.time - a.time)
    .slice(keptPrograms)
  for (const { path, time } of old) {
    if (Date.now() - time > youngMs) rmSync(path, { recursive: true, force: true })
  }
}

/** Sources find files beside them, wherever their compiled form lies; and of zod comes along what they use, not all that `z` has. */
const adaptSources: Plugin = {
  name: 'adapt-sources',
  setup(compiling) {
    compiling.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!/import\.meta\.|import\(pathToFileURL|from 'zod'/.test(text)) return null
      const contents = text
        .replaceAll('createRequire(import.meta.url)(', 'require(')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replace(/^import \{ z \} from 'zod'$/m, "import * as z from 'zod'")
        .replaceAll('import(pathToFileURL(', 'importModule(pathToFileURL(')
      return { contents, loader: path.endsWith('x') ? 'tsx' : ('ts' satisfies Loader) }
    })
  },
}

/** React, or what `renderer/engine.ts` has put in its place before anything asks for it. */
const chooseReact: Plugin = {
  name: 'choose-react',
  setup(compiling) {
    compiling.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path, importer, pluginData }) =>
      pluginData === 'react' || /[\\/]node_modules[\\/]react/.test(importer) ? null : { path, namespace: 'react' },
    )
    compiling.onLoad({ filter: /./, namespace: 'react' }, ({ path }) => ({
      contents: `
        const replaced = globalThis[Symbol.for('site.react')]?.['${path}']
        module.exports = replaced ? eval('require')(replaced) : require('${path}')`,
      pluginData: 'react',
      resolveDir: compiling.initialOptions.absWorkingDir ?? '.',
    }))
  },
}

/** Of undici only what `content/transport.ts` uses: the whole takes a fifth of the time that rendering a page takes to start. */
const shortenUndici: Plugin = {
  name: 'shorten-undici',
  setup(compiling) {
    const contents = `
      exports.Agent = require('./lib/dispatcher/agent.js')
      const send = require('./lib/api/api-request.js')
      const { parseURL } = require('./lib/core/util.js')
      exports.request = (address, { dispatcher, ...options }) => {
        const { origin, pathname, search } = parseURL(address)
        return send.call(dispatcher, { method: 'GET', ...options, origin, path: pathname + search })
      }`
    compiling.onLoad({ filter: /[\\/]node_modules[\\/]undici[\\/]index\.js$/ }, () => ({ contents, loader: 'js' }))
  },
}

/** Parts of packages that nobody here uses: zod's texts in other languages, and what sanitize-html reads styles and dates with. */
const leaveOut = [
  without(/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, "export { default as en } from './en.js'"),
  without(/[\\/]node_modules[\\/]postcss[\\/]lib[\\/]postcss\.js$/, 'module.exports = {}'),
  without(/[\\/]node_modules[\\/]dayjs[\\/]/, 'module.exports = {}'),
]

function without(filter: RegExp, contents: string): Plugin {
  return {
    name: `without ${filter}`,
    setup: (compiling) => compiling.onLoad({ filter }, () => ({ contents, loader: 'js' })),
  }
}

/** Node's own modules as they are: imported, each first gets a list of all its members, for which it loads what few ask for. */
const lendBuiltins: Plugin = {
  name: 'lend-builtins',
  setup(compiling) {
    compiling.onResolve({ filter: /^[a-z]/ }, ({ path }) =>
      isBuiltin(path) ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'builtin' } : null,
    )
    compiling.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({ contents: lend(path) }))
  },
}

/** A module that Node has not loaded by itself waits until somebody asks for one of its members. */
function lend(path: string): string {
  const get = `process.getBuiltinModule('${path}')`
  const module: unknown = process.getBuiltinModule(path)
  if (typeof module !== 'object' || module === null || loadedByNode.has(path)) return `module.exports = ${get}`
  const members = Object.keys(module).map(
    (name) => `get ${JSON.stringify(name)}() { return ${get}[${JSON.stringify(name)}] }`,
  )
  return `module.exports = { ${members.join(', ')} }`
}

const loadedByNode = new Set(['node:fs', 'node:path', 'node:process', 'node:url', 'node:buffer'])
