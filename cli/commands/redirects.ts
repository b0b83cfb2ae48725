import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { Findings, UsageError } from '#content/finding.ts'
import { withVisibleControls as shown } from '#content/wording/visible-controls.ts'
import { type Addresses, readAddresses, rulesOf } from '#publish/redirects/addresses.ts'
import { type CompiledRedirects, compileRedirects, type ResolvedEntry } from '#publish/redirects/compile-redirects.ts'
import { readRedirects } from '#publish/redirects/redirects.ts'
import { entriesOf } from '#renderer/plan/resolve-moved.ts'
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
    )
  }
  const entries = entriesOf(family, settings, readRedirects(resolve(siteRoot, 'redirects.json')))
  const findings = new Findings()
  const compiled = compileRedirects({ entries, rules: rulesOf(addresses), findings })
  if (options.json) {
    const { warnings, errors } = findings
    process.stdout.write(
      `${JSON.stringify({ family: family.id, entries: compiled.table, warnings, errors }, null, 2)}\n`,
    )
  } else {
    printTable(compiled, addresses, process.stdout)
  }
  return findings.errors.length > 0 ? 1 : 0
}

const colours = { redirect: 'green', gone: 'cyan', shadowed: 'yellow', duplicate: 'yellow', loop: 'red' } as const

function printTable(
  { table, redirects: kept, gone }: CompiledRedirects,
  { built }: Addresses,
  stream: NodeJS.WriteStream,
) {
  const width = Math.max(0, ...table.map(({ path }) => shown(path).length))
  const lines = table.flatMap((entry) => {
    const outcome = styleText(entry.isDead ? 'yellow' : colours[entry.outcome], statusOf(entry).padEnd(9), { stream })
    return [
      `${outcome} ${shown(entry.path).padEnd(width)}  ${entry.target === undefined ? '' : shown(`→ ${entry.target}`)}`.trimEnd(),
      `          ${styleText('dim', shown(entry.why), { stream })}`,
    ]
  })
  const count = (number: number, one: string, more: string): string => `${number} ${number === 1 ? one : more}`
  const figures = `${count(table.length, 'entry', 'entries')}: ${count(kept.length, 'redirect', 'redirects')}, ${gone.length} gone, ${table.length - kept.length - gone.length} left out; checked against the last build (${built.join(', ')}).`
  stream.write(`${[...lines, '', figures].join('\n')}\n`)
}

function statusOf({ outcome, isDead }: ResolvedEntry): string {
  if (outcome === 'redirect') return isDead ? '301 dead' : '301'
  return outcome === 'gone' ? '410' : outcome
}
