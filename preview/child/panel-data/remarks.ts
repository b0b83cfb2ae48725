import type { Field } from '#content/fields.ts'
import type { Findings } from '#content/finding.ts'
import { textOfHtml } from '#content/text-of-html.ts'
import type { DraftProblem } from '#preview/child/draft/parse-draft.ts'
import type { LazyPictures } from '#preview/child/site/lazy-pictures.ts'
import { fieldLabel } from '#preview/field-label.ts'
import type { LocaleRow, Remark } from '#preview/panel-data.ts'
import { asArgument } from '#publish/redirects/ledger.ts'
import type { Settings } from '#renderer/settings.ts'
import { editorsIdPrefix } from '#renderer/site/resolve-link.ts'
import type { PageFacts } from './read-head.ts'
import { placesLinked, richTextRemarks } from './rich-text-remarks.ts'

export type RemarkParts = {
  /** Every field of the document. */
  fields: Field[]
  problems: DraftProblem[]
  facts: PageFacts
  findings: Findings
  /** Address of the page, as findings name it. */
  href: string
  locales: LocaleRow[]
  /** Where the page is published, if its draft has another address, and the new one; nothing where a redirect leads there. */
  moved?: { from: string; to: string } | undefined
  pictures: LazyPictures
  settings: Settings
}

/** Lengths that search engines show whole. */
const titleLength = { least: 15, most: 60 }
const descriptionLength = { least: 50, most: 160 }

/** Everything an editor should look at before a page is published, errors first. */
export function remarksOf(parts: RemarkParts): Remark[] {
  const remarks = [
    ...parts.problems.map(problemRemark),
    ...findingsOf(parts),
    ...pictureRemarks(parts),
    ...richTextRemarks(parts.fields),
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
  const told = `${fieldLabel(block)}: ${message}`
  return { code: 'field-invalid', severity, message: told, path }
}

/** The field that holds a text, the whole of it or a part. */
function fieldHolding(fields: Field[], text: string | undefined): { path?: string } {
  if (!text?.trim()) return {}
  const words = textOfHtml(text)
  const found =
    fields.find(({ value }) => value.trim() === text) ??
    fields.find(({ kind, value }) => kind === 'html' && (value.includes(text) || textOfHtml(value).includes(words)))
  return found ? { path: found.path } : {}
}

/** Links to a place of the page that it does not have. */
function placeRemarks({ fields, facts }: RemarkParts): Remark[] {
  return placesLinked(fields).flatMap(({ path, name }): Remark[] => {
    // Ids of editors bear a prefix in the page.
    if (facts.ids.has(`${editorsIdPrefix}${name}`)) return []
    const message = `${fieldLabel(path)}: a link leads to "#${name}", but nothing on the page has that id.`
    const hint = 'Give the id to the heading that is meant, or correct the link.'
    return [{ code: 'place-missing', severity: 'warning', message, path, hint }]
  })
}

/** An address that nothing will answer once the draft is published. */
function addressRemarks({ moved }: RemarkParts): Remark[] {
  if (!moved) return []
  const message = `The page leaves its address "${moved.from}", and nothing leads from there to "${moved.to}".`
  const hint = `Add a redirect, or nobody who has the old address finds the page: npx site redirects add ${asArgument(moved.from)} ${asArgument(moved.to)}`
  return [{ code: 'address-moved', severity: 'warning', message, hint }]
}

/** What planning and rendering told of this very page, and slips in styles, which all pages have. */
function findingsOf({ findings, href, fields }: RemarkParts): Remark[] {
  const told = [
    ...findings.errors.map((finding) => ({ ...finding, severity: 'error' as const })),
    ...findings.warnings.map((finding) => ({ ...finding, severity: 'warning' as const })),
  ]
  return told
    .filter(({ code, where }) => where?.path === href || code === 'style-invalid')
    .map(({ code, message, hint, severity, where }) => ({
      ...{ code, message, severity },
      ...(hint && { hint }),
      ...fieldHolding(fields, where?.url),
    }))
}

function pictureRemarks({ fields, pictures, settings }: RemarkParts): Remark[] {
  const shown = fields.filter(({ kind }) => kind === 'image')
  return shown.flatMap(({ path, value: url, use = 'text', alt }): Remark[] => {
    const label = fieldLabel(path)
    const finding = pictures.findingOf(url)
    if (finding) return [{ code: finding.code, severity: 'warning', message: `${label}: ${finding.message}`, path }]
    const remarks: Remark[] = []
    if (!alt?.trim()) {
      const message = `${label}: the picture has no alternative text, so that a screen reader passes over it.`
      remarks.push({
        code: 'alt-missing',
        severity: 'warning',
        message,
        path,
        hint: 'Say in a few words what is to be seen.',
      })
    }
    const source = pictures.sourceOf(url)
    const wanted = Math.max(...settings.picturePresets[use].widths)
    if (source && source.format !== 'svg' && source.width < wanted / 2) {
      const message = `${label}: the picture is ${source.width} px wide; it will look soft, as its place shows up to ${wanted} px.`
      remarks.push({
        code: 'image-small',
        severity: 'warning',
        message,
        path,
        hint: `Upload one that is at least ${Math.round(wanted / 2)} px wide.`,
      })
    }
    return remarks
  })
}

function headingRemarks({ facts: { headings }, fields }: RemarkParts): Remark[] {
  const tops = headings.filter(({ level }) => level === 1)
  const remarks: Remark[] = []
  if (tops.length !== 1) {
    const message =
      tops.length === 0
        ? 'The page has no main heading (h1).'
        : `The page has ${tops.length} main headings (h1); one is right.`
    remarks.push({ code: 'heading-order', severity: 'warning', message })
  }
  for (const [at, { level, text }] of headings.entries()) {
    const before = headings[at - 1]
    if (!before || level <= before.level + 1) continue
    const message = `The heading "${text}" is of level ${level}, right below "${before.text}" of level ${before.level}.`
    remarks.push({
      code: 'heading-order',
      severity: 'warning',
      message,
      hint: `Make it a heading of level ${before.level + 1}.`,
      ...fieldHolding(fields, text),
    })
  }
  return remarks
}

type Judged = { what: string; text: string; code: string; path: string; ending?: string }

/** A title is too long with the brand that ends it (`renderer/page/head.tsx`), and too short without. */
function lengthRemarks({ facts: { title, meta }, fields, settings }: RemarkParts): Remark[] {
  const remarks: Remark[] = []
  const judge = ({ what, text, code, path, ending }: Judged, { least, most }: typeof titleLength): void => {
    if (text.length >= least && text.length <= most) return
    const amount = text.length === 0 ? 'is missing' : `has ${text.length} characters`
    const place = ending === undefined ? '' : ` before "${ending}"`
    const message = `The ${what} for search results ${amount}${place}; ${least} to ${most} are shown whole.`
    remarks.push({ code, severity: 'warning', message, path })
  }
  const path = fields.some((one) => one.path === 'seoTitle') ? 'seoTitle' : 'title'
  const judged = { what: 'title', text: title, code: 'title-length', path }
  const ending = ` – ${settings.brand.name}`
  if (title.length > titleLength.most || !title.endsWith(ending)) judge(judged, titleLength)
  else judge({ ...judged, text: title.slice(0, -ending.length), ending }, titleLength)
  const text = meta.get('description') ?? ''
  judge({ what: 'description', text, code: 'description-length', path: 'seoDescription' }, descriptionLength)
  return remarks
}

function translationRemarks(locales: LocaleRow[]): Remark[] {
  return locales
    .filter(({ isCurrent }) => !isCurrent)
    .flatMap(({ name, target, missing }): Remark[] => {
      if (!target)
        return [{ code: 'translation-missing', severity: 'warning', message: `The page does not exist in ${name}.` }]
      if (missing.length === 0) return []
      return [{ code: 'translation-missing', severity: 'warning', message: `${name} lacks: ${missing.join('; ')}.` }]
    })
}
