#!/usr/bin/env node
// Plain JavaScript, so that an old Node can at least say what it lacks. It loads only what Node has loaded by itself.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `site needs Node 22.18 or newer, but this is ${process.versions.node}.\n` +
      'Run it as "npx site" or "npm run site" after "npm ci": both use the Node 24 that stands in node_modules.\n',
  )
  process.exit(2)
}
process.env.NODE_ENV = 'production'

const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')

const root = dirname(import.meta.dirname)
const folder = join(root, '.site/program')

const program = freshProgram() ?? (await compile())
enableCompileCache(join(dirname(program), 'compiled'))
// Stacks name lines of the sources by source maps, but reading these takes as long as rendering a page, or as all of --help.
const [, , command = '--help'] = process.argv
process.setSourceMapsEnabled(command !== 'render' && !command.startsWith('-'))
const pageThread = join(dirname(program), 'page-thread.cjs')
process.exitCode = await createRequire(import.meta.url)(program).main(process.argv, { pageThread })

/** The bundle of an earlier start; nothing where a file that went into it, the bundle itself, or Node is not as it was. */
function freshProgram() {
  try {
    const { program, node, marks } = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'))
    const isFresh = node === process.version && marks.every(([path, mark]) => markOf(path) === mark)
    return isFresh ? join(root, program) : undefined
  } catch {
    return undefined // no record yet, or a damaged one
  }
}

/** A text that changes whenever the file may hold something else: no tool can set the time of an inode's last change. */
function markOf(path) {
  const stats = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  return stats ? `${stats.ctimeMs} ${stats.mtimeMs} ${stats.size} ${stats.ino}` : 'none'
}

async function compile() {
  try {
    const { compileProgram } = await import('./compile-program.ts')
    return await compileProgram({ root, folder, markOf })
  } catch (error) {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND'
    const told = isMissing ? `Packages are missing: run "npm ci" in "${root}" first.` : error.message
    process.stderr.write(`The command cannot be compiled. ${told}\n`)
    process.exit(1)
  }
}
