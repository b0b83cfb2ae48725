import type { Engine } from './engine.ts'
import type { PageAddresses } from './page/render-page.tsx'
import type { PageSite } from './page-reader.ts'
import type { Place } from './place.ts'
import type { PageReads, Recorder } from './reads/recorder.ts'
import { type AssetNames, createStamps, type Stamp } from './reads/stamps.ts'

/** A page as it is published, what it asked the site for, and where the names of bundled files stand in it. */
export type RenderedPage = { html: string; stamps: Stamp[]; page: PageReads }

/** Renders the page of a file of the export. Throws what a component throws. */
export type RenderOne = (file: string) => RenderedPage

/** A renderer of the pages of a site, with a recorder of its answers. */
export type OpenRenderer = (site: PageSite, record: (names: AssetNames) => Recorder) => RenderOne

/** The one place where recorder, reader and components meet: builds, previews and checks all render here. Imports the components. */
export async function loadRenderer(engine: Engine): Promise<OpenRenderer> {
  const [{ createPageReader, placeOrThrow }, { resolvePage }, { renderPage }, { createMarkupParts }] =
    await Promise.all([
      import('./page-reader.ts'),
      import('./resolve-page.ts'),
      import('./page/render-page.tsx'),
      import('./page/rich-text-parts.tsx'),
    ])
  const parts = createMarkupParts(engine.render)
  return (site, record) => {
    const stamps = createStamps(site)
    const stampedSite = { ...site, ...stamps.standIns }
    const recorder = record(stamps.standIns)
    return (file) => {
      engine.onComponent(recorder.component) // others may have rendered since
      const { result, page } = recorder.record(() => {
        const reader = createPageReader({ site: stampedSite, recorder, file, parts })
        const resolved = resolvePage(recorder, file, reader)
        const addresses = {
          ...addressesOf(recorder, placeOrThrow(recorder.ask, file)),
          ...(stampedSite.integrity && { integrity: stampedSite.integrity }),
        }
        return renderPage(resolved, reader, addresses, engine)
      })
      return { ...stamps.fill(result), page }
    }
  }
}

/** Absolute addresses of a page and of its translations, and what else only the head says. */
function addressesOf({ ask }: Recorder, place: Place): PageAddresses {
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
