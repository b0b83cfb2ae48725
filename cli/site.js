#!/usr/bin/env node
// Plain JavaScript, so that an old Node can at least print which version is needed. It loads only modules that Node
// itself has already loaded.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `site needs Node 22.18 or newer, but this is ${process.versions.node}.\n` +
      'Run "npm ci", and then "npx site", which uses the Node 24 in node_modules.\n',
  )
  process.exit(2)
}
process.env.NODE_ENV = 'production'

// Node 22 warns that SQLite is experimental. Users can do nothing about it.
const { emitWarning } = process
process.emitWarning = (/** @type {[any]} */ ...warning) =>
  `${warning[0]}`.startsWith('SQLite is an experimental') || emitWarning.apply(process, warning)

// Two settings make a build take less memory, and no more time. A process can get them only at its start. The first
// limits the young generation of V8's heap to 16 MB; the default is 128 MB. The second limits the C library of Linux to
// 2 memory arenas; the default is 8 for each core.
const isGiven = [...process.execArgv, process.env.NODE_OPTIONS].some((one) => one?.includes('semi-space-size'))
// `execve` would close the channel to the parent process
const canBegin = process.platform !== 'win32' && !process.connected
if (process.argv[2] === 'build' && !isGiven && canBegin && process.execve) {
  const again = ['--max-semi-space-size=8', ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...again], { MALLOC_ARENA_MAX: '2', ...process.env })
}

// A build that was started by `site build --watch` ends with its parent process, even while it is still starting.
if (process.argv.includes('--poll') && process.connected) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel?.unref()
}

const { existsSync, readFileSync, realpathSync, statSync } = process.getBuiltinModule('node:fs')
const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module')
const { dirname, join, resolve } = process.getBuiltinModule('node:path')

refuseMissingFolder()
const args = process.argv.slice(3)
const toolRoot = dirname(import.meta.dirname)
const settings = resolve(optionOf('--config') ?? 'site.config.ts')
const siteRoot = existsSync(settings) ? realpathSync(dirname(settings)) : toolRoot
refuseOddName()
const folders = programFolders()

const program = folders.map(freshProgram).find(Boolean) ?? (await compile())
process.env.NODE_COMPILE_CACHE = join(dirname(program), 'compiled') // threads read this variable
enableCompileCache(process.env.NODE_COMPILE_CACHE)
process.exitCode = await createRequire(import.meta.url)(program).main(process.argv, dirname(program))

/** Ends the command if its working folder has been removed. */
function refuseMissingFolder() {
  try {
    process.cwd()
  } catch {
    process.stderr.write(
      'The folder in which this command was started no longer exists.\nRun the command in another folder.\n',
    )
    process.exit(2)
  }
}

/** Ends the command if the name of the site root has characters that Node or esbuild would misinterpret. */
function refuseOddName() {
  if (process.platform === 'win32' || !/[*\\\p{Cc}]/u.test(siteRoot)) return
  process.stderr.write(
    `The path "${siteRoot}" contains "*", "\\" or a control character, so no file of the site can be loaded.\n` +
      'Rename that folder.\n',
  )
  process.exit(2)
}

/**
 * Returns the value of an option before the command line is parsed.
 * @param {string} name
 */
function optionOf(name) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  return args[at] === name ? args[at + 1] : args[at]?.slice(name.length + 1)
}

/**
 * Returns the folders where the program may be kept, the first choice first. With own blocks it is the cache of the
 * site. Otherwise it is the tool root if possible.
 */
function programFolders() {
  const ofTool = join(toolRoot, '.site/program')
  if (siteRoot === toolRoot) return [ofTool]
  const ofSite = join(resolve(optionOf('--cache') ?? '.site'), 'program')
  return existsSync(join(siteRoot, 'blocks')) ? [ofSite] : [ofTool, ofSite]
}

/**
 * Returns the program of an earlier start. Undefined if Node, the program itself, or a file that it was made of has
 * changed.
 * @param {string} folder
 */
function freshProgram(folder) {
  try {
    /** @type {{ program: string, node: string, blocksOf: string, marks: [path: string, mark: string][] }} */
    const { program, node, blocksOf, marks } = JSON.parse(readFileSync(join(folder, 'record.json'), 'utf8'))
    const isSame = node === process.version && (blocksOf === siteRoot || blocksOf === toolRoot)
    return isSame && marks.every(([path, mark]) => markOf(path) === mark) ? join(toolRoot, program) : undefined
  } catch {
    return undefined // the record is missing or damaged
  }
}

/**
 * Returns a text that changes whenever the content of the file may have changed. It contains the time of the inode's
 * last change, which no tool can set.
 * @param {string} path relative to the tool root
 */
function markOf(path) {
  const stats = statSync(`${toolRoot}/${path}`, { throwIfNoEntry: false })
  return stats ? `${stats.ctimeMs} ${stats.mtimeMs} ${stats.size} ${stats.ino}` : 'none'
}

async function compile() {
  try {
    const { compileProgram } = await import('./compile-program.js')
    return await compileProgram({ toolRoot, siteRoot, folders, markOf })
  } catch (error) {
    const { isOfSite, message } = /** @type {any} */ (error)
    process.stderr.write(isOfSite ? `${message}\n` : `The command cannot be compiled. ${reasonOf(error)}\n`)
    process.exit(isOfSite ? 2 : 1)
  }
}

/**
 * Returns why the command cannot be compiled, and what to do about it.
 * @param {any} error
 */
function reasonOf({ code, message, syscall }) {
  if (code === 'ERR_MODULE_NOT_FOUND') return `Packages are missing: run "npm ci" in "${toolRoot}" first.`
  if (syscall === 'mkdtemp')
    return `It needs a writable folder, either "${folders.at(-1)}" or the one that TMPDIR names: ${message}.`
  if (/no space left on device/.test(message)) return `Free some space on the disk. ${message}`
  if (/^The service .* EACCES$/.test(message))
    return `A program in the packages cannot be executed (${message.split(': ').at(-1)}). Install the packages with "npm ci" in a place where programs may be executed. An upload as an artifact loses that permission.`
  if (/^The service (was stopped|is no longer running)/.test(message))
    return 'esbuild, which compiles the command, was stopped: memory may have run out, or no more processes may be started. Check both, and run the command again.'
  return message
}
