import type { Field } from '#content/fields.ts'
import type { Finding, Findings } from '#content/finding.ts'
import { textOfHtml } from '#content/text-of-html.ts'
import { nameFiles } from '#content/wording/name-files.ts'
import type { DraftProblem } from '#preview/child/draft/parse-draft.ts'
import type { LazyPictures } from '#preview/child/site/lazy-pictures.ts'
import { fieldLabel } from '#preview/field-label.ts'
import type { LocaleRow, Remark } from '#preview/panel-data.ts'
import { shownLength } from '#preview/shown-length.ts'
import { asArgument } from '#publish/redirects/ledger.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { Settings } from '#renderer/settings.ts'
import type { PlaceLink } from './linked-places.ts'
import type { PageFacts } from './read-head.ts'
import { richTextRemarks } from './rich-text-remarks.ts'

export type RemarkParts = {
  /** Every field of the document. */
  fields: Field[]
  /** Links of the fields to places that the linked pages do not have. */
  missingPlaces?: PlaceLink[] | undefined
  problems: DraftProblem[]
  facts: PageFacts
  findings: Findings
  /** Why the draft has no address although it should have one. */
  refusals?: Finding[] | undefined
  /** The address of the page, as findings name it. */
  href: string
  /** The name of the page in messages, if `href` was made up for a draft without a node. */
  name?: string | undefined
  locales: LocaleRow[]
  /**
   * The published and the new address of the page, if its draft moves it and no redirect or tombstone answers the old
   * one.
   */
  moved?: { from: string; to: string } | undefined
  pictures: LazyPictures
  settings: Settings
  /** Whether the content is in files. */
  isOfFiles?: boolean | undefined
}

/** Lengths that search engines show completely. */
const titleLength = { least: 15, most: 60 }
const descriptionLength = { least: 50, most: 160 }

/** Returns everything that an editor should look at before a page is published, errors first. */
export function remarksOf(parts: RemarkParts): Remark[] {
  const remarks = [
    ...parts.problems.map(problemRemark),
    ...(parts.refusals ?? []).map(({ code, message, hint }) => ({
      ...{ code, message, severity: 'error' as const },
      ...(hint && { hint }),
    })),
    ...findingsOf(parts),
    ...pictureRemarks(parts),
    ...richTextRemarks(parts.fields, parts.pictures),
    ...placeRemarks(parts),
    ...addressRemarks(parts),
    ...headingRemarks(parts),
    ...lengthRemarks(parts),
    ...translationRemarks(parts.locales),
  ]
  return remarks.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
}

function problemRemark({ path, message, severity }: DraftProblem): Remark {
  if (path === undefined) return { code: 'block-unknown', severity, message }
  const [block = path] = /^blocks\[\d+\]/.exec(path) ?? []
  const labelled = `${fieldLabel(block)}: ${message}`
  return { code: 'field-invalid', severity, message: labelled, path }
}

function warning(code: string, message: string, more: { hint?: string; path?: string } = {}): Remark {
  return { code, severity: 'warning', message, ...more }
}

/** Returns the field whose value is this text, or contains it. */
function fieldHolding(fields: Field[], text: string | undefined): { path?: string } {
  if (!text?.trim()) return {}
  const words = textOfHtml(text)
  const found =
    fields.find(({ value }) => value.trim() === text) ??
    fields.find(({ kind, value }) => kind === 'html' && (value.includes(text) || textOfHtml(value).includes(words)))
  return found ? { path: found.path } : {}
}

function placeRemarks({ missingPlaces = [] }: RemarkParts): Remark[] {
  return missingPlaces.map(({ path, name, address }) => {
    const message = `${fieldLabel(path)}: a link points to "${address}", but nothing on that page has the id "${name}".`
    const hint = 'Give the id to the right heading, or correct the link.'
    return warning('place-missing', message, { path, hint })
  })
}

/** Returns a remark on an address that nothing will answer once the draft is published. */
function addressRemarks({ moved }: RemarkParts): Remark[] {
  if (!moved) return []
  const message = `The page moves away from "${moved.from}", and no redirect points from there to "${moved.to}".`
  const hint = `Add a redirect, so that visitors with the old address find the page: npx site redirects add ${asArgument(moved.from)} ${asArgument(moved.to)}`
  return [warning('address-moved', message, { hint })]
}

/**
 * Returns the findings that planning and rendering reported for this page, and mistakes in styles, which affect all
 * pages.
 */
function findingsOf({ findings, href, name = readablePath(href), fields, isOfFiles }: RemarkParts): Remark[] {
  const withSeverity = [
    ...findings.errors.map((finding) => ({ ...finding, severity: 'error' as const })),
    ...findings.warnings.map((finding) => ({ ...finding, severity: 'warning' as const })),
  ]
  return withSeverity
    .filter(({ code, where }) => where?.path === href || code === 'style-invalid')
    .map(({ code, message, hint, severity, where }) => ({
      ...{ code, message: message.replaceAll(`"${readablePath(href)}"`, `"${name}"`), severity },
      ...(hint && { hint: isOfFiles ? nameFiles(hint) : hint }),
      ...fieldHolding(fields, where?.url),
    }))
}

function pictureRemarks({ fields, pictures, settings }: RemarkParts): Remark[] {
  const shown = fields.filter(({ kind }) => kind === 'image')
  return shown.flatMap(({ path, value: url, use = 'text', alt }): Remark[] => {
    const label = fieldLabel(path)
    const { source, finding } = pictures.known(url) ?? {}
    if (finding) return [warning(finding.code, `${label}: ${finding.message}`, { path })]
    const remarks: Remark[] = []
    if (!alt?.trim()) {
      const message = `${label}: the picture has no alternative text, so screen readers skip it.`
      remarks.push(warning('alt-missing', message, { path, hint: 'Say in a few words what the picture shows.' }))
    }
    const wanted = Math.max(...settings.picturePresets[use].widths)
    if (source && source.format !== 'svg' && source.width < wanted / 2) {
      const message = `${label}: the picture is ${source.width} px wide; it will look blurred, because its place shows up to ${wanted} px.`
      const hint = `Upload a picture that is at least ${Math.round(wanted / 2)} px wide.`
      remarks.push(warning('image-small', message, { path, hint }))
    }
    return remarks
  })
}

function headingRemarks({ facts: { headings }, fields }: RemarkParts): Remark[] {
  const tops = headings.filter(({ level }) => level === 1)
  const amount =
    tops.length === 0 ? 'no main heading (h1).' : `${tops.length} main headings (h1); it should have only one.`
  const skips = headings.flatMap(({ level, text }, at): Remark[] => {
    const before = headings[at - 1]
    if (!before || level <= before.level + 1) return []
    const message = `The heading "${text}" has level ${level}, but directly follows "${before.text}" of level ${before.level}.`
    const hint = `Make it a heading of level ${before.level + 1}.`
    return [warning('heading-order', message, { hint, ...fieldHolding(fields, text) })]
  })
  return [...(tops.length === 1 ? [] : [warning('heading-order', `The page has ${amount}`)]), ...skips]
}

type Judged = { what: string; text: string; code: string; path: string; ending?: string }

function judgeLength({ what, text, code, path, ending }: Judged, { least, most }: typeof titleLength): Remark[] {
  const length = shownLength(text)
  if (length >= least && length <= most) return []
  const counted = length > text.length ? ' (wide ones count twice)' : ''
  const amount = length === 0 ? 'is missing' : `has ${length} characters${counted}`
  const place = ending === undefined ? '' : ` before "${ending}"`
  return [
    warning(
      code,
      `The ${what} for search results ${amount}${place}; search engines show ${least} to ${most} in full.`,
      { path },
    ),
  ]
}

/**
 * A title is too long if it exceeds the limit together with the brand at its end (`renderer/page/head.tsx`). It is too
 * short if it falls below the limit without the brand.
 */
function lengthRemarks({ facts: { title, meta }, fields, settings }: RemarkParts): Remark[] {
  const path = fields.some((one) => one.path === 'seoTitle') ? 'seoTitle' : 'title'
  const ending = ` – ${settings.brand.name}`
  const isWhole = shownLength(title) > titleLength.most || !title.endsWith(ending)
  const judged = isWhole ? { text: title } : { text: title.slice(0, -ending.length), ending }
  const text = meta.get('description') ?? ''
  return [
    ...judgeLength({ what: 'title', code: 'title-length', path, ...judged }, titleLength),
    ...judgeLength(
      { what: 'description', text, code: 'description-length', path: 'seoDescription' },
      descriptionLength,
    ),
  ]
}

function translationRemarks(locales: LocaleRow[]): Remark[] {
  const others = locales.filter(({ isCurrent }) => !isCurrent)
  return others.flatMap(({ name, target, missing }) => {
    if (!target) return warning('translation-missing', `The page does not exist in ${name}.`)
    return missing.length > 0 ? warning('translation-missing', `Missing in ${name}: ${missing.join('; ')}.`) : []
  })
}
