import { z } from 'zod'
import { UsageError } from '#content/finding.ts'

const address = z.url({ protocol: /^https?$/ })
const origin = address.refine(
  (text) => URL.parse(text)?.origin === text,
  'expected an origin such as https://www.example.com',
)
const locale = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'expected a locale such as pl or pt-BR')
const perLocale = z.partialRecord(locale, z.string())

const familySchema = z
  .object({ id: z.string().min(1), origin, defaultLocale: locale, locales: z.array(locale).min(1) })
  .refine((family) => family.locales.includes(family.defaultLocale), 'the default locale must be one of the locales')

/** The shape of `site.config.ts`. */
export const settingsSchema = z
  .strictObject({
    brand: z.strictObject({
      name: z.string().min(1),
      /** Square SVG, from the folder of the settings. */
      icon: z.string(),
      themeColor: z.string(),
      backgroundColor: z.string(),
    }),
    /** Domain families: each builds into an export of its own (spec §1). The first is the default. */
    families: z.array(familySchema).min(1),
    /** Where browsers find the content service: a path of the same origin, or an absolute address. No final slash. */
    apiBase: z.union([z.string().regex(/^\/[^/].*[^/]$/), address]).default('/api'),
    /** Pages that the header links to, as slugs without prefix (spec §2.2). A page that does not exist is not linked. */
    links: z.strictObject({ help: perLocale, demo: perLocale, contact: perLocale }),
    /** Country of each locale, for the form of dates and for social cards: `{en: 'GB'}`. */
    regions: z.partialRecord(locale, z.string().regex(/^[A-Z]{2}$/, 'expected a country such as GB')).default({}),
    applicationUrl: address.optional(),
    social: z.strictObject({ facebook: address, linkedin: address, youtube: address }).partial().default({}),
    designCredit: z.strictObject({ name: z.string(), url: address }).optional(),
    contact: z.strictObject({ phone: perLocale.default({}), email: perLocale.default({}) }).prefault({}),
    /** Further origins that pictures may come from; the service's own is always allowed. */
    pictureOrigins: z.array(origin).default([]),
    /** Hosts whose embedded videos are kept, behind a click. */
    videoHosts: z.array(z.string()).default([]),
    files: z
      .strictObject({
        accept: z.array(z.string()),
        maxBytes: z.number().int().positive(),
        maxCount: z.number().int().positive(),
      })
      .prefault({ accept: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'jpg', 'png'], maxBytes: 5 * 1024 * 1024, maxCount: 3 }),
    limits: z
      .strictObject({
        documentBytes: z.number().int().positive().default(5_000_000),
        documentDepth: z.number().int().positive().default(64),
        pictureBytes: z.number().int().positive().default(20_000_000),
        picturePixels: z.number().int().positive().default(100_000_000),
      })
      .prefault({}),
    /** `directory` writes `{path}/index.html`, `file` writes `{path}.html`, for hosts that would add a hop. */
    pageFiles: z.enum(['directory', 'file']).default('directory'),
    timeZone: z.string().default('Europe/Warsaw'),
  })
  .superRefine(({ families }, context) => {
    for (const [field, values] of Object.entries({
      id: families.map(({ id }) => id),
      origin: families.map((family) => family.origin),
      locales: families.flatMap(({ locales }) => locales),
    })) {
      const twice = values.find((value, index) => values.indexOf(value) !== index)
      if (twice !== undefined)
        context.addIssue({ code: 'custom', path: ['families'], message: `two families share the ${field} "${twice}"` })
    }
  })

export type Settings = z.output<typeof settingsSchema>
export type SettingsInput = z.input<typeof settingsSchema>
export type Family = Settings['families'][number]

/** A locale with its country, as `Intl` and social cards want it: `en-GB`. */
export function languageTag(locale: string, { regions }: Settings): string {
  return regions[locale] && !locale.includes('-') ? `${locale}-${regions[locale]}` : locale
}

/** Checks settings; throws a `UsageError` that lists every wrong field. */
export function parseSettings(value: unknown, file: string): Settings {
  const result = settingsSchema.safeParse(value)
  if (result.success) return result.data
  const fields = result.error.issues.map((issue) => `${issue.path.join('.') || 'settings'}: ${issue.message}`)
  throw new UsageError(`The settings in "${file}" are not valid: ${fields.join('; ')}.`, {
    hint: 'renderer/settings.ts says what each field holds.',
  })
}

/** The family to build, and which of its locales. Throws a `UsageError` for an unknown family or locale. */
export function chooseLocales(
  settings: Settings,
  wanted: { family?: string; locale: string },
): { family: Family; locales: string[] } {
  const [first] = settings.families
  const family = wanted.family === undefined ? first : settings.families.find(({ id }) => id === wanted.family)
  if (!family) {
    throw new UsageError(`There is no domain family "${wanted.family}".`, {
      hint: `The settings have: ${settings.families.map(({ id }) => id).join(', ')}.`,
    })
  }
  const names =
    wanted.locale === 'all' ? family.locales : [...new Set(wanted.locale.split(',').map((name) => name.trim()))]
  const unknown = names.filter((name) => !family.locales.includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`The family "${family.id}" has no locale ${unknown.map((name) => `"${name}"`).join(', ')}.`, {
      hint: `Choose from: ${family.locales.join(', ')}; or all.`,
    })
  }
  return { family, locales: family.locales.filter((name) => names.includes(name)) }
}
