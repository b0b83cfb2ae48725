import { constants } from 'node:fs'

/**
 * Flags for reading a file that an earlier command left or a person wrote. With them a named pipe is read as an empty file; without them
 * the read would wait without end.
 */
export const atOnce: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) // Windows has no such pipes
