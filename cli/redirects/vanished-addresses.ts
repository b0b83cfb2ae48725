import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { nonBlocking } from '#publish/non-blocking.ts'
import { writtenAddress } from '#publish/redirects/ledger.ts'
import { sourceProblem } from '#publish/redirects/redirect-address.ts'
import type { Wanted } from './wanted-entry.ts'

const reportSchema = z.object({
  errors: z.array(
    z.object({ code: z.string(), where: z.object({ path: z.string(), url: z.string() }).partial().optional() }),
  ),
})

/**
 * Returns the addresses that vanished according to a report, each with the new address of its page if the report names
 * it.
 */
export async function readVanished(file: string): Promise<Wanted[]> {
  try {
    const { errors } = reportSchema.parse(JSON.parse(await readFile(file, { encoding: 'utf8', flag: nonBlocking })))
    const vanished = errors.filter(({ code }) => code === 'address-vanished')
    const wanted = vanished.flatMap(({ where: { path: from, url: to } = {} }) =>
      from ? [{ from: writtenAddress(withoutEscapes(from)), to: to && writtenAddress(withoutEscapes(to)) }] : [],
    )
    // the report says what to do about the others
    return wanted.filter(({ from }) => sourceProblem(from) === undefined)
  } catch (cause) {
    throw new UsageError(`"${file}" is not a report of a build.`, {
      hint: 'Build the site first with "npx site build --locale all", or pass the folder of its export with --out.',
      cause,
    })
  }
}

/**
 * Removes the escapes that findings use to show marks of writing direction. An address itself never contains a
 * backslash.
 */
function withoutEscapes(address: string): string {
  return address.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
