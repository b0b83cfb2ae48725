import { decodeHTMLStrict } from 'entities/decode'
import type { Reader } from '#blocks/_shared/reader.ts'
import { onceEach } from '#content/once-each.ts'
import { decodeText } from '#publish/redirects/request-path.ts'
import type { PageAddresses } from '#renderer/page/render-page.tsx'
import { parseQuestion } from '#renderer/reads/look-ups.ts'
import type { PageReads, Read, Recorder } from '#renderer/reads/recorder.ts'
import { createRecorder } from '#renderer/reads/recorder.ts'
import type { Place } from '#renderer/site/place.ts'
import { editorsIdPrefix, placeFinding } from '#renderer/site/resolve-link.ts'
import type { Site } from '#renderer/site/site.ts'
import { type AssetNames, createPlaceholders, type Filled } from './asset-placeholders.ts'
import type { Engine } from './engine.ts'
import { createHyphenation } from './hyphenate.ts'

/** A page as it is published, where the names of bundled files stand in it, what it asked the site for, and what is wrong with it. */
export type RenderedPage = Filled & PageReads

/** Renders the page of a file of the export. Changes nothing: what follows is for `settle-page.ts`. Throws what a component throws. */
export type RenderPage = (file: string) => RenderedPage

/**
 * Opens a renderer of the pages of a site. `record` makes its recorder; without it answers come from the site. `lend` may put another reader in
 * the place of a page's own.
 */
export type OpenRenderer = (
  site: Site,
  record?: (names: AssetNames) => Recorder,
  lend?: (reader: Reader) => Reader,
) => RenderPage

/** The most parts that pages share and that are kept; some 10 kB each. Large sites have many lists of posts that a few posts share. */
const mostParts = 500

/** The one place where recorder, reader and components meet: builds, previews and checks all render here. Imports the components. */
export async function loadRenderer(engine: Engine): Promise<OpenRenderer> {
  const [{ createPageReader, placeOrThrow }, { resolvePage }, { renderPage }, { createMarkupParts }] =
    await Promise.all([
      import('./page-reader.ts'),
      import('./resolve-page.ts'),
      import('#renderer/page/render-page.tsx'),
      import('#renderer/page/rich-text-parts.tsx'),
    ])
  const hyphenation = createHyphenation()
  return (site, record = (names) => createRecorder({ ...site, ...names }), lend = (reader) => reader) => {
    const { standIns, keep, forgetKept, fill } = createPlaceholders(site)
    const parts = createMarkupParts(engine.render, keep)
    const siteOfStandIns = { ...site, ...standIns }
    const recorder = record(standIns)
    return (file) => {
      if (recorder.partCount >= mostParts) {
        recorder.forgetParts()
        forgetKept()
      }
      engine.onComponent(recorder.component) // another renderer may have set its own since
      const { result, page } = recorder.record(() => {
        const reader = lend(createPageReader({ site: siteOfStandIns, recorder, file, parts, hyphenation }))
        const resolved = resolvePage(recorder, file, reader)
        const place = placeOrThrow(recorder.ask, file)
        const addresses = addressesOf(recorder, place)
        const html = renderPage(resolved, reader, { ...addresses, integrity: standIns.integrity }, engine)
        return { html, where: { locale: place.locale, path: place.href } }
      })
      const filled = fill(result.html)
      const { where } = result
      const lost = lostPlaces(page.reads, filled.html, where.path).map((address) => placeFinding(address, where))
      return { ...filled, ...page, findings: [...page.findings, ...lost] }
    }
  }
}

/** The links of a page to ids within itself that it does not have, as editors wrote them. */
function lostPlaces(reads: Read[], html: Buffer, path: string): string[] {
  const starts = [`#${editorsIdPrefix}`, `${path}#${editorsIdPrefix}`]
  const links = reads.filter(({ answer }) => typeof answer === 'string' && starts.some((one) => answer.startsWith(one)))
  if (links.length === 0) return []
  const ids = html.toString().matchAll(/ id="([^"]*)"/g)
  const places = new Set(Array.from(ids, ([, id = '']) => decodeText(decodeHTMLStrict(id))))
  return links.flatMap(({ question, answer }) => {
    const place = String(answer).replace(/^[^#]*#/, '')
    return places.has(decodeText(place)) ? [] : parseQuestion(question).args
  })
}

/** A language tag as social networks write it, as in `pl_PL`; empty without a country. */
const ogLocaleOf = onceEach((tag: string): string => {
  const { language, region } = new Intl.Locale(tag) // slow to make
  return region ? `${language}_${region}` : ''
})

/** Absolute addresses of a page and of its translations, and what else only the head says. */
function addressesOf({ ask }: Recorder, place: Place): Omit<PageAddresses, 'integrity'> {
  const { locale, origin, href, canonical = href } = place
  const prefix = locale === ask('defaultLocale') ? '' : `/${locale}`
  return {
    canonical: `${origin}${canonical}`,
    alternates: place.alternates,
    manifest: `${prefix}/site.webmanifest`,
    themeColor: ask('themeColor'),
    darkThemeColor: ask('darkThemeColor'),
    ogLocale: ogLocaleOf(ask('languageTag', locale)),
    policy: ask('policy'),
    prefetchRules: ask('prefetchRules'),
    feed: ask('feed', locale),
  }
}
