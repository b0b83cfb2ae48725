import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Findings } from '#content/finding.ts'
import type { AssembledSite } from '#preview/child/site/assemble-site.ts'
import { memoryWriter } from '#renderer/build/open-bundle.ts'
import { publishListings } from '#renderer/build/publish-listings.ts'
import type { Route } from '#renderer/plan/route.ts'
import { askAgain } from '#renderer/reads/look-ups.ts'
import type { Read } from '#renderer/reads/recorder.ts'
import type { Site } from '#renderer/site/site.ts'

/** The content of an export of one state of the site. */
export type MemoryExport = {
  /** The digests of all files, by path. */
  digests: Map<string, string>
  /** The questions of each page with their answers, by file. */
  reads: Map<string, Read[]>
  /** Files for machines: sitemaps, feeds, `robots.txt`. */
  files: Map<string, Uint8Array>
}

/**
 * What the export of a draft is made from: `before`, the export of the published site. Pages whose questions all have
 * the same answers as before keep their bytes.
 */
export type DraftBasis = { before: MemoryExport; signal: AbortSignal }

const questionsPerTurn = 200

/**
 * Renders every page in the background. With a draft, renders only the pages that it changes. Other work can run
 * between any two pages.
 */
export async function renderExport({ site, own, render }: AssembledSite, draft?: DraftBasis): Promise<MemoryExport> {
  const changed = draft && (await changedQuestions(site, draft))
  const digests = new Map<string, string>()
  const reads = new Map<string, Read[]>()
  for (const route of own) {
    const { file } = route
    const known = draft?.before.reads.get(file) ?? []
    if (known.length > 0 && !known.some(({ question }) => changed?.has(question))) {
      reads.set(file, known)
      digests.set(file, draft?.before.digests.get(file) ?? '')
      continue
    }
    await nextTurn()
    draft?.signal.throwIfAborted()
    const page = await render(route).catch(failedPage)
    reads.set(file, page.reads)
    digests.set(file, hash('sha256', page.html))
  }
  const files = await listingsOf(site, own, reads)
  for (const [path, bytes] of files) digests.set(path, hash('sha256', bytes))
  return { digests, reads, files }
}

/** Returns every question that the draft answers differently. */
async function changedQuestions(site: Site, { before, signal }: DraftBasis): Promise<Set<string>> {
  const answers = new Map<string, unknown>()
  for (const page of before.reads.values()) for (const { question, answer } of page) answers.set(question, answer)
  const changed = new Set<string>()
  let count = 0
  for (const [question, was] of answers) {
    count += 1
    if (count % questionsPerTurn === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    const is = askAgain(site, question)
    if (was !== is && JSON.stringify(was) !== JSON.stringify(is)) changed.add(question)
  }
  return changed
}

/** Returns what counts as the page if it cannot be rendered: the reason. */
function failedPage(error: unknown): { html: string; reads: Read[] } {
  return { html: `failed: ${error instanceof Error ? error.message : String(error)}`, reads: [] }
}

/** Returns the files for machines that list the pages of a state. */
async function listingsOf(site: Site, routes: Route[], reads: MemoryExport['reads']): Promise<MemoryExport['files']> {
  const files = new Map<string, Uint8Array>()
  const writer = memoryWriter(files)
  await publishListings({
    ...{ site, routes, writer, findings: new Findings() },
    askedBy: (file) => reads.get(file)?.map(({ question }) => question),
    questionOf: (question) => question,
    steps: { known: new Map(), run: async (_, make) => (await make(writer)).result },
  })
  return files
}
