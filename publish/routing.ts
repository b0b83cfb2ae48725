import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { nonBlocking } from './non-blocking.ts'

const routingSchema = z.object({
  /** Old paths, decoded, and the address that each redirects to, in one hop. */
  redirects: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Old paths, decoded, that are permanently gone: status 410. */
  gone: z.array(z.string()).default([]),
  /** The page shown for an unknown path below a prefix, the longest prefix first. The last has the prefix `/`. */
  notFound: z.array(z.object({ prefix: z.string(), file: z.string() })),
  /** The page shown when the host itself fails (5xx) below a prefix, in the order of `notFound`. */
  serverErrors: z.array(z.object({ prefix: z.string(), file: z.string() })).default([]),
  /** Shells, which answer for restricted pages with status 200 unless a page or file exists at the path. */
  shells: z.array(z.object({ prefix: z.string(), suffix: z.string(), file: z.string() })),
  /** How page files are named: `{path}/index.html` or `{path}.html`. */
  pageFiles: z.enum(['directory', 'file']),
  apiBase: z.string(),
  /**
   * The address, without a final slash, to which hosts pass requests below `apiBase`, and the largest body that they
   * must accept.
   */
  api: z.object({ target: z.string(), maxBytes: z.number() }).optional(),
  /** Scheme, host and port of the site. */
  origin: z.string().default(''),
  /** Decoded paths of all pages. */
  pages: z.array(z.string()).default([]),
  /** Headers of every response. Responses below `/assets/` have the value `assets` instead, if it is set. */
  headers: z.array(z.object({ name: z.string(), value: z.string(), assets: z.string().optional() })).default([]),
})

/** Everything that a host must know to serve an export. `site serve` and the files of each host are based on it. */
export type Routing = z.output<typeof routingSchema>

const fileName = 'routing.json'

/** The routing as a file beside the export, `DIR/routing.json`. */
export function routingFile(routing: z.input<typeof routingSchema>): [path: string, text: string] {
  return [fileName, `${JSON.stringify(routing, null, 2)}\n`]
}

export function routingPath(directory: string): string {
  return join(directory, fileName)
}

/** Reads the routing of an export. Throws a `UsageError` if there is no export. */
export async function readRouting(directory: string): Promise<Routing> {
  const file = routingPath(directory)
  const hint = 'Build the site first: npx site build --locale all.'
  const text = await readFile(file, { encoding: 'utf8', flag: nonBlocking }).catch((cause) => {
    throw new UsageError(`There is no export in "${directory}".`, { hint, cause })
  })
  try {
    return routingSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new UsageError(`"${file}" is not the routing of an export.`, { hint, cause })
  }
}
