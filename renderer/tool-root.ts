import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the tool's own sources: where it is installed, or its checkout. Sites have a folder of their own. */
export const toolRoot = dirname(dirname(fileURLToPath(import.meta.url)))
