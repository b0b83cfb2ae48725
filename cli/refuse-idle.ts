import type { Command } from 'commander'

/** Refuses any of the `idle` options on the command line, because they do nothing without the option `missing`. */
export function refuseIdle(command: Command, idle: string[], missing: string): void {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  const one = command.options.find((option) => idle.includes(option.attributeName()) && isGiven(option.attributeName()))
  if (one)
    command.error(
      `error: option '${one.flags}' has no effect without ${missing}; add ${missing}, or leave the option out.`,
    )
}

/**
 * Refuses an address on the command line together with a snapshot, which names its own service. An address in the
 * environment is ignored.
 */
export function refuseServiceOfSnapshot(command: Command): void {
  const isGiven = ['api', 'commerceApi'].some((name) => command.getOptionValueSource(name) === 'cli')
  if (command.opts().fromSnapshot === undefined || !isGiven) return
  command.error("error: option '--from-snapshot <file>' uses no service; leave out --api and --commerce-api.")
}
