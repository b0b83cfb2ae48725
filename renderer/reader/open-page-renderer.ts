import { decodeHTMLStrict } from 'entities/decode'
import type { Reader } from '#blocks/_shared/reader.ts'
import { editorsIdPrefix } from '#blocks/_shared/rich-text/editors-ids.ts'
import { memoize } from '#content/memoize.ts'
import { decodeText } from '#publish/redirects/request-path.ts'
import type { PageAddresses } from '#renderer/page/render-page.tsx'
import { parseQuestion } from '#renderer/reads/look-ups.ts'
import { createRecorder, type PageReads, type Read, type Recorder } from '#renderer/reads/recorder.ts'
import type { Place } from '#renderer/site/place.ts'
import { placeFinding } from '#renderer/site/resolve-link.ts'
import type { Site } from '#renderer/site/site.ts'
import { type AssetNames, createPlaceholders, type Filled } from './asset-placeholders.ts'
import type { Engine } from './engine.ts'
import { createHyphenation } from './hyphenate.ts'

/** A page as it is published, with its placeholders, the questions it asked, and its findings. */
export type RenderedPage = Filled & PageReads

/** Renders the page of an export file, without side effects (see `settle-page.ts`). Throws errors of components. */
export type RenderPage = (file: string) => RenderedPage

/**
 * Opens a renderer for the pages of a site. `record` makes its recorder, by default one that answers from the site.
 * `wrapReader` may replace the reader of a page.
 */
export type OpenRenderer = (
  site: Site,
  record?: (names: AssetNames) => Recorder,
  wrapReader?: (reader: Reader) => Reader,
) => RenderPage

/** The maximum number of shared parts to keep, of some 10 kB each. A large site has many lists that few posts share. */
const maxParts = 500

/**
 * Imports the components, and returns the function that opens renderers. Builds, previews and checks all render here:
 * it is the one place where recorder, reader and components meet.
 */
export async function loadRenderer(engine: Engine): Promise<OpenRenderer> {
  const [{ createPageReader, placeOrThrow }, { resolvePage }, { renderPage }, { createMarkupParts }] =
    await Promise.all([
      import('./page-reader.ts'),
      import('./resolve-page.ts'),
      import('#renderer/page/render-page.tsx'),
      import('#renderer/page/rich-text-parts.tsx'),
    ])
  const hyphenation = createHyphenation()
  return (site, record = (names) => createRecorder({ ...site, ...names }), wrapReader = (reader) => reader) => {
    const { placeholderNames, keep, forgetKept, fill } = createPlaceholders(site)
    const parts = createMarkupParts(engine.render, keep)
    const siteWithPlaceholders = { ...site, ...placeholderNames }
    const recorder = record(placeholderNames)
    return (file) => {
      if (recorder.partCount >= maxParts) {
        recorder.forgetParts()
        forgetKept()
      }
      engine.onComponent(recorder.component) // another renderer may have replaced the listener
      const { result, page } = recorder.record(() => {
        const reader = wrapReader(createPageReader({ site: siteWithPlaceholders, recorder, file, parts, hyphenation }))
        const resolved = resolvePage(recorder, file, reader)
        const place = placeOrThrow(recorder.ask, file)
        const addresses = addressesOf(recorder, place)
        const html = renderPage(resolved, reader, { ...addresses, integrity: placeholderNames.integrity }, engine)
        return { html, where: { locale: place.locale, path: place.href } }
      })
      const filled = fill(result.html)
      const { where } = result
      const lost = missingPlaces(page.reads, filled.html, where.path).map((address) => placeFinding(address, where))
      return { ...filled, ...page, findings: [...page.findings, ...lost] }
    }
  }
}

/** The links, as editors wrote them, from a page to ids in the same page that do not exist. */
function missingPlaces(reads: Read[], html: Buffer, path: string): string[] {
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

/** A language tag as social networks write it, such as `pl_PL`. Empty if it names no country. */
const ogLocaleOf = memoize((tag: string): string => {
  const { language, region } = new Intl.Locale(tag) // slow to make
  return region ? `${language}_${region}` : ''
})

/** The absolute addresses of a page and its translations, and the other values that only the head contains. */
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
