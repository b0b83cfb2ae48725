import { join } from 'node:path'
import pLimit from 'p-limit'
import type { LocaleContent } from '#content/crawl.ts'
import { Findings } from '#content/finding.ts'
import type { Listing } from '#content/read-listings.ts'
import { createTranslator, readTexts, writtenText } from '#locales/translator.ts'
import { rulesOf } from '#publish/addresses.ts'
import { type CompiledRedirects, compileRedirects } from '#publish/compile-redirects.ts'
import type { Integrity } from '#publish/integrity.ts'
import { readRedirects } from '#publish/redirects.ts'
import { addressKey } from '#renderer/address.ts'
import { answeredRoutes } from '#renderer/answered-routes.ts'
import type { Engine } from '#renderer/engine.ts'
import { planRoutes, type Route } from '#renderer/plan-routes.ts'
import { createPageRenderer } from '#renderer/render-one.ts'
import type { RenderedPage } from '#renderer/render-with.ts'
import { entriesOf, plannedAddresses } from '#renderer/resolve-moved.ts'
import { indexSite, type Site } from '#renderer/site.ts'
import type { LazyPictures } from './lazy-pictures.ts'
import type { LoadedJob } from './load-job.ts'

/** What every state of the site shares: code, bundle, pictures, texts. */
export type SiteBase = {
  job: LoadedJob
  engine: Engine
  assets: Map<string, string>
  integrity: Integrity
  pictures: LazyPictures
  redirects: Awaited<ReturnType<typeof readRedirects>>
  translateTo: Site['translateTo']
  writtenText: Site['writtenText']
}

/** The content of every locale, as it was crawled. */
export type SiteContent = { contents: Map<string, LocaleContent>; listings: Map<string, Listing[]> }

/** The site in one state of its content: planned, indexed, ready to render single pages as a build does. */
export type AssembledSite = {
  site: Site
  /** Routes of the family that is built. */
  own: Route[]
  /** Of planning and of every page rendered so far. */
  findings: Findings
  moved: Pick<CompiledRedirects, 'redirects' | 'gone'>
  /** A page as a build makes it, and what it asked; its pictures are read first when they are not known. */
  render(route: Route): Promise<RenderedPage>
}

const mostRenders = 4

/** Reads what does not depend on content. */
export async function readSharedParts({
  root,
  settings,
  family,
}: LoadedJob): Promise<Pick<SiteBase, 'redirects' | 'translateTo' | 'writtenText'>> {
  const texts = readTexts(settings.families.flatMap((one) => one.locales))
  const { defaultLocale } = family
  return {
    redirects: await readRedirects(join(root, 'redirects.json')),
    translateTo: createTranslator({ texts, defaultLocale, onMissing: () => {} }),
    writtenText: (locale, key) => writtenText(texts, defaultLocale, locale, key),
  }
}

/** Plans and indexes the site as `buildSite` does, without writing anything. */
export async function assembleSite(base: SiteBase, { contents, listings }: SiteContent): Promise<AssembledSite> {
  const { job, engine, pictures } = base
  const { settings, family, locales } = job
  const findings = new Findings()
  const routes = planRoutes({ contents, settings, findings, built: family })
  const entries = entriesOf(family, settings, base.redirects)
  const moved = compileRedirects({ entries, rules: rulesOf(plannedAddresses(job, routes)), findings: new Findings() })
  const answered = answeredRoutes(routes, contents, locales)
  const site = indexSite({
    ...base,
    settings,
    family,
    contents,
    listings,
    routes: answered,
    findings,
    pictures: { plan: pictures.plan, get: pictures.plan, planCard: pictures.planCard, card: pictures.planCard },
    redirectKeys: new Set(moved.redirects.map(({ from }) => addressKey(from))),
  })
  let renderOne = await createPageRenderer(site, engine)
  const inTurn = pLimit(1) // a page must not be rendered while the pictures of another are read
  return {
    site,
    own: answered.filter(({ origin }) => origin === family.origin),
    findings,
    moved,
    render: (route) =>
      inTurn(async () => {
        for (let renders = 1; ; renders += 1) {
          const page = renderOne(route.file)
          if (renders === mostRenders || !(await pictures.settle())) return page
          renderOne = await createPageRenderer(site, engine) // the one before remembers that the pictures were missing
        }
      }),
  }
}
