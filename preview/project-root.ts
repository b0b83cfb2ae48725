import { fileURLToPath } from 'node:url'

/** The folder of the sources, with a final slash. */
export const projectRoot = fileURLToPath(new URL('../', import.meta.url))
