// Plain JavaScript, because Node does not run TypeScript that is installed below a `node_modules`.
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { build, stop } from 'esbuild'
import { makeFolder } from '#publish/export/make-folder.js'
import { writeCompiledGraph } from '#renderer/sources/module-graph.js'
import { bundleOptions, siteMistake } from '#renderer/sources/own-blocks.js'

/** Files that are not part of the bundle, but decide how it is made and which packages are available. */
const configFiles = [
  ...['package.json', 'package-lock.json', 'node_modules/.package-lock.json'],
  ...['cli/compile-program.js', 'publish/export/make-folder.js'],
  ...['renderer/sources/module-graph.js', 'renderer/sources/own-blocks.js'],
]

/**
 * Packages that are not bundled: native code, packages that few commands use, and the engines, among which
 * `renderer/reader/engine.ts` chooses.
 */
const external = [
  ...['@aws-sdk/client-s3', 'esbuild', 'hyphen', 'opentype.js', 'sharp', 'undici'],
  ...['@hono/node-server', 'chokidar', 'hono', 'js-yaml', 'parse5', 'sitemap'],
  ...['preact', 'preact-render-to-string', 'react', 'react-dom', 'sanitize-html'],
]

const youngMs = 10 * 60_000

/**
 * `folders` are the folders where a bundle may be kept, the first choice first.
 * @typedef {{ toolRoot: string, siteRoot: string, folders: string[], markOf: (path: string) => string }} CompileJob
 */

/**
 * Bundles `cli/main.ts`, everything that it imports, and the own blocks of the site into `main.cjs`, and returns the
 * path of that file. The code of the threads that render pages is bundled into `page-thread.cjs` beside it.
 * `modules.json` names the modules of both bundles. Each process bundles into its own folder, so that two processes may
 * do it at the same time. `record.json`, beside these folders, names the `main.cjs` that the next start runs, and the
 * mark of each file that it was made of.
 * @param {CompileJob} job
 * @returns {Promise<string>}
 */
export async function compileProgram({ toolRoot, siteRoot, folders, markOf }) {
  const { own, folder } = newFolder(toolRoot, folders)
  // measured by the clock of the file system, which may differ from that of the machine
  const begin = changeTime(own)
  const metafile = await bundle(toolRoot, siteRoot, own)
  // own blocks may be added to these folders, or removed
  const ofBlocks = ['blocks', ...globSync('blocks/*/', { cwd: siteRoot })]
  const ofSite = ofBlocks.map((path) => relative(toolRoot, join(siteRoot, path)))
  const inputs = [...Object.keys(metafile.inputs), ...configFiles, ...ofSite]
  writeCompiledGraph(join(own, 'modules.json'), metafile, { toolRoot, siteRoot })
  const made = ['main.cjs', 'page-thread.cjs', 'modules.json'].map((name) => relative(toolRoot, join(own, name)))
  const marks = [...inputs, ...made].map((path) => [path, markOf(path)])
  // If a source was changed after `begin`, the bundle may hold its earlier version. Then no record is written, and the
  // next start compiles again.
  if (folder && inputs.every((path) => changeTime(join(toolRoot, path)) < begin)) {
    // every site without own blocks runs the same program
    const blocksOf = existsSync(join(siteRoot, 'blocks')) ? siteRoot : toolRoot
    const record = { program: made[0], node: process.version, blocksOf, marks }
    writeFileSync(join(own, 'record.json'), JSON.stringify(record))
    renameSync(join(own, 'record.json'), join(folder, 'record.json'))
    removeOld(folder, begin)
  }
  return join(own, 'main.cjs')
}

/**
 * Makes a folder for one bundle. If no bundle can be kept, it is a temporary folder.
 * @param {string} toolRoot @param {string[]} folders
 * @returns {{ own: string, folder?: string }}
 */
function newFolder(toolRoot, folders) {
  for (const folder of folders) {
    let own
    try {
      makeFolder(folder)
      own = mkdtempSync(join(folder, 'program-'))
      linkPackages(toolRoot, own)
      return { own, folder }
    } catch {
      // the folder does not allow files or links, as on a memory stick
      if (own) rmSync(own, { recursive: true, force: true })
    }
  }
  const own = mkdtempSync(join(tmpdir(), 'site-program-'))
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  linkPackages(toolRoot, own)
  return { own }
}

/**
 * Adds links through which Node finds the `external` packages from a folder outside the tool root.
 * @param {string} toolRoot @param {string} own
 */
function linkPackages(toolRoot, own) {
  if (own.startsWith(toolRoot + sep)) return
  const { paths } = createRequire(join(toolRoot, 'package.json')).resolve
  for (const name of external) {
    const place = (paths(name) ?? []).map((folder) => join(folder, name)).find(changeTime)
    if (!place) continue // the module that imports the package reports that it is missing
    const link = join(own, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(place, link, 'junction')
  }
}

/**
 * Bundles the program and its threads, and returns what went into the bundles.
 * @param {string} toolRoot @param {string} siteRoot @param {string} outdir
 * @returns {Promise<import('esbuild').Metafile>}
 */
async function bundle(toolRoot, siteRoot, outdir) {
  const bundling = build({
    ...bundleOptions({ toolRoot, siteRoot, as: 'cli/main.ts' }),
    entryPoints: { main: 'cli/main.ts', 'page-thread': 'renderer/build/pages/page-thread.ts' },
    outdir,
    outExtension: { '.js': '.cjs' },
    external,
    minifyWhitespace: true, // the bundle is read and checked at every start
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
  })
  const { metafile } = await bundling.finally(stop).catch((error) => {
    rmSync(outdir, { recursive: true, force: true }) // the bundle may have filled the disk
    throw siteMistake(error, { toolRoot, siteRoot }) ?? error
  })
  return metafile
}

/**
 * Returns when a file was last changed, in milliseconds, or 0 if the file does not exist.
 * @param {string} path
 */
function changeTime(path) {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0
}

/**
 * Removes bundles of earlier sources, and leftovers of failed runs, except recent ones, which another process may be
 * loading.
 * @param {string} folder @param {number} now
 */
function removeOld(folder, now) {
  const old = globSync('*', { cwd: folder }).filter((name) => changeTime(join(folder, name)) < now - youngMs)
  for (const name of old) rmSync(join(folder, name), { recursive: true, force: true })
}
