import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compileFunction, constants } from 'node:vm'
import type { SpareOrder } from '#preview/messages.ts'

// A process that has loaded the packages, and waits for the code that will render with them. Node runs this file as it stands.

const require = createRequire(import.meta.url)
const filename = join(import.meta.dirname, 'main.cjs')

function obey(order: SpareOrder): void {
  if (order.type === 'load') load(order.packages)
  else become(order.code)
}

function become(code: string): void {
  process.off('message', obey)
  const run = compileFunction(code, ['require', 'module', 'exports'], {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} }
  run(require, module, module.exports)
}

function load(packages: string[]): void {
  for (const name of packages) {
    try {
      require(name)
    } catch {
      // told when the code asks for it
    }
  }
  if (packages.includes('esbuild')) void (require('esbuild') as typeof import('esbuild')).transform('') // starts its process
}

process.on('message', obey)
process.on('disconnect', () => process.exit(0)) // the server is gone
process.on('SIGINT', () => {}) // Ctrl+C reaches the whole group; the server says when to end
