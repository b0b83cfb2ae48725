import type { Routing } from '#publish/routing.ts'
import { mostThatFit } from './emission.ts'
import { bothForms, encodeSource, type Rule } from './rules.ts'

/** One line of a `_redirects` file, and its source in `redirects.json`. */
export type RedirectLine = { from: string; line: string }

/** With `perForm`, a source takes two lines, for hosts that distinguish `/x` from `/x/`. */
type LineOptions = { perForm: boolean; status?: string }

/** Lines for `_redirects`, in order. `sourceOf` spells a source, or returns `undefined` to leave the line out. */
export function redirectLines(
  rules: Rule[],
  { perForm, status = '301' }: LineOptions,
  sourceOf: (form: string) => string | undefined = encodeSource,
): RedirectLine[] {
  return rules.flatMap(({ from, target }) =>
    (perForm ? bothForms(from) : [from]).flatMap((form) => {
      const source = sourceOf(form)
      return source === undefined ? [] : [{ from, line: `${source} ${target} ${status}` }]
    }),
  )
}

/**
 * The `_headers` file that Netlify and Cloudflare read. Cloudflare joins the values of a header unless the earlier one
 * is removed first (`takeOff`).
 */
export function headersFile({ headers }: Routing, { takeOff }: { takeOff: boolean }): string {
  const lines = headers.map(({ name, value }) => `  ${name}: ${value}\n`)
  const assets = headers.flatMap(({ name, assets: value }) =>
    value === undefined ? [] : [`${takeOff ? `  ! ${name}\n` : ''}  ${name}: ${value}\n`],
  )
  return `/*\n${lines.join('')}/assets/*\n${assets.join('')}`
}

/** The lines that fit, with either all lines of a source or none, and the sources that are left out. */
export function fitLines(
  lines: RedirectLine[],
  fits: (text: string, count: number) => boolean,
): { text: string; left: string[] } {
  const sources = [...Map.groupBy(lines, ({ from }) => from)]
  const linesOf = (some: number): string[] =>
    sources.slice(0, some).flatMap(([, own]) => own.map(({ line }) => `${line}\n`))
  const count = mostThatFit(sources.length, (some) => fits(linesOf(some).join(''), linesOf(some).length))
  return { text: linesOf(count).join(''), left: sources.slice(count).map(([from]) => from) }
}
