import { domId } from '#blocks/_shared/dom-id.ts'
import { type Field, fieldsOf } from '#content/fields.ts'
import type { Finding } from '#content/finding.ts'
import { documentSchemas, memberSchemas } from '#content/schema.ts'
import { draftHref } from '#preview/admin-href.ts'
import { digestOfPage } from '#preview/child/answers.ts'
import { type DraftState, routesOf } from '#preview/child/draft/draft-state.ts'
import { type DraftPlace, publishedOf, targetOf } from '#preview/child/draft/read-draft.ts'
import { pageTitle } from '#preview/child/reach/reach.ts'
import type { PreviewSite } from '#preview/child/site/preview-site.ts'
import { movedPage } from '#preview/child/site/shown-page.ts'
import type { Target } from '#preview/messages.ts'
import type { BlockRow, LocaleRow, PageRef, PanelData } from '#preview/panel-data.ts'
import { compareWords } from './compare-words.ts'
import { fieldReads } from './field-reads.ts'
import { missingPlaces } from './linked-places.ts'
import { type PageFacts, readPageFacts } from './read-head.ts'
import { type RemarkParts, remarksOf } from './remarks.ts'
import { translationGaps } from './translation-gaps.ts'

/** Returns where a draft is shown. */
export async function pageRefOf(preview: PreviewSite, state: DraftState, target: Target): Promise<PageRef> {
  const { route, assembled } = state
  const hasAddress = state.hasAddress && !(await rivalOf(preview, state))
  const href = hasAddress ? route.href : draftHref(target)
  return { href, hasAddress, title: pageTitle(route, assembled) }
}

/** Returns the other draft that the address of a draft shows, because both have moved there. */
async function rivalOf(preview: PreviewSite, { place, route }: DraftState): Promise<DraftPlace | undefined> {
  const shown = preview.movedTo(route.path)
  if (!shown || (shown.kind === place.kind && shown.id === place.id && shown.locale === place.locale)) return undefined
  return (await movedPage(preview, route.href))?.place
}

/** Returns everything that the panel shows about a draft, except its reach. */
export async function describePage(preview: PreviewSite, state: DraftState, target: Target): Promise<PanelData> {
  const { place, read, assembled, route, published, publishedRoute } = state
  const { base } = preview
  const { html, reads } = await assembled.render(route)
  const facts = readPageFacts(html)
  const { document } = read.draft
  const fields = fieldsAt(place, document)
  const locales = localeRows(preview, state, fieldsAt(place, shownRight(document, state)))
  const record = `${place.locale}/${place.kind}/${place.id}`
  const { pictures, job } = base
  const blocks = blockRows(state)
  const broken = new Set(blocks.flatMap(({ id, isBroken }) => (isBroken ? id : [])))
  return {
    ...(await pageRefOf(preview, state, target)),
    record,
    digest: digestOfPage(html),
    state: !published ? 'new' : assembled === state.base ? 'published' : 'changed',
    ...(publishedRoute && publishedRoute.path !== route.path && { movedFrom: publishedRoute.path }),
    blocks,
    reads: fieldReads(reads, state, { fields, textFile: base.textFile }),
    locales,
    words: compareWords(published ? fieldsAt(place, published) : [], fields, place.locale, broken),
    seo: seoOf(facts, job.settings.brand.name, state),
    remarks: remarksOf({
      fields,
      missingPlaces: missingPlaces(fields, assembled.site, route.href),
      problems: read.problems,
      facts,
      findings: assembled.findings,
      refusals: refusalsOf(state, await rivalOf(preview, state)),
      href: route.href,
      name: state.hasAddress ? undefined : pageTitle(route, assembled),
      locales,
      moved: leftAddress(state),
      pictures,
      settings: job.settings,
      isOfFiles: job.service === 'demo',
    }),
  }
}

type Left = Pick<DraftState, 'route' | 'hasAddress' | 'publishedRoute'> & {
  assembled: { moved: Pick<DraftState['assembled']['moved'], 'redirects' | 'gone'> }
}

/**
 * Returns the published address that a draft leaves, and its new one. Undefined if a redirect or tombstone answers the
 * old address.
 */
export function leftAddress({ assembled, route, hasAddress, publishedRoute }: Left): RemarkParts['moved'] {
  const { redirects, gone } = assembled.moved
  if (!hasAddress || !publishedRoute || publishedRoute.path === route.path) return undefined
  const from = publishedRoute.path
  const isJudged = gone.includes(from) || redirects.some((redirect) => redirect.from === from)
  return isJudged ? undefined : { from, to: route.path }
}

/**
 * Returns why a draft that should have an address is shown below `/admin/draft/`: another page or draft has the address,
 * or it is invalid.
 */
function refusalsOf(state: DraftState, rival: DraftPlace | undefined): Finding[] {
  const { hasAddress, place, publishing, route } = state
  const { draft } = state.read
  if (hasAddress && rival) {
    const message = `The draft ${rival.kind}/${rival.id} (${rival.locale}) moves to "${route.path}" too.`
    return [{ code: 'duplicate-address', message, hint: 'Change the slug of one of the two drafts.' }]
  }
  if (hasAddress) return []
  const paths = new Set(routesOf(place, publishing).map(({ path }) => path))
  const slugs = new Set('nodes' in draft ? draft.nodes?.map(({ slug }) => slug) : [])
  return publishing.findings.errors.filter(
    ({ code, where }) =>
      where?.locale === place.locale &&
      (paths.has(where.path ?? '') || (code === 'slug-invalid' && slugs.has(where.node ?? ''))),
  )
}

function fieldsAt({ kind }: DraftPlace, document: object): Field[] {
  return fieldsOf(document, kind === 'product_categories' ? memberSchemas[kind] : documentSchemas[kind])
}

function blockRows({ read }: DraftState): BlockRow[] {
  if (!('blocks' in read.draft.document)) return []
  const broken = new Set(read.problems.flatMap(({ block }) => block ?? []))
  return read.draft.document.blocks.map((block, at) => ({
    id: block.id,
    type: block.type,
    path: `blocks[${at}]`,
    anchor: domId('block', block.id),
    headline: block.headline ?? ('title' in block ? block.title : ''),
    isBroken: broken.has(at),
  }))
}

/** Returns the document without the blocks that replace broken ones, because no translation can have these. */
function shownRight(document: object, { read: { problems } }: DraftState): object {
  const broken = new Set(problems.flatMap(({ block }) => block ?? []))
  const { blocks } = document as { blocks?: object[] }
  return blocks ? { ...document, blocks: blocks.filter((_, at) => !broken.has(at)) } : document
}

/** Returns the page in every locale of the family, compared with what is published there. */
function localeRows({ base }: PreviewSite, { place, assembled, route }: DraftState, fields: Field[]): LocaleRow[] {
  const { site } = assembled
  const translations = site.translationsOf(route)
  return base.job.locales.map((locale): LocaleRow => {
    const name = languageNames.of(locale) ?? locale
    const isCurrent = locale === place.locale
    const found = translations.find((one) => one.locale === locale)
    const translation = found && (isCurrent ? route : site.routeAt(found.origin, found.href))
    const nodeType = translation?.node?.nodeType
    if (!translation || nodeType === undefined) return { locale, name, isCurrent, missing: [] }
    const content = assembled.contents.get(locale)
    const theirs = content && publishedOf({ ...place, locale }, content)
    const missing = theirs && !isCurrent ? translationGaps(fields, fieldsAt(place, theirs)) : []
    return { locale, name, isCurrent, target: targetOf({ ...place, locale }, nodeType), missing }
  })
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

function seoOf(
  { title, meta, canonical }: PageFacts,
  site: string,
  { hasAddress }: Pick<DraftState, 'hasAddress'>,
): PanelData['seo'] {
  const origin = URL.parse(canonical)?.origin ?? ''
  const image = meta.get('og:image')
  const alt = meta.get('og:image:alt')
  return {
    title,
    description: meta.get('description') ?? '',
    url: hasAddress ? canonical : origin,
    site,
    card: {
      title: meta.get('og:title') ?? title,
      description: meta.get('og:description') ?? '',
      ...(image && { image: image.startsWith(origin) ? image.slice(origin.length) : image }),
      ...(alt && { alt }),
    },
  }
}
