// Plain JavaScript, because it is used to compile the command before the command can run TypeScript.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder of the tool's own sources, and the folder of the site. @typedef {{ toolRoot: string, siteRoot: string }} Roots */

/** How esbuild reads all our sources. It finds no `tsconfig.json` if the tool is installed below a `node_modules`. */
export const tsconfigRaw = {
  compilerOptions: { target: 'ES2023', jsx: /** @type {const} */ ('react-jsx'), verbatimModuleSyntax: true },
}

/**
 * A block of the site's own. `folder`, `schema` and `component` are paths; `type` is its type in content, and `name`
 * the name of its component.
 * @typedef {{ type: string, name: string, folder: string, schema: string, component: string }} OwnBlock
 */

/** The error for a folder of `blocks/` that cannot be a block. The message is a whole sentence, and says what to do. */
class OwnBlockError extends Error {}

/**
 * The blocks of the site's own: folders of `blocks/` with a `schema.ts`.
 * @param {string} siteRoot
 * @returns {OwnBlock[]}
 */
export function ownBlocksOf(siteRoot) {
  const folder = join(siteRoot, 'blocks')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'schema.ts')))
    .map(({ name }) => ownBlock(join(folder, name), name))
    .sort((a, b) => (a.type < b.type ? -1 : 1))
}

/** @param {string} folder @param {string} name @returns {OwnBlock} */
function ownBlock(folder, name) {
  if (!blockName.test(name)) {
    throw new OwnBlockError(
      `The folder "blocks/${name}" cannot be a block: its name must consist of lower-case letters, digits and single hyphens, as in "pull-quote". Rename it.`,
    )
  }
  const component = join(folder, `${name}.tsx`)
  if (!existsSync(component)) {
    throw new OwnBlockError(
      `The block "blocks/${name}" has a schema.ts, but no component. Export ${componentName(name)} from "blocks/${name}/${name}.tsx".`,
    )
  }
  const schema = join(folder, 'schema.ts')
  return { type: name.replaceAll('-', '_'), name: componentName(name), folder, schema, component }
}

/** Valid names for the folder of a block. */
export const blockName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/**
 * The name of a block's component, made from the name of its folder: `PullQuote` for `pull-quote`. @param {string} name
 */
export function componentName(name) {
  return name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase())
}

/** The text that replaces these modules in a bundle: it imports the own blocks of the site. */
const joined = {
  /** @param {OwnBlock[]} blocks */
  'content/blocks/own-schemas.ts': (blocks) =>
    `${blocks.map(({ schema }, at) => `import { schema as schema${at} } from ${JSON.stringify(schema)}`).join('\n')}
export const ownSchemas = [${blocks.map(({ type, folder }, at) => `{ type: '${type}', file: 'blocks/${basename(folder)}/schema.ts', schema: schema${at} }`)}]`,
  /** @param {OwnBlock[]} blocks */
  'blocks/own-blocks.ts': (blocks) =>
    `${blocks.map(({ name, component }, at) => `import { ${name} as Block${at} } from ${JSON.stringify(component)}`).join('\n')}
export const ownBlocks = { ${blocks.map(({ type }, at) => `${type}: Block${at}`)} }`,
}

/** The tool itself, by whose name a site imports its files, and packages that a bundle may contain only once. */
const ofTool = /^(site|react|react-dom|preact|zod)(\/|$)/

/**
 * An esbuild plugin that adds the blocks of a site to those of the contract in every bundle.
 * @param {Roots} roots
 * @returns {import('esbuild').Plugin}
 */
export function joinOwnBlocks({ toolRoot, siteRoot }) {
  const blocks = join(siteRoot, 'blocks')
  const ownFolder = siteRoot !== toolRoot && existsSync(blocks) ? realpathSync(blocks) + sep : undefined
  return {
    name: 'own-blocks',
    setup({ onLoad, onResolve, resolve: find }) {
      onLoad({ filter: /[\\/]own-(?:blocks|schemas)\.ts$/ }, ({ path }) => {
        const textOf = Object.entries(joined).find(([file]) => path === join(toolRoot, file))?.[1]
        if (!textOf) return undefined
        try {
          return { contents: textOf(ownBlocksOf(siteRoot)), loader: 'ts', resolveDir: siteRoot }
        } catch (error) {
          if (!(error instanceof OwnBlockError)) throw error
          return { errors: [{ text: error.message }] }
        }
      })
      if (!ownFolder) return
      onResolve({ filter: ofTool }, ({ path, importer, kind, pluginData }) => {
        if (pluginData === ofTool || !importer.startsWith(ownFolder)) return undefined
        if (path.startsWith('site/')) {
          const file = toolFile(path, toolRoot)
          const text = `"${relative(siteRoot, importer)}" imports "${path}", which the tool does not have. Correct the name of that file.`
          return file ? { path: file } : { errors: [{ text }] }
        }
        return find(path, { kind, resolveDir: toolRoot, pluginData: ofTool })
      })
    },
  }
}

/**
 * The file of the tool that a site imports by this name; undefined if it does not exist.
 * @param {string} name @param {string} toolRoot
 */
function toolFile(name, toolRoot) {
  try {
    return createRequire(join(toolRoot, 'package.json')).resolve(name)
  } catch {
    return undefined
  }
}

/**
 * The options with which esbuild makes a single script from our sources and a site's own blocks. All sources in the
 * script share one `import.meta`, that of our file `as`, so that `site verify` can watch who reads it.
 * @param {Roots & { as: string }} options
 * @returns {import('esbuild').BuildOptions}
 */
export function bundleOptions({ toolRoot, siteRoot, as }) {
  const filename = join(toolRoot, as)
  const meta = { url: pathToFileURL(filename).href, dirname: dirname(filename), filename }
  return {
    absWorkingDir: toolRoot,
    bundle: true,
    platform: 'node',
    target: 'node22.18',
    format: 'cjs', // at the start of an ES module, Node loads every Node module that the script names, needed or not
    banner: { js: `var importMeta=${JSON.stringify(meta)};` },
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta': 'importMeta' },
    plugins: [joinOwnBlocks({ toolRoot, siteRoot })],
    tsconfigRaw,
    logLevel: 'silent',
    // Otherwise a mistake such as "z.numer()" would be reported only at run time, without its name.
    logOverride: { 'import-is-undefined': 'error' },
  }
}

/**
 * The error of a command that could not be compiled because of a block of the site; undefined if the tool itself is at
 * fault.
 * @param {any} error of esbuild
 * @param {Roots} roots
 */
export function siteMistake(error, roots) {
  const reported = blockMistake(error, roots)
  return reported && Object.assign(new Error(`${reported}\nNothing was read or built.`), { isOfSite: true })
}

/**
 * esbuild's messages about a name that a module does not export: one for modules with other exports, one for modules
 * without any.
 */
const missingExports = [
  /^No matching export in "(?<file>[^"]*)" for import "(?<name>[^"]*)"$/,
  /^Import "(?<name>[^"]*)" will always be undefined because the file "(?<file>[^"]*)" has no exports$/,
]

/**
 * Describes the mistake in a block of the site, in whole sentences for its owner; undefined if the tool itself is at
 * fault.
 * @param {any} error of esbuild
 * @param {Roots} roots
 * @returns {string | undefined}
 */
export function blockMistake(error, { toolRoot, siteRoot }) {
  const [first] = error?.errors ?? []
  if (!first) return undefined
  const nameOf = (/** @type {string} */ file) => relative(siteRoot, resolve(toolRoot, file))
  const { text, location } = first
  const { file, name } = missingExports.map((shape) => shape.exec(text)?.groups).find(Boolean) ?? {}
  const isOwn = siteRoot !== toolRoot && location && nameOf(location.file).startsWith(`blocks${sep}`)
  const isJoint = /(^|\/)own-(blocks|schemas)\.ts$/.test(location?.file ?? '')
  if (first.pluginName === 'own-blocks') return text
  if (isJoint && file !== undefined) return `"${nameOf(file)}" does not export "${name}". Export it.`
  if (!isOwn) return undefined
  return `"${nameOf(location.file)}" cannot be compiled: ${text}, at line ${location.line}, column ${location.column + 1}. Correct it.`
}
