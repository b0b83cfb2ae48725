import { missingKeys, type Texts } from '#locales/translator.ts'
import { iconAddresses } from '#publish/brand.ts'
import type { ServiceWorkerOptions } from '#publish/bundle/service-worker.ts'
import { siteHeaders } from '#publish/headers.ts'
import type { CompiledRedirects } from '#publish/redirects/compile-redirects.ts'
import type { Routing } from '#publish/routing.ts'
import { fontFiles } from '#renderer/page/font-files.ts'
import type { Family, Settings } from '#renderer/settings.ts'
import { hrefOf } from './address.ts'
import type { Route } from './route.ts'

/** Everything that hosts must know about the routes of an export. */
export function routingOf(
  routes: Route[],
  { redirects, gone }: Pick<CompiledRedirects, 'redirects' | 'gone'>,
  settings: Settings,
  { origin }: Family,
): Routing {
  const { pageFiles, apiBase, hosts, files } = settings
  const notFound = errorPages(routes, 404)
  const serverErrors = errorPages(routes, 500)
  const [first] = serverErrors
  if (first && serverErrors.at(-1)?.prefix !== '/') serverErrors.push({ prefix: '/', file: first.file })
  const shells = routes.flatMap(({ source, file }) =>
    source.kind === 'restricted' ? [{ prefix: source.prefix, suffix: source.suffix, file }] : [],
  )
  const pages = routes.filter(({ source }) => source.kind !== 'error').map(({ path }) => path)
  const headers = siteHeaders({ ...settings, origin })
  const api = hosts.api !== undefined && { api: { target: hosts.api, maxBytes: mostBytesOf(files) } }
  return {
    redirects: [...toPages(redirects, pages), ...fromJoined(pages)],
    gone,
    notFound,
    serverErrors,
    shells,
    pageFiles,
    apiBase,
    ...api,
    origin,
    pages,
    headers,
  }
}

/** Redirects whose targets are spelled like the slugs of their pages, which may have another Unicode form. */
function toPages(redirects: Routing['redirects'], pages: string[]): Routing['redirects'] {
  const spelled = new Map(pages.map((path) => [path.normalize('NFC'), path]))
  return redirects.map(({ from, to }) => {
    const end = to.search(/[?#]|$/)
    return { from, to: `${spelled.get(to.slice(0, end)) ?? to.slice(0, end)}${to.slice(end)}` }
  })
}

/**
 * Redirects to pages whose slug has accents as separate characters, from the address in which letter and accent are one
 * character, as keyboards write it.
 */
function fromJoined(pages: string[]): Routing['redirects'] {
  return pages.map((to) => ({ from: to.normalize('NFC'), to })).filter(({ from, to }) => from !== to)
}

/** Error pages of a status, each with the prefix of the addresses that it is shown for, the longest prefix first. */
function errorPages(routes: Route[], status: 404 | 500): Routing['notFound'] {
  return routes
    .filter(({ source }) => source.kind === 'error' && source.status === status)
    .map(({ path, file }) => ({ prefix: path.slice(0, -`${status}.html`.length), file }))
    .sort((a, b) => b.prefix.length - a.prefix.length)
}

/**
 * The maximum size of a form in bytes: a job application has a CV and further files, and its text fits into a mebibyte.
 */
function mostBytesOf({ maxBytes, maxCount }: Settings['files']): number {
  return maxBytes * (maxCount + 1) + 1024 * 1024
}

/** Everything that the service worker of an export must know. */
export function serviceWorkerOf(
  routes: Route[],
  assets: Map<string, string>,
  { apiBase, brand }: Settings,
): Omit<ServiceWorkerOptions, 'toolRoot' | 'writer'> {
  const pages = routes.filter(({ source }) => source.kind === 'error' && source.status === 'offline')
  const offline = pages.map(({ path, href }) => ({ prefix: path.slice(0, -'offline.html'.length), href }))
  const [first] = offline
  // If the default locale has no pages, the first locale with pages replaces it.
  if (first && offline.every(({ prefix }) => prefix !== '/')) offline.push({ prefix: '/', href: first.href })
  const logo = brand.logo === 'icon' ? ['icon.svg'] : []
  const names = new Set(['site.css', 'main.js', ...logo, ...pages.flatMap(({ locale }) => fontFiles(locale))])
  return {
    assets: [...assets.values()],
    files: [...names].flatMap((name) => assets.get(name) ?? iconAddresses.get(name) ?? []),
    offline,
    api: apiBase.startsWith('/') ? apiBase : '',
    never: routes.flatMap(privatePath),
  }
}

/**
 * The paths that the service worker must not store: the folder of the restricted pages. If that folder is a home page,
 * which has public pages below it, only the address of the shell.
 */
function privatePath({ source, locale, href }: Route): string[] {
  if (source.kind !== 'restricted') return []
  const isBelowHome = source.prefix === '/' || source.prefix === `/${locale}/`
  return [isBelowHome ? href : hrefOf(source.prefix.slice(0, -1))]
}

/**
 * A web manifest for each locale that has pages. It starts at the home of the locale, or at `/` if the locale has none.
 */
export function manifestsOf(routes: Route[], family: Family): { file: string; lang: string; start: string }[] {
  const locales = [...new Set(routes.map(({ locale }) => locale))]
  return locales.map((locale) => {
    const home = routes.find((route) => route.locale === locale && route.slug === '/')
    return { file: manifestFile(locale, family), lang: locale, start: home?.href ?? '/' }
  })
}

/** The file of a locale's web manifest, relative to the root of the export. */
export function manifestFile(locale: string, { defaultLocale }: Family): string {
  return locale === defaultLocale ? 'site.webmanifest' : `${locale}/site.webmanifest`
}

type MissingTexts = { missingText(locale: string, key: string): void }

/** Reports every interface text that a locale lacks, whether a page uses it or not. */
export function reportMissingTexts(texts: Texts, locales: string[], run: MissingTexts): void {
  for (const locale of locales) for (const key of missingKeys(texts, locale)) run.missingText(locale, key)
}
