import { resolve } from 'node:path'
import { printRedirects } from '#cli/tell/print-redirects.ts'
import { Findings, UsageError } from '#content/finding.ts'
import { addressRulesOf, readAddresses } from '#publish/redirects/addresses.ts'
import { compileRedirects } from '#publish/redirects/compile-redirects.ts'
import { readRedirects } from '#publish/redirects/redirects.ts'
import { entriesOf } from '#renderer/plan/moved-addresses.ts'
import { checkRedirects } from '#renderer/sources/check-files.ts'
import { loadSettings } from '#renderer/sources/load-settings.ts'

export type RedirectsOptions = { out: string; config: string; json?: boolean }

/**
 * Runs `site redirects`. Prints the outcome of every entry, and the reason for it. Returns the exit code, which is 1 if
 * an entry is refused.
 */
export async function redirects(options: RedirectsOptions): Promise<number> {
  const { settings, siteRoot } = await loadSettings(options.config)
  const addresses = await readAddresses(options.out)
  if (!addresses) {
    throw new UsageError(`There is no build in "${options.out}" to check redirects against.`, {
      hint: 'Build the site first with "npx site build --locale all", or pass the folder of its export with --out.',
    })
  }
  const family = settings.families.find(({ id }) => id === addresses.family)
  if (!family) {
    throw new UsageError(
      `The build in "${options.out}" belongs to the domain family "${addresses.family}", which the settings do not have.`,
      { hint: 'Build the site again with these settings, or pass the folder of another export with --out.' },
    )
  }
  await checkRedirects(siteRoot, settings)
  const entries = entriesOf(family, settings, readRedirects(resolve(siteRoot, 'redirects.json')))
  const findings = new Findings()
  const compiled = compileRedirects({ entries, rules: addressRulesOf(addresses), findings })
  if (options.json) {
    const { warnings, errors } = findings
    process.stdout.write(
      `${JSON.stringify({ family: family.id, entries: compiled.table, warnings, errors }, null, 2)}\n`,
    )
  } else {
    printRedirects(compiled, addresses, process.stdout)
  }
  return findings.errors.length > 0 ? 1 : 0
}
