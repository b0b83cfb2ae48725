// Plain JavaScript, because `cli/compile-program.js` uses it before anything is compiled.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents, one by one: Node's `recursive` never returns where the system does not allow
 * folders, as below /proc, or a name, as on some disks. Several threads may make folders with the same parents.
 * @param {string} folder
 */
export function makeFolder(folder) {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // otherwise, another thread or process has just made it
  }
}
