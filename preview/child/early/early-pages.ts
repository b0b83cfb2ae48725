import type { ContentClient } from '#content/client/client.ts'
import { fileAnswer, jsonAnswer, renderedAnswer } from '#preview/child/answers.ts'
import { placeOf } from '#preview/child/draft/draft-state.ts'
import { pageRefOf } from '#preview/child/panel-data/describe-page.ts'
import type { SiteBase } from '#preview/child/site/assemble-site.ts'
import { openPreviewSite } from '#preview/child/site/preview-site.ts'
import { shownPage } from '#preview/child/site/shown-page.ts'
import type { Answer, Question } from '#preview/messages.ts'
import { decodePath } from '#publish/redirects/request-path.ts'
import type { OpenBundle } from '#renderer/build/open-bundle.ts'
import { localeAt } from '#renderer/plan/address.ts'
import type { SiteContent } from '#renderer/plan/plan-site.ts'
import type { Route } from '#renderer/plan/route.ts'
import { type Answer as LookUpAnswer, nameOfQuestion } from '#renderer/reads/look-ups.ts'
import type { Read } from '#renderer/reads/recorder.ts'
import type { Site } from '#renderer/site/site.ts'
import { type EarlyContent, isStillSo } from './early-content.ts'

/** The answers that are available before the whole site is read. */
export type EarlyPages = {
  /** Returns the answer that the whole site would give, or `undefined` if only the whole site can give it. */
  answer(question: Question): Promise<Answer | undefined>
  /** Whether an answer was made from content that is different in the whole site. */
  isOutdated(whole: SiteContent): boolean
}

export type EarlyParts = { base: SiteBase; bundled: OpenBundle; client: ContentClient; content: EarlyContent }

/**
 * Answers pages of one locale. They show nothing of other locales except links, mostly to their own translations. So
 * documents of other locales are read only if such a link points to them.
 */
export async function openEarlyPages({ base: whole, bundled, client, content }: EarlyParts): Promise<EarlyPages> {
  const { locale } = content
  const base = { ...whole, job: { ...whole.job, locales: [locale] } }
  const preview = await openPreviewSite(base, client, content)
  let hasAnswered = false

  const page = async (pathname: string): Promise<Answer | undefined> => {
    const { site } = preview.published
    const route = site.routeAt(site.family.origin, decodePath(pathname) ?? '')
    if (route?.locale !== locale || route.href !== pathname || route.page > 1 || !placeOf(route)) return undefined
    if (await content.readAround(neighboursOf(site, route))) await preview.rebase(base)
    for (;;) {
      const shown = await shownPage(preview, route)
      if (shown.route.href !== route.href) return undefined
      const { assembled } = shown
      const { html, reads } = await assembled.render(shown.route)
      const linked = routesInOtherLocales(reads, assembled.site, locale)
      if (!linked) return undefined
      const around = [...linked, ...neighboursOf(assembled.site, shown.route)]
      if (!(await content.readAround(around))) {
        return linked.every((one) => isRead(one, content)) ? renderedAnswer(html) : undefined
      }
      await preview.rebase(base) // the site must include the documents that were just read
    }
  }

  const answer = async (question: Question): Promise<Answer | undefined> => {
    if (question.kind === 'find') {
      const state = await preview.open(question.target)
      // the whole site must open a draft to know its new address
      const isMoved = state.route.href !== state.publishedRoute?.href
      return isMoved ? undefined : jsonAnswer(await pageRefOf(preview, state, question.target))
    }
    if (question.kind !== 'site') return undefined
    const [pathname = '/'] = question.path.split('?', 1)
    if (!pathname.startsWith('/assets/')) return page(pathname)
    const name = pathname.slice(1)
    const file = bundled.files.get(name) ?? (await base.pictures.file(name))
    return file && fileAnswer(name, file)
  }

  return {
    async answer(question) {
      // the whole site is asked then, and reports what is wrong
      const answered = await answer(question).catch(() => undefined)
      hasAnswered ||= answered !== undefined
      return answered
    },
    isOutdated: (whole) => hasAnswered && !isStillSo(content, whole),
  }
}

/**
 * Returns the pages of other locales that every page links to: its translations, and the home pages of these locales.
 */
function neighboursOf(site: Site, route: Route): Route[] {
  const translations = site.translationsOf(route).flatMap(({ origin, href }) => site.routeAt(origin, href) ?? [])
  const pages = [...translations, ...site.homes.values()]
  return pages.filter(({ locale, origin }) => locale !== route.locale && origin === site.family.origin)
}

/**
 * Returns the pages of other locales that a page links to. Undefined if it links to an address where no page is known
 * yet.
 */
function routesInOtherLocales(reads: Read[], site: Site, locale: string): Route[] | undefined {
  const { origin } = site.family
  const addresses = reads.flatMap(linksOf).map((link) => new URL(link, origin))
  const paths = new Set(addresses.flatMap((url) => (url.origin === origin ? url.pathname : [])))
  const foreign = [...paths].filter((path) => localeAt(site.family, path.slice(1)) !== locale)
  const routes = foreign.flatMap((path) => site.routeAt(origin, decodePath(path) ?? '') ?? [])
  return routes.length === foreign.length ? routes : undefined
}

function isRead({ source, locale }: Route, { contents }: EarlyContent): boolean {
  return source.kind !== 'document' || (contents.get(locale)?.documents[source.collection].has(source.key) ?? false)
}

/** Returns the addresses in an answer that may belong to another locale. */
function linksOf({ question, answer }: Read): string[] {
  const name = nameOfQuestion(question)
  if (name === 'link') return typeof answer === 'string' ? [answer] : []
  if (name === 'menu') return menuLinks(answer as LookUpAnswer<'menu'>)
  if (name !== 'place') return []
  const { languages, alternates } = answer as NonNullable<LookUpAnswer<'place'>>
  return [...languages.map(({ href }) => href), ...alternates.map(({ url }) => url)]
}

function menuLinks(entries: LookUpAnswer<'menu'>): string[] {
  return entries.flatMap(({ href, children }) => [...(href ? [href] : []), ...menuLinks(children)])
}
