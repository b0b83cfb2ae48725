import { count } from '#content/wording/count.ts'
import { listSome } from '#content/wording/list-some.ts'
import { familyOf, type Settings } from '#renderer/settings.ts'
import { addressKey, withoutCompression } from './address.ts'
import type { ReportFinding, Route } from './route.ts'

/**
 * Reports addresses that several pages claim, addresses of files that the build itself writes, and pages whose file
 * would have to be a folder for another page. Each finding names all claimants. `reporterOf` returns the function that
 * reports for the domain family of an origin.
 */
export function reportConflicts(
  routes: Route[],
  settings: Settings,
  reporterOf: (origin: string) => ReportFinding,
): void {
  const pages = routes.filter(({ source }) => source.kind !== 'error')
  reportFolders(pages, reporterOf)
  const claims = Map.groupBy(pages, (route) => `${route.origin}${addressKey(route.path)}`)
  const reserved: Reserved[] = []
  for (const claimants of claims.values()) {
    const [first] = claimants
    if (!first) continue
    const owner = claimants.map((route) => reservedBy(route, settings)).find((one) => one !== undefined)
    if (owner) {
      reserved.push({ first, claimants, owner })
    } else if (claimants.length > 1) {
      reporterOf(first.origin)({
        code: 'duplicate-address',
        message: `The address "${first.path}" is claimed by ${listSome(claimants.map(nameClaimant))}.`,
        where: { locale: first.locale, path: first.path },
        hint: 'Give all but one of them another slug at the service. Case, Unicode form, encoding and a trailing slash do not distinguish addresses.',
      })
    }
  }
  reportReserved(reserved, reporterOf)
}

type Reserved = { first: Route; claimants: Route[]; owner: string }

/** Reports each reserved address, but those of a list's pages together. */
function reportReserved(reserved: Reserved[], reporterOf: (origin: string) => ReportFinding): void {
  const lists = Map.groupBy(reserved, ({ first: { origin, list, href }, owner }) =>
    JSON.stringify([origin, list?.first ?? href, owner]),
  )
  for (const [one, ...others] of lists.values()) {
    if (!one) continue
    const { first, claimants, owner } = one
    const further = others.length > 0 ? `; this also concerns ${count(others.length, 'further page')} of this list` : ''
    reporterOf(first.origin)({
      code: 'address-reserved',
      message: `The address "${first.path}" is claimed by ${listSome(claimants.map(nameClaimant))}, but ${owner}${further}.`,
      where: { locale: first.locale, path: first.path },
      hint: 'Give the page another slug at the service.',
    })
  }
}

/** With files of the form `{path}.html`, the file of `/x` and the folder of `/x.html/y` would have the same name. */
function reportFolders(pages: Route[], reporterOf: (origin: string) => ReportFinding): void {
  const keyOf = ({ origin }: Route, file: string): string => `${origin}${addressKey(`/${file}`)}`
  const byFile = new Map(pages.map((route) => [keyOf(route, route.file), route]))
  for (const route of pages) {
    for (let end = route.file.indexOf('/'); end > 0; end = route.file.indexOf('/', end + 1)) {
      const file = byFile.get(keyOf(route, withoutCompression(route.file.slice(0, end))))
      if (!file) continue
      reporterOf(route.origin)({
        code: 'duplicate-address',
        message: `The file "${file.file}" of ${nameClaimant(file)} would have to be a folder for ${nameClaimant(route)}, whose file is "${route.file}".`,
        where: { locale: route.locale, path: route.path },
        hint: 'Give one of them another slug at the service, or set pageFiles to "directory".',
      })
    }
  }
}

/** Files that the build writes once for the whole site, and all addresses below them. */
const builtOnce =
  /^\/(sitemap[^/]*\.xml|robots\.txt|sw\.js|favicon\.ico|icon[^/]*\.(svg|png)|apple-touch-icon\.png|assets|\.well-known)(\/.*)?$/
/**
 * Files that configure hosts, and all addresses below them. Such files are copied over the export, or read instead of
 * it. Apache reads a `.htaccess` in any folder, and refuses to serve a folder if it cannot read that file.
 */
const readByHosts =
  /^\/(_headers|_redirects|_routes\.json|_worker\.js|(.*\/)?\.htaccess|\.assetsignore|\.nojekyll|netlify\.toml|wrangler\.jsonc|(vercel|firebase|staticwebapp\.config)\.json)(\/.*)?$/
/** Files that the build writes for every locale, below its prefix, and all addresses below them. */
const builtPerLocale = /^\/(404\.html|500\.html|offline\.html|site\.webmanifest|feed\.xml)(\/.*)?$/

/** Why a page must not have its address, worded to end a sentence. Undefined if it may. */
function reservedBy(route: Route, settings: Settings): string | undefined {
  const family = familyOf(route.locale, settings)
  const isDefault = route.locale === family?.defaultLocale
  const key = addressKey(route.path)
  const written = [key, addressKey(`/${route.file}`)].map(withoutCompression)
  const belowPrefix = isDefault ? written : written.map((path) => path.slice(`/${route.locale}`.length))
  const isHomeFile = route.slug !== '/' && belowPrefix.includes('/index.html')
  const isBuilt = written.some((path) => builtOnce.test(path)) || belowPrefix.some((path) => builtPerLocale.test(path))
  if (isHomeFile || isBuilt) return 'the build itself writes that file'
  if (written.some((path) => readByHosts.test(path))) return 'hosts read their settings from a file with that name'
  const prefix = key.split('/')[1] // for a page that is not of the default locale, the prefix of its own locale
  const other = family?.locales.find((locale) => locale !== route.locale && locale.toLowerCase() === prefix)
  if (other) return `"/${other}" is the prefix of the locale "${other}"`
  if (prefix === 'admin') return '"/admin" leads to previews'
  const { apiBase } = settings
  const api = addressKey(apiBase)
  const isApi = apiBase.startsWith('/') && (key === api || key.startsWith(`${api}/`))
  return isApi ? `"${apiBase}" points to the content service` : undefined
}

function nameClaimant(route: Route): string {
  const node = `node "${route.node?.slug ?? route.slug}" (${route.locale}, ${route.node?.nodeType}/${route.node?.action}, ${route.node?.nodeReference ?? 'no reference'})`
  if (route.page > 1) return `page ${route.page} of ${node}`
  return route.memberId === undefined ? node : `member "${route.memberId}" of ${node}`
}
