// Plain JavaScript, because the program is compiled with it.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those around it, one by one: Node's `recursive` never ends where the system makes no folders, as below /proc.
 * @param {string} folder
 */
export function makeFolder(folder) {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // else another process has just made it
  }
}
