import pLimit from 'p-limit'
import { metaPolicy } from '#publish/headers.ts'
import type { Writer } from '#publish/writer.ts'
import { alternatesOf } from './alternates.ts'
import type { Engine } from './engine.ts'
import { feedOf } from './feeds-of.ts'
import { createPageReaders } from './page-reader.ts'
import type { Route } from './plan-routes.ts'
import type { Run } from './report.ts'
import { languageTag } from './settings.ts'
import type { Site } from './site.ts'

export type RenderOptions = {
  site: Site
  routes: Route[]
  engine: Engine
  writer: Writer
  run: Run
  signal?: AbortSignal
}

const writesUnderWay = 32

/** Turns one route into the bytes of its file. */
export type RenderRoute = (route: Route) => string

/** The renderer of single routes: the only place where site, reader and components meet. Imports the components. */
export async function createRouteRenderer(site: Site, engine: Engine): Promise<RenderRoute> {
  const [{ renderPage }, { resolvePage }, { createMarkupParts }] = await Promise.all([
    import('./page/render-page.tsx'),
    import('./resolve-page.ts'),
    import('./page/rich-text-parts.tsx'),
  ])
  const readPage = createPageReaders(site, createMarkupParts(engine.render))
  const feeds = new Map(site.family.locales.map((locale) => [locale, feedLink(site, locale)]))
  return (route) => {
    const addresses = { ...addressesOf(site, route), ...feeds.get(route.locale) }
    return renderPage(resolvePage(site, route), readPage(route), addresses, engine)
  }
}

/** Renders and writes every route; a page that fails is an error finding and the others go on. */
export async function renderRoutes({ site, routes, engine, writer, run, signal }: RenderOptions): Promise<void> {
  const renderRoute = await createRouteRenderer(site, engine)
  const limit = pLimit(writesUnderWay)
  const { pages, bytes } = run.report
  const renderOne = async (route: Route): Promise<void> => {
    signal?.throwIfAborted()
    const html = tryRender(route, renderRoute, run)
    if (html === undefined) return
    const outcome = await writer.write(route.file, html)
    pages.rendered += 1
    if (outcome === 'unchanged') pages.unchanged += 1
    pages.byLocale[route.locale] = (pages.byLocale[route.locale] ?? 0) + 1
    bytes.html += Buffer.byteLength(html)
    run.count(pages.rendered, routes.length)
  }
  await Promise.all(routes.map((route) => limit(renderOne, route)))
}

function tryRender(route: Route, renderRoute: RenderRoute, run: Run): string | undefined {
  try {
    return renderRoute(route)
  } catch (cause) {
    run.report.pages.failed += 1
    run.findings.error({
      code: 'render-failed',
      message: `The page "${route.href}" cannot be rendered: ${cause instanceof Error ? cause.message : String(cause)}`,
      where: { locale: route.locale, path: route.href, ...(route.node && { node: route.node.slug }) },
      hint: 'This is a fault of a component; run the build again with its content in a test of that component.',
    })
    return undefined
  }
}

function feedLink(site: Site, locale: string): { feed?: { href: string; title: string } } {
  const feed = site.contents.has(locale) ? feedOf(site, locale) : undefined
  return feed ? { feed: { href: `/${feed.file}`, title: feed.title } } : {}
}

/** Absolute addresses of a page and of its translations, and what else only the head says. */
function addressesOf(site: Site, route: Route) {
  const { settings, family } = site
  const prefix = route.locale === family.defaultLocale ? '' : `/${route.locale}`
  return {
    canonical: `${route.origin}${route.href}`,
    alternates: alternatesOf(site, route),
    manifest: `${prefix}/site.webmanifest`,
    themeColor: settings.brand.themeColor,
    ogLocale: languageTag(route.locale, settings).replace('-', '_'),
    policy: metaPolicy({ ...settings, origin: family.origin }),
    ...(site.integrity && { integrity: site.integrity }),
  }
}
