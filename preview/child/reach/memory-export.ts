import { setImmediate as nextTurn } from 'node:timers/promises'
import { digestOf } from '#content/answers/digest-of.ts'
import { Findings } from '#content/finding.ts'
import type { AssembledSite } from '#preview/child/site/assemble-site.ts'
import { memoryWriter } from '#preview/child/site/open-bundle.ts'
import { publishListings } from '#renderer/build/publish-listings.ts'
import type { Route } from '#renderer/plan/route.ts'
import { nameOfQuestion } from '#renderer/reads/look-ups.ts'
import type { Read } from '#renderer/reads/recorder.ts'

/** What an export would hold of a state of the site. */
export type MemoryExport = {
  /** Digests of all files, by path. */
  digests: Map<string, string>
  /** What each page asked, by file. */
  reads: Map<string, Read[]>
  /** Files for machines: sitemaps, feeds, `robots.txt`. */
  files: Map<string, Uint8Array>
}

/** Renders every page in the background: others get their turn between any two pages. */
export async function renderExport(assembled: AssembledSite): Promise<MemoryExport> {
  const digests = new Map<string, string>()
  const reads = new Map<string, Read[]>()
  for (const route of assembled.own) {
    await nextTurn()
    const { html, asked } = await renderOrTell(assembled, route)
    digests.set(route.file, digestOf(html))
    reads.set(route.file, asked)
  }
  const files = await listingsOf(assembled, (file) => reads.get(file))
  for (const [path, bytes] of files) digests.set(path, digestOf(bytes))
  return { digests, reads, files }
}

/** The files that tell machines of the pages of a state; `readsOf` gives what the page in a file asked. */
export async function listingsOf(
  { site, own }: Pick<AssembledSite, 'site' | 'own'>,
  readsOf: (file: string) => Read[] | undefined,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  const writer = memoryWriter(files)
  await publishListings({
    site,
    routes: own,
    writer,
    picturesOf: (file) =>
      readsOf(file)?.flatMap(({ question }) => (nameOfQuestion(question) === 'picture' ? [question] : [])),
    findings: new Findings(),
    steps: { known: new Map(), run: async (_, make) => (await make(writer)).result },
  })
  return files
}

/** A page that cannot be rendered counts as one that says why. */
export async function renderOrTell(assembled: AssembledSite, route: Route): Promise<{ html: string; asked: Read[] }> {
  try {
    const { html, reads } = await assembled.render(route)
    return { html, asked: reads }
  } catch (error) {
    return { html: `failed: ${error instanceof Error ? error.message : String(error)}`, asked: [] }
  }
}
