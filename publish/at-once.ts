import { constants } from 'node:fs'

/**
 * The flags to read a file with that an earlier command left, or a person wrote. A named pipe in its place is read as a file of no bytes; without them it would
 * be waited for without end.
 */
export const atOnce: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) // Windows has no such pipes
