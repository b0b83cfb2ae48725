// A process that has loaded the packages, and waits for the code that will render with them. Node runs this file as it
// is. It is plain JavaScript, because Node does not run TypeScript that is installed below a `node_modules`.
import { createRequire } from 'node:module'
import { compileFunction, constants } from 'node:vm'

const require = createRequire(import.meta.url)

/** @param {import('#preview/messages.ts').SpareOrder} order */
function handleOrder(order) {
  if (order.type === 'load') load(order.packages)
  else become(order)
}

/** @param {{ code: string, bundle: string }} compiled `bundle` is the file name in stack traces. */
function become({ code, bundle }) {
  process.off('message', handleOrder)
  try {
    const run = compileFunction(code, ['require', 'module', 'exports'], {
      filename: bundle,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    const module = { exports: {} }
    run(require, module, module.exports)
  } catch (error) {
    process.send?.(failureOf(error), undefined, undefined, () => {})
  }
}

/**
 * Returns why the code cannot run, such as a mistake in the schema of an own block. The server then stops the process.
 * @param {any} error
 * @returns {import('#preview/messages.ts').Notice}
 */
function failureOf(error) {
  const { message = String(error), hint, name, stack } = error ?? {}
  return { type: 'failed', message, isUsage: name === 'UsageError', ...(hint && { hint }), ...(stack && { stack }) }
}

/** @param {string[]} packages */
function load(packages) {
  for (const name of packages) {
    try {
      require(name)
    } catch {
      // the code reports it when it needs the package
    }
  }
  if (packages.includes('esbuild')) void require('esbuild').transform('') // starts its process
}

process.on('message', handleOrder)
process.on('disconnect', () => process.exit(0)) // the server is gone
// Ctrl+C, a closed terminal and a service that is stopped reach all processes; the server decides when this one ends
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) process.on(signal, () => {})
