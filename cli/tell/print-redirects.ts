import { styleText } from 'node:util'
import { withVisibleControls as shown } from '#content/wording/visible-controls.ts'
import type { Addresses } from '#publish/redirects/addresses.ts'
import type { CompiledRedirects, ResolvedEntry } from '#publish/redirects/compile-redirects.ts'

const colours = { redirect: 'green', gone: 'cyan', shadowed: 'yellow', duplicate: 'yellow', loop: 'red' } as const

/** Prints the outcome of every entry of `redirects.json`, the reason for it, and their number. */
export function printRedirects(
  { table, redirects: kept, gone }: CompiledRedirects,
  { built }: Addresses,
  stream: NodeJS.WriteStream,
) {
  const width = table.reduce((most, { path }) => Math.max(most, shown(path).length), 0)
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
