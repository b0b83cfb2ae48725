/** What keeps a machine from reading or writing, in words that follow a colon, what to do about it, and the file where it is known. */
export type MachineFault = { why: string; hint: string; path?: string; isOfDisk: boolean; isFull: boolean }

const elsewhere = (options: string): string => `, or choose another folder with ${options}`

const full = ['ENOSPC', 'EDQUOT']

const faults: [codes: string[], why: string, step: string, isOfDisk: boolean][] = [
  [full, 'there is no room left on its disk', 'Free some room there', true],
  [['EROFS'], 'its disk can only be read', 'Mount it so that it can be written', true],
  [['EACCES', 'EPERM'], 'it may not be read or written', 'Mend its permissions', true],
  [['EFBIG'], 'this process may not write so large a file', 'Raise its limit, as with "ulimit -f unlimited"', true],
  [
    ['EMFILE', 'ENFILE'],
    'this process may not open so many files at once',
    'Raise its limit, as with "ulimit -n 4096"',
    false,
  ],
  [['EADDRINUSE'], 'something else listens there', 'Stop that, or choose another port with --port', false],
]
const sqliteFull = 13

/**
 * The fault that an error, or one of its causes, tells of; nothing where it is another one. `options` are those of the command line that
 * name another folder.
 */
export function machineFault(error: unknown, options: string): MachineFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', path, errcode } = cause as NodeJS.ErrnoException & { errcode?: number }
    const known = faults.find(([codes]) => codes.includes(errcode === sqliteFull ? 'ENOSPC' : code))
    if (!known) continue
    const [codes, why, step, isOfDisk] = known
    const hint = `${step}${isOfDisk ? elsewhere(options) : ''}.`
    return { why, hint, isOfDisk, isFull: codes === full, ...(path !== undefined && { path }) }
  }
  return undefined
}
