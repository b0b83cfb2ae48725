/** A limit of a host and the entries that exceed it. */
export type Overrun = {
  /** A sentence without the full stop, such as `Cloudflare reads at most 2000 rules`. */
  limit: string
  /**
   * Decoded sources of the redirects that are left out because of the limit, in the order of `redirects.json`. If the
   * list is empty, nothing exceeds the limit. Missing if the limit is not about redirects.
   */
  entries?: string[]
  /** What to do about it, as a whole sentence. */
  hint: string
}

/** The output for one host: texts by path below its folder, and the limits that were exceeded. */
export type Emission = { files: Map<string, string>; overruns: Overrun[] }

/** Builds the output for a host from an object of texts by path. */
export function emission(files: Record<string, string>, overruns: Overrun[] = []): Emission {
  return { files: new Map(Object.entries(files)), overruns: overruns.filter(({ entries }) => entries?.length !== 0) }
}

/** Redirects from the file name of a page, which a host cannot answer because it serves the page at that address. */
export function coveredByPages(limit: string, entries: string[]): Overrun {
  return { limit, entries, hint: 'Remove these redirects from redirects.json: visitors see the page at that address.' }
}

/**
 * How many of `count` entries fit, counted from the first. If a number of entries fits, every smaller number must fit
 * as well.
 */
export function mostThatFit(count: number, fits: (count: number) => boolean): number {
  if (fits(count)) return count
  let [least, most] = [0, count - 1]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle - 1
  }
  return Math.max(least, 0)
}

/** A value as the JSON text of a file. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
