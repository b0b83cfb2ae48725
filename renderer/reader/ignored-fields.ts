import { closestZoom, isOnGlobe, shownZoom } from '#blocks/_shared/globe.ts'
import { isMaskOpacity } from '#blocks/_shared/mask.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import { isBlank } from '#blocks/_shared/rich-text/rich-text.tsx'
import { saysOneOf } from '#blocks/_shared/says-one-of.ts'
import { ownSchemas } from '#content/blocks/own-schemas.ts'
import type { Document } from '#content/crawl/locale-content.ts'
import { fieldsOf } from '#content/fields.ts'
import type { Finding } from '#content/finding.ts'
import { type Block, type JobOffer, jobOfferSchema, type Page, type Service, type Theme } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'
import { readablePath } from '#publish/redirects/request-path.ts'
import type { Ask, Recorder } from '#renderer/reads/recorder.ts'
import type { Place } from '#renderer/site/place.ts'

/** The page whose document is checked. */
export type PageContext = { place: Place; ask: Ask; warn: Recorder['warn'] } & Pick<Reader, 'site'>

type Fields = { theme: Theme | undefined; blocks: readonly Block[] }

/** A field whose value is not shown although its shape is right: its place, the value in words, and how to fix it. */
type IgnoredField = { place: string; block?: string; words: string; hint: string }

/** Returns findings about fields of a document that its page does not show, or shows as something else. */
export function ignoredFields({ locale, href }: Pick<Place, 'locale' | 'href'>, { theme, blocks }: Fields): Finding[] {
  return [...mask('The theme', theme?.maskOpacity), ...blocks.flatMap(ofBlock)].map(
    ({ place, block, words, hint }) => ({
      code: 'field-ignored',
      message: `${place} of the page "${readablePath(href)}" has ${words}.`,
      where: { locale, path: href, ...(block && { block }) },
      hint,
    }),
  )
}

function ofBlock(block: Block): IgnoredField[] {
  const name = `${block.type} ${block.id}`
  return inBlock(block, `The block "${name}"`).map((one) => ({ ...one, block: name }))
}

function inBlock(block: Block, place: string): IgnoredField[] {
  if (block.type === 'banner') return mask(place, block.maskOpacity)
  if (block.type === 'maps') {
    const markers = block.markers.filter((marker) => !isOnGlobe(marker))
    return [...offScale(place, block.zoom), ...markers.map((marker) => offGlobe(place, marker))]
  }
  if (block.type === 'faq') {
    const items = block.items.filter(({ question, answer }) => question.trim() && isBlank(answer))
    return items.map(({ question }) => unanswered(place, question))
  }
  return []
}

function mask(place: string, value: unknown): IgnoredField[] {
  const isMissing = value === undefined || value === null || value === ''
  if (isMissing || isMaskOpacity(value)) return []
  const words = `the maskOpacity ${quoteValue(value)}, which is not a number from 0 to 100; pages use ${typeof value === 'number' ? 'the nearest value' : 'the default'} instead`
  return [{ place, words, hint: 'Write a fraction up to 1 or a percentage above 1 at the service, such as 0.6 or 60.' }]
}

function offScale(place: string, zoom: number | undefined): IgnoredField[] {
  if (zoom === undefined || shownZoom(zoom) === zoom) return []
  const words = `the zoom ${zoom}, which is not a number from 0 to ${closestZoom}; pages use the nearest value instead`
  const hint = `Write "zoom" as a number from 0 (the whole world) to ${closestZoom} (a house) at the service.`
  return [{ place, words, hint }]
}

function offGlobe(place: string, { name, lat, lng }: { name: string; lat: number; lng: number }): IgnoredField {
  const words = `the marker ${quoteValue(name)} at ${lat}, ${lng}, which is nowhere on the globe; the map leaves it out`
  return { place, words, hint: 'Write "lat" from -90 to 90 and "lng" from -180 to 180 at the service.' }
}

function unanswered(place: string, question: string): IgnoredField {
  const words = `the question ${quoteValue(question)} without an answer; it is left out`
  return { place, words, hint: 'Write its "answer" at the service.' }
}

/** A banner block at the top replaces the page's intro. Warns of text in the intro that the banner does not repeat. */
export function warnOfHiddenIntro(
  { site, place, warn }: PageContext,
  { title, seoTitle, theme, blocks: [hero] }: Document<Page>,
): void {
  if (hero?.type !== 'banner') return
  const { locale, href } = place
  const bannerWords = [hero.title, hero.subtitle ?? '', site.brand]
  const words = {
    // Without a `seoTitle` the title of the page is still visible as the title of the window.
    title: seoTitle === undefined ? undefined : title,
    'theme.title': theme?.title,
    'theme.subtitle': theme?.subtitle,
    'theme.description': theme?.description,
    'theme.publicationDate': theme?.publicationDate,
    'theme.backgroundImage': theme?.backgroundImage?.url,
  }
  const hidden = Object.entries(words).filter(([, value]) => value !== undefined && !saysOneOf(value, bannerWords))
  if (hidden.length === 0) return
  warn({
    code: 'intro-hidden',
    message: `The page "${readablePath(href)}" opens with a banner block, so its own ${hidden.map(([field, value]) => `${field} ${quoteValue(value)}`).join(', ')} cannot be seen.`,
    where: { locale, path: href },
    hint: 'Move it into the banner block, or put another block first. The page then opens with its own texts.',
  })
}

/** The industry of a service. An industry that is not in the settings has no text, and is left out with a warning. */
export function industryOf({ place, site, warn }: PageContext, { industry }: Document<Service>): string | undefined {
  if (industry === undefined || site.industries.includes(industry)) return industry
  warn({
    code: 'field-ignored',
    message: `The service "${readablePath(place.href)}" has the industry ${quoteValue(industry)}, which is not one of "industries" in the settings, so it is not shown.`,
    where: { locale: place.locale, path: place.href },
    hint: `Correct "industry" at the service, or add it to "industries" in the settings. The industries there are: ${site.industries.join(', ')}.`,
  })
  return undefined
}

const waysToApply = ['job_application', 'contact', ...ownSchemas.map(({ type }) => type)]

/** Warns of an offer without a form, link or e-mail address to apply by. Any own block may be one, so it counts. */
export function warnOfNoApplication({ place, warn }: PageContext, { lead, blocks }: Document<JobOffer>): void {
  if (blocks.some(({ type }) => waysToApply.includes(type))) return
  const fields = fieldsOf({ lead, blocks }, jobOfferSchema)
  // Names of pictures may look like addresses: "photo@2x.jpg".
  const shown = fields.filter(({ kind }) => kind && kind !== 'image')
  if (shown.some(({ kind, value }) => kind === 'link' || /<a\s[^<>]*href|\w@\w/i.test(value))) return
  warn({
    code: 'application-missing',
    message: `The job offer "${readablePath(place.href)}" has no form, link or e-mail address, so nobody can apply on its page.`,
    where: { locale: place.locale, path: place.href },
    hint: 'Give the offer a block of the type "job_application" at the service, or a link to where people apply.',
  })
}

/** The country of an offer, or else of its locale in the settings. Leaves out an invalid country, with a warning. */
export function countryOf({ ask, place, warn }: PageContext, { country }: Document<JobOffer>): string | undefined {
  const { locale, href } = place
  if (country === undefined) return new Intl.Locale(ask('languageTag', locale)).region
  if (/^[A-Z]{2}$/.test(country)) return country
  warn({
    code: 'country-invalid',
    message: `The job offer "${readablePath(href)}" has the country ${quoteValue(country)}, which is not a code of two capital letters, so search engines are not informed of the offer.`,
    where: { locale, path: href },
    hint: 'Write countries as ISO 3166-1 alpha-2 codes at the service, such as PL or DE.',
  })
  return undefined
}
