import { missingKeys, type Texts } from '#locales/translator.ts'
import type { CompileOptions, Redirect } from '#publish/redirects.ts'
import type { Routing } from '#publish/routing.ts'
import { addressKey } from './address.ts'
import type { Route } from './plan-routes.ts'
import type { Run } from './report.ts'
import type { Family, Settings } from './settings.ts'

/** What hosts must know of the routes of an export. */
export function routingOf(routes: Route[], redirects: Redirect[], { pageFiles, apiBase }: Settings): Routing {
  const notFound = routes
    .filter(({ source }) => source.kind === 'error' && source.status === 404)
    .map(({ path, file }) => ({ prefix: path.slice(0, -'404.html'.length), file }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
  const shells = routes
    .filter(({ source }) => source.kind === 'restricted')
    .map(({ path, file }) => ({ prefix: `${path}/`, file }))
  return { redirects, notFound, shells, pageFiles, apiBase }
}

/** How redirects are judged against the pages of a build. */
export function redirectRules(
  routes: Route[],
  family: Family,
  locales: string[],
): Pick<CompileOptions, 'keyOf' | 'isPage' | 'isOutside'> {
  const pages = new Set(routes.filter(({ origin }) => origin === family.origin).map(({ path }) => addressKey(path)))
  return {
    keyOf: addressKey,
    isPage: (path) => pages.has(addressKey(path.split(/[?#]/)[0] ?? path)),
    isOutside: (path) => {
      const prefix = path.split('/')[1] ?? ''
      const locale = family.locales.includes(prefix) ? prefix : family.defaultLocale
      return !locales.includes(locale)
    },
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
