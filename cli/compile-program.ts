import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin, stop } from 'esbuild'
import { adaptSources } from '#renderer/adapt-sources.ts'

export type CompileJob = {
  /** The module of `cli/` to compile, without its ending. */
  name: string
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
  'renderer/adapt-sources.ts',
]

/** Native code, what looks for files of its own, and Preact, which few builds want. */
const external = ['esbuild', 'opentype.js', 'preact', 'preact-render-to-string', 'sharp', 'tsx']

const keptPrograms = 10
const youngMs = 10 * 60_000

/**
 * Compiles a module of `cli/` into a folder of its own, records it as the one to run, and gives its file, named from `folder`.
 * Processes that do so at once do not meet: each runs what it compiled, and the last record counts.
 */
export async function compileProgram({ name, root, folder, recordFile, markOf }: CompileJob): Promise<string> {
  removeOld(folder)
  const own = mkdtempSync(join(folder, 'program-'))
  try {
    const begin = fileClock(own)
    const { inputs, outputs } = await bundleProgram(root, name, own)
    const program = join(basename(own), `${name}.cjs`)
    // What npm keeps in step with its own record of node_modules need not be looked at file by file.
    const sources = [...inputs.filter((path) => !/node_modules\//.test(path)), ...configFiles]
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

async function bundleProgram(
  root: string,
  name: string,
  outdir: string,
): Promise<{ inputs: string[]; outputs: string[] }> {
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [`cli/${name}.ts`],
      outfile: join(outdir, `${name}.cjs`),
      bundle: true,
      format: 'cjs', // of a script V8 keeps what was compiled while it ran; of a module only what was compiled before
      define: { 'import.meta.resolve': 'resolveModule', 'process.env.NODE_ENV': '"production"' },
      supported: { 'dynamic-import': false },
      platform: 'node',
      target: 'node22.18',
      external: name === 'main' ? external : [...external, 'undici'], // who wants to start at once connects by Node
      keepNames: true, // components are told apart by the names of their functions
      minifySyntax: true,
      minifyWhitespace: true,
      plugins: [adaptSources, chooseReact, shortenReactDom, shortenUndici, ...leaveOut],
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

/** Of React's servers only the one that gives texts; the other, which streams, is as large. */
const shortenReactDom: Plugin = {
  name: 'shorten-react-dom',
  setup(compiling) {
    const contents = `exports.renderToString = require('./cjs/react-dom-server-legacy.node.production.js').renderToString`
    compiling.onLoad({ filter: /[\\/]react-dom[\\/]server\.node\.js$/ }, () => ({ contents, loader: 'js' }))
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
