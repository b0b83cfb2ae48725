// For tests of own blocks. Plain JavaScript, because Node does not run TypeScript that is installed below a
// `node_modules`.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'
import { build } from 'esbuild'
import { load } from 'js-yaml'
import { bundleOptions } from '#renderer/sources/own-blocks.js'

const toolRoot = dirname(import.meta.dirname)

/**
 * Opens an own block with the content of the `demo.yaml` beside it.
 * @param {string} folder that of the block: `import.meta.dirname`
 * @returns {Promise<ReturnType<typeof import('#tests/block-rules.ts').openBlock>>}
 */
export async function openBlock(folder) {
  const [demo] = /** @type {Record<string, unknown>[]} */ (load(readFileSync(join(folder, 'demo.yaml'), 'utf8')))
  const { outputFiles } = await build({
    ...bundleOptions({ toolRoot, siteRoot: dirname(dirname(folder)), as: 'cli/testing.js' }),
    entryPoints: ['tests/block-rules.ts'],
    write: false,
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  })
  const module = { exports: /** @type {any} */ ({}) }
  const run = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module', 'exports'], {
    filename: join(toolRoot, 'cli/testing.cjs'),
  })
  run(createRequire(import.meta.url), module, module.exports)
  return module.exports.openBlock(basename(folder).replaceAll('-', '_'), demo)
}
