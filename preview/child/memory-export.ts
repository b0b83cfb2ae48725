import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PageWatch, watchPages } from '#publish/last-modified.ts'
import type { Route } from '#renderer/plan-routes.ts'
import { publishListings } from '#renderer/publish-listings.ts'
import type { Read } from '#renderer/reads/recorder.ts'
import type { AssembledSite } from './assemble-site.ts'
import { memoryWriter } from './open-bundle.ts'

/** What an export would hold of a state of the site. */
export type MemoryExport = {
  /** Digests of all files, by path. */
  digests: Map<string, string>
  /** What each page asked, by file. */
  reads: Map<string, Read[]>
  /** Files for machines: sitemaps, feeds, `robots.txt`. */
  files: Map<string, Uint8Array>
  watch: PageWatch
  /** When each page was last changed, as the sitemap says it. */
  dates: Map<string, string | undefined>
}

/** Renders every page in the background: others get their turn between any two pages. */
export async function renderExport(assembled: AssembledSite): Promise<MemoryExport> {
  const digests = new Map<string, string>()
  const reads = new Map<string, Read[]>()
  const watch = await watchPages(memoryWriter(new Map()), nowhere)
  for (const route of assembled.own) {
    await nextTurn()
    const { html, asked } = await renderOrTell(assembled, route)
    await watch.writer.write(route.file, html)
    digests.set(route.file, digestOf(html))
    reads.set(route.file, asked)
  }
  const dates: MemoryExport['dates'] = new Map()
  const lastModified: PageWatch['lastModified'] = (file, known) => {
    dates.set(file, known)
    return known
  }
  const files = await listingsOf(assembled, { ...watch, lastModified })
  for (const [path, bytes] of files) digests.set(path, digestOf(bytes))
  return { digests, reads, files, watch, dates }
}

/** A folder without an export, so that no date of an earlier build is known. */
export const nowhere = '/dev/null'

/** What tells machines of the pages of a state that `watch` has seen. */
export async function listingsOf({ site, own }: AssembledSite, watch: PageWatch): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  const writer = memoryWriter(files)
  await publishListings({
    site,
    routes: own,
    watch: { ...watch, writer },
    steps: { known: new Map(), run: async (_, make) => (await make(writer)).result },
  })
  return files
}

/** A page that cannot be rendered counts as one that says why. */
export async function renderOrTell(assembled: AssembledSite, route: Route): Promise<{ html: string; asked: Read[] }> {
  try {
    const { html, page } = await assembled.render(route)
    return { html, asked: page.reads }
  } catch (error) {
    return { html: `failed: ${error instanceof Error ? error.message : String(error)}`, asked: [] }
  }
}

export function digestOf(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'base64url')
}
