import { type ExaminedLocale, endpointOfKind } from '#cli/doctor/examine-locale.ts'
import { note, type Row, remarkOf } from '#cli/doctor/remark.ts'
import type { Visit } from '#cli/doctor/visit.ts'
import { type Field, fieldsOf } from '#content/fields.ts'
import { type Finding, Findings } from '#content/finding.ts'
import { documentSchemas, type MenuItem } from '#content/schema.ts'
import { missingPlaces } from '#preview/child/panel-data/linked-places.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import { groupLinks } from '#renderer/build/group-links.ts'
import { createSettler } from '#renderer/build/pages/settle-page.ts'
import { renderFinding } from '#renderer/build/pages/task-renderer.ts'
import type { Route } from '#renderer/plan/route.ts'
import { loadEngine } from '#renderer/reader/engine.ts'
import { loadRenderer } from '#renderer/reader/open-page-renderer.ts'
import { indexSite } from '#renderer/site/index-site.ts'
import { menuFindings } from '#renderer/site/menu.ts'
import { placeFinding } from '#renderer/site/resolve-link.ts'
import { crawledDocuments, type Site } from '#renderer/site/site.ts'
import type { CheckedAddresses } from './check-addresses.ts'

/**
 * Renders the pages of the documents that were read as a build does, without their pictures, and notes what a build
 * would report about them. Pictures in rich text are added to those of the locale.
 */
export async function checkPages(
  { plan, areSure }: CheckedAddresses,
  examined: ExaminedLocale[],
  visit: Visit,
): Promise<void> {
  const contents = new Map(examined.map(({ content }) => [content.locale, content]))
  const site = indexSite(
    { ...plan, assets: visit.own.assets, integrity: new Map(), pictures: { known: new Map() } },
    crawledDocuments(contents),
  )
  const openRenderer = await loadRenderer(await loadEngine('react'))
  const render = openRenderer(site)
  const findings = new Findings()
  let shown: Route | undefined
  const keepPicture = (url: string): void => {
    const pictures = examined.find(({ content }) => content.locale === shown?.locale)?.pictures
    if (pictures && !pictures.has(url)) pictures.set(url, `the page "${readablePath(shown?.href ?? '')}"`)
  }
  const pictures = { get: keepPicture, card: () => {} }
  const settle = createSettler({ site, pictures, findings, missingText: () => {} }, (question: string) => question)
  for (const route of plan.own) {
    shown = route
    const fields = fieldsRead(route, site)
    if (!fields) continue
    try {
      const { reads, findings: reported } = render(route.file)
      const where = { locale: route.locale, path: route.href }
      const lost = missingPlaces(fields, site, route.href).map(({ address }) => placeFinding(address, where))
      settle({ route, questions: reads.map(({ question }) => question), findings: [...reported, ...lost] })
    } catch (cause) {
      note(rowOf(route, visit), remarkOf(renderFinding(route, cause), true))
    }
  }
  const routes = new Map(plan.own.map((route) => [`${route.locale} ${route.href}`, route]))
  const isReported = (finding: Finding): boolean =>
    finding.code !== 'date-invalid' && // `noteFields` reports it, with the field
    (areSure || !['link-dead', 'menu-category'].includes(finding.code)) &&
    !isPerhapsThere(finding, site)
  for (const locale of visit.locales)
    for (const finding of [...menuFindings(site, locale), ...missingMenuPlaces(site, locale)].filter(isReported))
      note(visit.rows.of('/menus', locale), remarkOf(finding, false))
  for (const finding of groupLinks(findings.warnings.filter(isReported))) {
    const route = routes.get(`${finding.where?.locale} ${finding.where?.path}`)
    if (route) note(rowOf(route, visit), remarkOf(finding, false))
  }
}

/** Returns findings for menu items that link to a place which the target page does not have. */
function missingMenuPlaces(site: Site, locale: string): Finding[] {
  const findingsOf = ({ name, url = '', children }: MenuItem): Finding[] => [
    ...missingPlaces([{ path: 'url', kind: 'link', value: url }], site).map(({ address }) =>
      placeFinding(address, { locale, item: name }),
    ),
    ...children.flatMap(findingsOf),
  ]
  return site.menuGroups(locale).flatMap((group) => site.menu(locale, group).flatMap(findingsOf))
}

/** Returns the fields of the document that a page shows. Undefined if the document was not read. */
function fieldsRead({ source, locale, page }: Route, { documents }: Site): Field[] | undefined {
  const document = source.kind === 'document' && page === 1 && documents.find(locale, source.collection, source.key)
  return document ? fieldsOf(document, documentSchemas[source.collection]) : undefined
}

function rowOf({ source, locale }: Route, { rows }: Visit): Row {
  return rows.of(source.kind === 'document' ? endpointOfKind(source.collection) : '/sitemap_nodes', locale)
}

/** Whether a dead link points to a further page of a list that was not read. The list may have that many pages. */
function isPerhapsThere({ where }: Finding, { routeAt, family }: Site): boolean {
  const path = URL.parse(where?.url ?? '', `${family.origin}/`)?.pathname ?? ''
  const [, list] = /^(.*)\/page\/\d+\/?$/.exec(path) ?? []
  const route = list === undefined ? undefined : routeAt(family.origin, list || '/')
  return route?.source.kind === 'document' && route.facts === undefined
}
