import type { Engine } from './engine.ts'
import type { PageAddresses } from './page/render-page.tsx'
import { createPageReader, type PageSite, placeOrThrow } from './page-reader.ts'
import { createRecorder, type PageReads, type Recorder } from './reads/recorder.ts'
import { type AssetNames, createStamps, type Stamp } from './reads/stamps.ts'
import type { Site } from './site.ts'

/** A page as it is published, what it asked the site for, and where the names of bundled files stand in it. */
export type RenderedPage = { html: string; stamps: Stamp[]; page: PageReads }

/** Renders the page of a file of the export. Throws what a component throws. */
export type RenderOne = (file: string) => RenderedPage

/** The one place where site, recorder, reader and components meet: builds, previews and checks all render here. Imports the components. */
export function createPageRenderer(site: Site, engine: Engine): Promise<RenderOne> {
  return renderWith(site, engine, (names) => createRecorder({ ...site, ...names }))
}

/** The same, with a recorder of answers that need not come from a site. */
export async function renderWith(
  site: PageSite,
  engine: Engine,
  record: (names: AssetNames) => Recorder,
): Promise<RenderOne> {
  const [{ renderPage }, { resolvePage }, { createMarkupParts }] = await Promise.all([
    import('./page/render-page.tsx'),
    import('./resolve-page.ts'),
    import('./page/rich-text-parts.tsx'),
  ])
  const parts = createMarkupParts(engine.render)
  const stamps = createStamps(site)
  const stampedSite = { ...site, ...stamps.standIns }
  const recorder = record(stamps.standIns)
  return (file) => {
    engine.onComponent(recorder.component) // others may have rendered since
    const { result, page } = recorder.record(() => {
      const reader = createPageReader({ site: stampedSite, recorder, file, parts })
      const resolved = resolvePage(recorder, file, reader)
      const addresses = {
        ...addressesOf(recorder, file),
        ...(stampedSite.integrity && { integrity: stampedSite.integrity }),
      }
      return renderPage(resolved, reader, addresses, engine)
    })
    return { ...stamps.fill(result), page }
  }
}

/** Absolute addresses of a page and of its translations, and what else only the head says. */
function addressesOf({ ask }: Recorder, file: string): PageAddresses {
  const place = placeOrThrow(ask, file)
  const { locale, origin, href } = place
  const prefix = locale === ask('defaultLocale') ? '' : `/${locale}`
  const feed = ask('feed', locale)
  return {
    canonical: `${origin}${href}`,
    alternates: place.alternates,
    manifest: `${prefix}/site.webmanifest`,
    themeColor: ask('themeColor'),
    ogLocale: ask('languageTag', locale).replace('-', '_'),
    policy: ask('policy'),
    ...(feed && { feed }),
  }
}
