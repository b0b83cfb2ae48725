import type { ImageUse } from '#blocks/_shared/reader.ts'
import type { Writer } from '#publish/writer.ts'
import type { Route } from '#renderer/plan-routes.ts'
import { linkFinding, resolveLink } from '#renderer/resolve-link.ts'
import type { Site } from '#renderer/site.ts'
import type { Judgement } from './judge-pages.ts'
import type { LookUp } from './look-ups.ts'
import type { KnownPage } from './page-memory.ts'

export type StandingOptions = { site: Site; writer: Pick<Writer, 'keep'>; judgement: Judgement }

/** Lets a page stand that an earlier build rendered: does what its rendering would have done besides, and keeps its file. */
export type Stand = (route: Route, page: KnownPage, options: { isKept: boolean }) => KnownPage

export function createStanding({ site, writer, judgement }: StandingOptions): Stand {
  const links = new Map<number, (route: Route) => void>()
  const files = new Map<number, () => void>()
  for (const { id, question } of judgement.holding.values()) {
    const [name, ...args] = JSON.parse(question) as [LookUp, ...string[]]
    const [first = '', second = ''] = args
    if (name === 'picture') files.set(id, () => site.pictures.get(first, second as ImageUse))
    if (name === 'card') files.set(id, () => site.pictures.card?.(first))
    if (name !== 'link') continue
    const { problem } = resolveLink(first, site)
    if (!problem) continue
    links.set(id, ({ locale, href }) => site.findings.warn(linkFinding(first, problem, { locale, path: href })))
  }
  const asked = new Set<number>()
  return (route, page, { isKept }) => {
    for (const id of page.asked) {
      links.get(id)?.(route)
      if (asked.has(id)) continue
      asked.add(id)
      files.get(id)?.()
    }
    for (const finding of page.findings) site.findings.warn(finding)
    if (!isKept) return page
    writer.keep(page.file)
    return page
  }
}
