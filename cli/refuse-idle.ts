import type { Command } from 'commander'

/** Refuses an `idle` option on the command line: without the option `missing` it does nothing. */
export function refuseIdle(command: Command, idle: string[], missing: string): void {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  const one = command.options.find((option) => idle.includes(option.attributeName()) && isGiven(option.attributeName()))
  if (one) command.error(`error: option '${one.flags}' does nothing without ${missing}; add that, or leave it out.`)
}

/** Refuses an address on the command line beside a snapshot, which names its service itself. One in the environment is left aside. */
export function refuseServiceOfSnapshot(command: Command): void {
  const isGiven = ['api', 'commerceApi'].some((name) => command.getOptionValueSource(name) === 'cli')
  if (command.opts().fromSnapshot === undefined || !isGiven) return
  command.error("error: option '--from-snapshot <file>' reads no service; leave out --api and --commerce-api.")
}
