// Plain JavaScript, because it is used to compile the command.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownBlocksOf } from './own-blocks.js'

/**
 * Modules of ours, by their path from the folder of the tool: the imports of each, the components that it exports, and
 * whether it exports nothing else. Packages are left out.
 * @typedef {Record<string, { imports: string[], components: string[], givesOnlyComponents: boolean }>} ModuleGraph
 */

/**
 * The modules that a program was compiled from, and the blocks of the site that it was compiled with.
 * @typedef {{ graph: ModuleGraph, ownBlocks: import('./own-blocks.js').OwnBlock[] }} CompiledGraph
 */

/**
 * The modules of a bundle.
 * @param {import('esbuild').Metafile} metafile @param {string} toolRoot
 * @returns {ModuleGraph}
 */
export function moduleGraphOf({ inputs }, toolRoot) {
  const modules = Object.entries(inputs).filter(([module]) => isOurs(module, toolRoot))
  return Object.fromEntries(
    modules.map(([module, { imports }]) => {
      const inner = imports.filter(({ path, external }) => !external && isOurs(path, toolRoot)).map(({ path }) => path)
      return [module, { imports: inner, ...componentsOf(readFileSync(join(toolRoot, module), 'utf8')) }]
    }),
  )
}

/**
 * Writes the modules and blocks that a program was compiled from into a file.
 * @param {string} file @param {import('esbuild').Metafile} metafile @param {import('./own-blocks.js').Roots} roots
 */
export function writeCompiledGraph(file, metafile, { toolRoot, siteRoot }) {
  /** @type {CompiledGraph} */
  const compiled = { graph: moduleGraphOf(metafile, toolRoot), ownBlocks: ownBlocksOf(siteRoot) }
  writeFileSync(file, JSON.stringify(compiled))
}

/**
 * Whether a module belongs to the tool or the site, and not to a package. The tool itself may be installed in a folder
 * of packages.
 * @param {string} module @param {string} toolRoot
 */
function isOurs(module, toolRoot) {
  return module.startsWith('../')
    ? !/\/node_modules\//.test(join(toolRoot, module))
    : !module.startsWith('node_modules/')
}

/**
 * Names of the components that a module exports, and whether it exports no other values.
 * @param {string} source
 */
function componentsOf(source) {
  const exported = [...source.matchAll(/^export (?!type\b|interface\b)(.*)/gm)].map(([, rest = '']) => rest)
  const components = exported.flatMap((rest) => /^function ([A-Z]\w*)/.exec(rest)?.[1] ?? [])
  return { components, givesOnlyComponents: components.length > 0 && components.length === exported.length }
}
