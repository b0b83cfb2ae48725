// Plain JavaScript, because `cli/compile-program.js` uses it before anything is compiled.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents, one by one: Node's `recursive` never returns where the system does not allow
 * folders, as below /proc, or a name, as on some disks.
 * @param {string} folder
 */
export function makeFolder(folder) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (existsSync(folder)) return // also if another process has just made it
    if (existsSync(dirname(folder))) throw error
    makeFolder(dirname(folder))
    makeFolder(folder)
  }
}
