import type { Findings } from '#content/finding.ts'
import type { Writer } from '#publish/writer.ts'
import type { Engine } from './engine.ts'
import type { Route } from './plan-routes.ts'
import type { Judgement } from './reads/judge-pages.ts'
import { createPageRenderer } from './render-one.ts'
import type { Site } from './site.ts'
import { watchHiddenInputs } from './watch-hidden-inputs.ts'

export type VerifyPages = {
  site: Site
  routes: Route[]
  engine: Engine
  judgement: Judgement
  writer: Pick<Writer, 'read'>
  findings: Findings
  root: string
  /** How many pages, spread over all of them; every one without it. */
  sample?: number
  onCount: (done: number, total: number) => void
}

export type Verified = { checked: number; behind: number }

const longestExcerpt = 60

/**
 * Renders pages that stand as they are and compares them with the export, while everything is watched that a page may not read: the
 * clock, chance, the environment, files, the network. Each difference and each such read is an error finding. `behind` counts the
 * pages that the next build renders anyway.
 */
export async function verifyPages(options: VerifyPages): Promise<Verified> {
  const { site, routes, engine, judgement, writer, findings, root, onCount } = options
  const standing = new Set(judgement.standing.map(({ file }) => file))
  const chosen = spread(
    routes.filter(({ file }) => standing.has(file)),
    options.sample,
  )
  const renderOne = await createPageRenderer(site, engine)
  const watch = watchHiddenInputs(root)
  for (const [index, route] of chosen.entries()) {
    const { result, reads } = watch(() => renderOne(route.file))
    for (const { what, place } of reads) findings.error(hiddenInput(route, what, place))
    const published = await writer.read(route.file)
    if (!published?.equals(Buffer.from(result.html)))
      findings.error(differs(route, published?.toString() ?? '', result.html))
    onCount(index + 1, chosen.length)
  }
  return { checked: chosen.length, behind: judgement.stale.size }
}

/** Up to `count` of them, at equal distances. */
function spread<T>(all: T[], count = all.length): T[] {
  if (count >= all.length) return all
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T) // inside of the list
}

function hiddenInput({ href, locale }: Route, what: string, place: string) {
  return {
    code: 'hidden-input' as const,
    message: `The page "${href}" reads ${what} while it is rendered, at ${place}.`,
    where: { locale, path: href },
    hint: 'Pages may only show what their reader gives: hand it in as content, text or setting.',
  }
}

function differs({ href, locale, file }: Route, published: string, rendered: string) {
  let at = 0
  while (at < rendered.length && published[at] === rendered[at]) at += 1
  const excerpt = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + longestExcerpt))
  return {
    code: 'page-differs' as const,
    message: `The page "${href}" is published otherwise than it is rendered now: at character ${at} of "${file}" stands ${excerpt(published)}, and ${excerpt(rendered)} is rendered.`,
    where: { locale, path: href },
    hint: 'Something that no reader gives decides what it shows, or the file was changed. Build with --force, and verify again.',
  }
}
