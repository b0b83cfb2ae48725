import { type Command, InvalidArgumentError, Option } from 'commander'

const wholeNumber =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= from && value <= to) return value
    throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`)
  }

export const numberOption = (flags: string, text: string, [from, to]: [from: number, to: number]) =>
  new Option(flags, text).argParser(wholeNumber(from, to))

export const apiOption = () =>
  new Option(
    '--api <url>',
    'address of the content service, ends in /api (default: that of the settings, else files)',
  ).env('SITE_API')
export const commerceOption = () =>
  new Option('--commerce-api <url>', 'address for product categories, if it is another one').env('SITE_COMMERCE_API')
export const outOption = () => new Option('--out <dir>', 'folder of the export').default('output')
export const configOption = () => new Option('--config <file>', 'settings of the site').default('site.config.ts')
export const cacheOption = () => new Option('--cache <dir>', 'folder of what is kept between runs').default('.site')
export const familyOption = () => new Option('--family <id>', 'domain family of the settings (default: the first)')
export const localeOption = () => new Option('--locale <list>', 'locales, as in pl,en; or all').default('all')
export const imagesOption = () =>
  new Option('--images <on|off>', 'off: plain pictures, nothing encoded').choices(['on', 'off']).default('on')
export const portOption = (port: number) =>
  numberOption('--port <number>', 'port on 127.0.0.1, 0 for any free one', [0, 65_535]).default(port)

export const timeoutOption = () =>
  numberOption('--timeout <seconds>', 'end with an error when it takes longer', [1, 86_400]).conflicts([
    'watch',
    'poll',
  ])

export const maxWarningsOption = () =>
  numberOption('--max-warnings <n>', 'more warnings than these make the exit code 1', [0, 1_000_000])

/** A cache that machines share. */
export function addRemoteOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--remote-cache <s3://bucket/folder>', 'cache in an S3-compatible store that machines share').env(
        'SITE_REMOTE_CACHE',
      ),
    )
    .option('--remote-cache-readonly', 'take from it, and put nothing there')
}

/** Options of the commands that read the site as a build does, and have an export. */
export function addJobOptions(command: Command): Command {
  return addReadingOptions(command.addOption(outOption()))
}

/** Options of the commands that read the site as a build does. */
export function addReadingOptions(command: Command): Command {
  return command
    .addOption(localeOption())
    .addOption(apiOption())
    .addOption(commerceOption())
    .addOption(cacheOption())
    .addOption(configOption())
    .addOption(familyOption())
    .addOption(
      new Option('--engine <name>', 'what renders the components').choices(['react', 'preact']).default('react'),
    )
    .addOption(numberOption('--concurrency <n>', 'requests under way at once', [1, 256]).default(16))
    .addOption(imagesOption())
    .addOption(timeoutOption())
    .option('--strict', 'unknown blocks and missing pictures are errors')
    .option('--no-ledger', 'neither check nor fill the ledger of published addresses')
}
