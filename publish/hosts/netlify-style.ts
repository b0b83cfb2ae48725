import type { Routing } from '#publish/routing.ts'
import { bothForms, encodeSource, type Rule } from './rules.ts'

/** One line of a `_redirects` file and the source in `redirects.json` it comes from. */
export type RedirectLine = { from: string; line: string }

/** With `perForm` a source takes two lines, for hosts that tell `/x` from `/x/`. */
type LineOptions = { perForm: boolean; status?: string }

/** Lines for `_redirects`, in order; `sourceOf` spells a source, or gives nothing where that spelling is no other than the usual one. */
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

/** The `_headers` file that Netlify and Cloudflare read; Cloudflare joins values unless the former one is taken off first. */
export function headersFile({ headers }: Routing, { takeOff }: { takeOff: boolean }): string {
  const lines = headers.map(({ name, value }) => `  ${name}: ${value}\n`)
  const assets = headers.flatMap(({ name, assets: value }) =>
    value === undefined ? [] : [`${takeOff ? `  ! ${name}\n` : ''}  ${name}: ${value}\n`],
  )
  return `/*\n${lines.join('')}/assets/*\n${assets.join('')}`
}

/** What fits into a number of lines, whole sources only; and the sources of the rest. */
export function fitLines(
  lines: RedirectLine[],
  fits: (text: string, count: number) => boolean,
): { text: string; left: string[] } {
  let text = ''
  let count = 0
  const left = new Set<string>()
  for (const [from, group] of Map.groupBy(lines, (one) => one.from)) {
    const more = group.map(({ line }) => `${line}\n`).join('')
    if (left.size === 0 && fits(text + more, count + group.length)) {
      text += more
      count += group.length
    } else left.add(from)
  }
  return { text, left: [...left] }
}
