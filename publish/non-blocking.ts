import { constants } from 'node:fs'

/**
 * Flags for reading a file that an earlier command or a person left behind. With them, a named pipe reads as an empty
 * file. Without them, the read would block forever.
 */
export const nonBlocking: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) // Windows has no such pipes
