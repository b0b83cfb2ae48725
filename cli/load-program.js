import { mapStackTraces } from './map-stack-traces.js'
import { runScript } from './run-script.js'

// Plain JavaScript that loads only what Node has loaded by itself: it runs at every start. An import would load more.
const { mkdirSync, readFileSync, statSync } = process.getBuiltinModule('node:fs')
const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')

const root = dirname(import.meta.dirname)
const folder = join(root, 'node_modules/.cache/site')
// Two checkouts may share one node_modules by a link.
const recordFile = join(folder, `${root.replaceAll(/[^\w.-]+/g, '-').slice(-180)}.json`)

/**
 * Gives the module `cli/main.ts`: as an earlier start compiled it, if every file that went in and every one that came out is as
 * it was; else compiled anew; else, where it cannot be compiled or kept, by tsx. `NODE_DEBUG=site` tells why.
 */
export async function loadProgram() {
  const program = readFresh() ?? (await compile())
  if (!program) return loadByTsx()
  const file = join(folder, program)
  enableCompileCache(join(dirname(file), 'v8')) // of what lies outside
  mapStackTraces(dirname(file))
  return runScript({
    file,
    codeFile: join(dirname(file), 'v8', `${(process.argv[2] ?? '').replaceAll(/\W/g, '')}.code`),
    scope: {
      require: createRequire(join(root, 'cli/main.ts')),
      importModule: (url) => import(url),
      resolveModule: (name) => import.meta.resolve(name),
    },
  })
}

function readFresh() {
  try {
    const { root: compiledRoot, program, marks } = JSON.parse(readFileSync(recordFile, 'utf8'))
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

async function compile() {
  try {
    mkdirSync(folder, { recursive: true })
    const { compileProgram } = await import('./compile-program.ts')
    return await compileProgram({ root, folder, recordFile, markOf })
  } catch (cause) {
    if (process.env.NODE_DEBUG?.includes('site')) process.stderr.write(`site runs through tsx: ${cause.stack}\n`)
    return undefined
  }
}

async function loadByTsx() {
  const { register } = await import('tsx/esm/api')
  register()
  return import('./main.ts')
}
