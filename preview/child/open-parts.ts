import type { ContentClient } from '#content/client/client.ts'
import type { Change } from '#preview/messages.ts'
import { type OpenBundle, openBundle } from '#renderer/build/open-bundle.ts'
import type { SiteContent } from '#renderer/plan/plan-site.ts'
import { type Engine, loadEngine } from '#renderer/reader/engine.ts'
import type { AnswerParts } from './answer-question.ts'
import type { LoadedJob } from './load-job.ts'
import { openReach } from './reach/reach.ts'
import { readSharedParts, type SiteBase } from './site/assemble-site.ts'
import { openLazyPictures, type PictureSnapshot } from './site/lazy-pictures.ts'
import { openPreviewSite } from './site/preview-site.ts'

/** What all states of the site share, and the files of the bundle. */
export type Shared = { base: SiteBase; bundled: OpenBundle }

/** Opens in parallel everything that does not depend on content: components, bundle, texts and pictures. */
export async function openShared(job: LoadedJob, client: ContentClient, known?: PictureSnapshot): Promise<Shared> {
  const [engine, pictures, { bundled, read }] = await Promise.all([
    loadComponents(),
    openLazyPictures({ client, ...job }, known),
    readFiles(job),
  ])
  return { bundled, base: { job, engine, pictures, ...read } }
}

/** Bundles and reads the files that may change while the code stays the same. */
async function readFiles(job: LoadedJob) {
  const [bundled, shared] = await Promise.all([openBundle({ ...job, engine: 'react' }), readSharedParts(job)])
  const { assets, integrity, styleProblems } = bundled
  return { bundled, read: { ...shared, assets, integrity, styleProblems } }
}

/** Opens the parts that answer every question about a site. */
export async function openParts(
  { base, bundled }: Shared,
  client: ContentClient,
  content: SiteContent,
  onChange: (change: Change) => void,
): Promise<AnswerParts> {
  const preview = await openPreviewSite(base, client, content, () => onChange({ what: 'content' }))
  const reach = openReach(client, (target) => onChange({ what: 'reach', target }))
  return { preview, bundled, reach }
}

/** Bundles and reads these files again, for a site that is already shown. */
export async function renewShared(parts: AnswerParts): Promise<void> {
  const { base } = parts.preview
  const { bundled, read } = await readFiles(base.job)
  await parts.preview.rebase({ ...base, ...read })
  parts.bundled = bundled
}

/** Loads the engine and the components while content is still being read. */
async function loadComponents(): Promise<Engine> {
  const engine = await loadEngine('react')
  await import('#renderer/page/render-page.tsx')
  return engine
}
