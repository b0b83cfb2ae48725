import { missingKeys, type Texts } from '#locales/translator.ts'
import type { CompiledRedirects } from '#publish/compile-redirects.ts'
import { siteHeaders } from '#publish/headers.ts'
import type { Routing } from '#publish/routing.ts'
import type { ServiceWorkerOptions } from '#publish/service-worker.ts'
import type { Route } from './plan-routes.ts'
import type { Run } from './report.ts'
import type { Family, Settings } from './settings.ts'

/** What hosts must know of the routes of an export. */
export function routingOf(
  routes: Route[],
  { redirects, gone }: Pick<CompiledRedirects, 'redirects' | 'gone'>,
  settings: Settings,
  { origin }: Family,
): Routing {
  const { pageFiles, apiBase } = settings
  const notFound = routes
    .filter(({ source }) => source.kind === 'error' && source.status === 404)
    .map(({ path, file }) => ({ prefix: path.slice(0, -'404.html'.length), file }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  const shells = routes
    .filter(({ source }) => source.kind === 'restricted')
    .map(({ path, file }) => ({ prefix: `${path}/`, file }))
  const pages = routes.filter(({ source }) => source.kind !== 'error').map(({ path }) => path)
  const headers = siteHeaders({ ...settings, origin })
  return { redirects, gone, notFound, shells, pageFiles, apiBase, origin, pages, headers }
}

/** What the service worker of an export must know. */
export function serviceWorkerOf(
  routes: Route[],
  assets: Map<string, string>,
  { apiBase }: Settings,
): Omit<ServiceWorkerOptions, 'root' | 'writer'> {
  const offline = routes.filter(({ source }) => source.kind === 'error' && source.status === 'offline')
  return {
    assets: [...assets.values()],
    files: ['site.css', 'main.js', 'font'].flatMap((name) => assets.get(name) ?? []),
    offline: offline.map(({ path, href }) => ({ prefix: path.slice(0, -'offline.html'.length), href })),
    api: apiBase.startsWith('/') ? apiBase : '',
    never: routes.filter(({ source }) => source.kind === 'restricted').map(({ href }) => href),
  }
}

/** One web manifest for each locale that has a home. */
export function manifestsOf(routes: Route[], family: Family): { file: string; lang: string; start: string }[] {
  const locales = [...new Set(routes.map(({ locale }) => locale))]
  return locales.map((locale) => {
    const prefix = locale === family.defaultLocale ? '' : `${locale}/`
    const home = routes.find((route) => route.locale === locale && route.slug === '/')
    return { file: `${prefix}site.webmanifest`, lang: locale, start: home?.href ?? '/' }
  })
}

/** Every interface text that a locale lacks is reported, whether a page used it or not. */
export function reportMissingTexts(texts: Texts, locales: string[], run: Run): void {
  for (const locale of locales) for (const key of missingKeys(texts, locale)) run.missingText(locale, key)
}
