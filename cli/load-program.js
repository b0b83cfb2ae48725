import { mapStackTraces } from './map-stack-traces.js'
import { runScript } from './run-script.js'

// Plain JavaScript that loads only what Node has loaded by itself: it runs at every start. An import would load more.
const { mkdirSync, readFileSync, statSync } = process.getBuiltinModule('node:fs')
const { createRequire, enableCompileCache, isBuiltin } = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')

const root = dirname(import.meta.dirname)
const folder = join(root, 'node_modules/.cache/site')
// Two checkouts may share one node_modules by a link.
const recordFileOf = (name) => join(folder, `${root.replaceAll(/[^\w.-]+/g, '-').slice(-180)}.${name}.json`)

/** Gives the whole command line, `cli/main.ts`: compiled, or where it cannot be compiled or kept, by tsx. */
export async function loadProgram() {
  return (await loadCompiled('main')) ?? loadByTsx()
}

/**
 * Gives the module `cli/NAME.ts`: as an earlier start compiled it, if every file that went in and every one that came out is as
 * it was; else compiled anew; nothing where it cannot be compiled or kept. `NODE_DEBUG=site` tells why.
 */
export async function loadCompiled(name) {
  const program = readFresh(name) ?? (await compile(name))
  if (!program) return undefined
  const file = join(folder, program)
  enableCompileCache(join(dirname(file), 'v8')) // of what lies outside
  mapStackTraces(dirname(file))
  return runScript({
    file,
    codeFile: join(dirname(file), 'v8', `${(process.argv[2] ?? '').replaceAll(/\W/g, '')}.code`),
    scope: {
      require: lendingRequire(createRequire(join(root, `cli/${name}.ts`))),
      importModule: (url) => import(url),
      resolveModule: (name) => import.meta.resolve(name),
    },
  })
}

function readFresh(name) {
  try {
    const { root: compiledRoot, program, marks } = JSON.parse(readFileSync(recordFileOf(name), 'utf8'))
    const isFresh = compiledRoot === root && marks.every(([path, mark]) => markOf(path) === mark)
    return isFresh ? program : undefined
  } catch {
    return undefined // none yet, or damaged
  }
}

/** Another text whenever the file, named from the root, may hold something else: no tool can set when its inode last changed. */
function markOf(path) {
  const stats = statSync(`${root}/${path}`, { throwIfNoEntry: false }) // `join` would take as long as the look
  return stats ? `${stats.ctimeMs} ${stats.mtimeMs} ${stats.size} ${stats.ino}` : 'none'
}

async function compile(name) {
  try {
    mkdirSync(folder, { recursive: true })
    const { compileProgram } = await import('./compile-program.ts')
    return await compileProgram({ name, root, folder, recordFile: recordFileOf(name), markOf })
  } catch (cause) {
    if (process.env.NODE_DEBUG?.includes('site'))
      process.stderr.write(`cli/${name}.ts is not compiled: ${cause.stack}\n`)
    return undefined
  }
}

/** Modules that Node has loaded by itself, and those that are a function. */
const atHand = new Set(['assert', 'buffer', 'events', 'fs', 'module', 'path', 'process', 'stream', 'url', 'util'])

/** Node's other modules wait until somebody asks for one of their members: many are asked for only now and then. */
function lendingRequire(require) {
  const lent = new Map()
  return (name) => {
    if (!isBuiltin(name)) return require(name)
    if (!lent.has(name))
      lent.set(name, atHand.has(name.replace(/^node:/, '')) ? process.getBuiltinModule(name) : lend(name))
    return lent.get(name)
  }
}

/** By way of its prototype, which esbuild's copies of a module share. */
function lend(name) {
  const load = () => process.getBuiltinModule(name)
  return Object.create(new Proxy({}, { get: (_, member) => load()[member], has: (_, member) => member in load() }))
}

async function loadByTsx() {
  const { register } = await import('tsx/esm/api')
  register()
  return import('./main.ts')
}
