import type { Documents } from '#content/crawl/locale-content.ts'
import { parseKeptDocument } from '#content/crawl/read-document.ts'
import { type Finding, hintOf } from '#content/finding.ts'
import { faultPlace } from '#content/wording/fault-place.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { Route } from '#renderer/plan/route.ts'
import { type EngineName, loadEngine } from '#renderer/reader/engine.ts'
import { loadRenderer } from '#renderer/reader/open-page-renderer.ts'
import { createReadPacker, type PackedReads } from '#renderer/reads/pack-reads.ts'
import type { PageDocuments, Site, SiteData } from '#renderer/site/site.ts'
import { toolRoot } from '#renderer/tool-root.ts'

/** Everything that is needed to render pages from tasks. */
export type TaskRendererOptions = {
  engine: EngineName
  code: SiteData['code']
  /** Returns the site with these documents. Called for each locale, so that data of the previous one can be freed. */
  siteOf(documents: PageDocuments): Site
}

/** A document as the service sent it, and the SHA-256 of its bytes in hexadecimal. */
export type SentDocument = { body: Uint8Array; hash: string }

/** A page to be made, identified by its file in the export, with the document it shows. */
export type PageTask = { locale: string; file: string; document?: SentDocument }

/** A page, or the reason why it could not be rendered. */
export type RenderedTask = { page: RenderedPage; finding?: undefined } | { finding: Finding; page?: undefined }

/** `placeholders` are the page's `Placeholder`s as JSON text. */
type RenderedPage = { html: Buffer; placeholders: string; findings: Finding[]; reads: PackedReads }

/** Renders the page of a task. Only the document of the last task and the derived data of its locale are held. */
export type RenderTask = (task: PageTask) => RenderedTask

/** Imports the components, and opens a renderer of tasks in this process or thread. */
export async function openTaskRenderer({ engine, code, siteOf }: TaskRendererOptions): Promise<RenderTask> {
  const openRenderer = await loadRenderer(await loadEngine(engine))
  let task: PageTask | undefined
  const documents: PageDocuments = {
    find: (_, collection) => task?.document && readDocument(collection, task.document),
    digestOf: () => task?.document?.hash,
  }
  const open = (locale: string) => {
    const site = siteOf(documents)
    return { locale, site, renderPage: openRenderer(site) }
  }
  let opened: ReturnType<typeof open> | undefined
  const packReads = createReadPacker({ documents, code })
  return (nextTask) => {
    task = nextTask
    const { locale } = nextTask
    if (opened?.locale !== locale) opened = open(locale)
    const { site, renderPage } = opened
    try {
      const { html, placeholders, reads, findings } = renderPage(nextTask.file)
      return { page: { html, placeholders: JSON.stringify(placeholders), findings, reads: packReads(reads) } }
    } catch (cause) {
      return { finding: renderFinding(site.routeOf(nextTask.file), cause) }
    }
  }
}

function readDocument(collection: keyof Documents, { body }: SentDocument) {
  return parseKeptDocument(collection, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
}

/** The error finding for a page whose rendering failed with `cause`. */
export function renderFinding(route: Route | undefined, cause: unknown): Finding {
  const { href = '', locale, node } = route ?? {}
  const place = faultPlace(cause, { but: toolRoot }) ?? faultPlace(cause) // an own block may misuse a file of the tool
  return {
    code: 'render-failed',
    message: `The page "${readablePath(href)}" cannot be rendered: ${cause instanceof Error ? cause.message : String(cause)}`,
    where: { ...(locale && { locale }), ...(href && { path: href }), ...(node && { node: node.slug }) },
    hint:
      hintOf(cause) ??
      `The fault is in a component${place ? `, in ${place}` : ''}. Fix it there. To try only this page, run: npx site render ${href}`,
  }
}
