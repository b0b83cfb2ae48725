import * as z from 'zod'
import { UsageError } from '#content/finding.ts'
import { industries } from '#content/industries.ts'
import { industrySchema } from '#content/schema.ts'
import { picturePresetsSchema } from './picture-presets.ts'
import {
  address,
  checkTogether,
  colour,
  endsPlainly,
  isTimeZone,
  locale,
  origin,
  perLocale,
  slugPerLocale,
} from './settings-fields.ts'
import { settingsProblems } from './settings-problems.ts'

/** The shape of `site.config.ts`. */
export const settingsSchema = z
  .strictObject({
    brand: z.strictObject({
      /** Name of the site, used in titles, header and footer. */
      name: z.string().regex(/\S/, 'expected a name'),
      /** Square SVG. The path is relative to the folder of the settings. */
      icon: z.string(),
      /** `icon` shows the icon before the name in header and footer. Without it, the tool's own sign is shown. */
      logo: z.literal('icon').optional(),
      /** Colour of the browser's bars around a page, and background of social cards. */
      themeColor: colour,
      /** Colour of the browser's bars in the dark scheme; `themeColor` if it is missing. */
      darkThemeColor: colour.optional(),
      /** Colour of the words on social cards, and of the window in which the site starts as an app (web manifest). */
      backgroundColor: colour,
    }),
    /** Domain families. Each is built into an export of its own (spec §1). The first is the default. */
    families: z
      .array(
        z
          .strictObject({
            /** Name of the family in `--family`, in `redirects.json` and in the name of a further family's ledger. */
            id: z.string().min(1),
            /** Published origin, used in sitemaps, feeds and canonical addresses: `https://www.example.com`. */
            origin,
            /** The locale whose addresses have no prefix. */
            defaultLocale: locale,
            /** All locales of the family. A locale cannot be in two families. */
            locales: z.array(locale).min(1),
          })
          .refine(
            (family) => family.locales.includes(family.defaultLocale),
            'the default locale must be one of the locales',
          ),
      )
      .min(1),
    /** Address of the content service, ending in `/api`. `--api` and `SITE_API` take precedence. */
    api: address.optional(),
    /** Where browsers find the content service: a path of the site or an absolute address, no trailing slash. */
    apiBase: z
      .string()
      .refine(
        (text) => /^\/[^/]/.test(text) || address.safeParse(text).success,
        'expected a path such as /api, or an address',
      )
      .refine(endsPlainly, 'expected no trailing slash, query or user name')
      .default('/api'),
    /** Settings for the files of hosts (`--hosts`). */
    hosts: z
      .strictObject({
        /** Address of the content service that hosts forward `apiBase` to: `https://cms.example.com/api`. */
        api: address.refine(endsPlainly, 'expected an address without a trailing slash, query or user name').optional(),
      })
      .prefault({}),
    /**
     * Whether the service answers forms that a browser sends by itself (`Accept: text/html`) with a 303 redirect to a
     * page, so that they work without scripts. If not, forms and login are disabled until their script has loaded,
     * because an answer in JSON is not a page.
     */
    nativeForms: z.boolean().default(false),
    /** Pages that others link to, as slugs without prefix (spec §2.2). A page that does not exist is not linked. */
    links: z.strictObject({
      /** In the header. */
      help: slugPerLocale,
      /** In the header, and below the pages of a category. */
      demo: slugPerLocale,
      /** On error pages, in the search and below the pages of a category; by default the page of type `contact`. */
      contact: slugPerLocale,
    }),
    /** Country of each locale, for date formats, social cards and job offers that name none: `{en: 'GB'}`. */
    regions: z.partialRecord(locale, z.string().regex(/^[A-Z]{2}$/, 'expected a country such as GB')).default({}),
    /** Where customers sign in to the application. Without it, the header has no link to the application. */
    applicationUrl: address.optional(),
    /** Profiles that the footer links to. */
    social: z.strictObject({ facebook: address, linkedin: address, youtube: address }).partial().default({}),
    /** The designer of the site, named in the footer. */
    designCredit: z.strictObject({ name: z.string(), url: address }).optional(),
    /** Phone number and e-mail address that are named if a form cannot be sent. */
    contact: z.strictObject({ phone: perLocale.default({}), email: perLocale.default({}) }).prefault({}),
    /**
     * Further origins of pictures; the service's own origin is always allowed. A name must not resolve to a private
     * network or this machine. For pictures there, give the address itself.
     */
    pictureOrigins: z.array(origin).default([]),
    /** How pictures are encoded. */
    pictures: z
      .strictObject({
        /** Effort of encoders, 0 to 9. At 4 an AVIF is a fifth smaller than at 1, and takes twenty times as long. */
        effort: z.number().int().min(0).max(9).default(1),
      })
      .prefault({}),
    /** How pictures are made for each place. `renderer/picture-presets.ts` has the defaults. */
    picturePresets: picturePresetsSchema,
    /** Hosts whose embedded videos are kept. Visitors load a video with a click. */
    videoHosts: z
      .array(
        z
          .string()
          .refine((text) => URL.parse(`https://${text}`)?.host === text, 'expected a host such as www.youtube.com'),
      )
      .default([]),
    /** The dialog that asks visitors what the page may load. */
    consent: z
      .strictObject({
        /** `false` for a site on which nothing waits for a consent: there is no dialog, and no link to it. */
        ask: z.boolean().default(true),
        /** Raise this number when the subject of the consent changes. Every visitor is then asked again. */
        revision: z.number().int().positive().default(1),
        /** After how many days visitors are asked again. */
        renewAfterDays: z.number().int().positive().default(365),
        /** `basic` loads the tag manager after a choice that grants something, `advanced` immediately, all denied. */
        mode: z.enum(['basic', 'advanced']).default('basic'),
        /** Whether a page whose tags have run is reloaded when the visitor withdraws a consent. */
        reloadOnWithdrawal: z.boolean().default(true),
      })
      .prefault({}),
    /** Container of the tag manager. Without it, no tag manager is loaded. */
    tagManagerId: z
      .string()
      .regex(/^GTM-[A-Z0-9]+$/, 'expected a container such as GTM-ABC123')
      .optional(),
    /** Origin of the tag manager: Google's, or that of your own tagging server. */
    tagManagerOrigin: origin.default('https://www.googletagmanager.com'),
    /** Turns on reCAPTCHA v3 for forms. */
    recaptchaSiteKey: z.string().min(1).optional(),
    /** `https://www.recaptcha.net` works where google.com is unreachable. */
    recaptchaOrigin: origin.default('https://www.google.com'),
    /** The consent that reCAPTCHA waits for. Without it, forms are sent without a token. `necessary` waits for none. */
    recaptchaConsent: z.enum(['necessary', 'functional', 'analytic', 'advertising']).default('functional'),
    /** The map that a visitor may load with a click. The address takes the parameters of OpenStreetMap's embed. */
    mapEmbed: address.default('https://www.openstreetmap.org/export/embed.html'),
    /** Industries that forms offer and services name. The text of each is `industry.NAME`. */
    industries: z
      .array(industrySchema)
      .min(1)
      .default([...industries]),
    /** Files that forms with an upload accept: extensions, bytes per file, number of files. */
    files: z
      .strictObject({
        accept: z
          .array(z.string().regex(/^[a-z0-9]+$/, 'expected a file extension such as pdf'))
          .default(['pdf', 'doc', 'docx', 'odt', 'rtf', 'jpg', 'png']),
        maxBytes: z
          .number()
          .int()
          .positive()
          .default(5 * 1024 * 1024),
        maxCount: z.number().int().positive().default(3),
      })
      .prefault({}),
    /** Bytes and depth of a document, bytes and pixels of a picture. A document or picture over a limit is refused. */
    limits: z
      .strictObject({
        documentBytes: z.number().int().positive().default(5_000_000),
        documentDepth: z.number().int().positive().default(64),
        pictureBytes: z.number().int().positive().default(20_000_000),
        picturePixels: z.number().int().positive().default(100_000_000),
      })
      .prefault({}),
    /** How the content service is read. */
    crawl: z
      .strictObject({
        /** Do not request pages and posts with an unchanged `updatedAt` again; for services where it is reliable. */
        trustUpdatedAt: z.boolean().default(false),
        /** With `--keep-going`: how many days unreadable documents and lists are shown as last read; 0 is never. */
        lastGoodDays: z.number().min(0).default(30),
        /** How many retries a build makes, counted over all requests. */
        retries: z.number().int().min(0).default(1000),
        /** How many seconds to wait for a service that gives no good answer. With 0, each read fails by itself. */
        patience: z.number().min(0).max(3600).default(45),
        /** How many seconds a request may take, including its whole answer. Then it fails, and is tried again. */
        timeout: z.number().min(0.1).max(600).default(30),
      })
      .prefault({}),
    /** For how many earlier builds the hashed files stay in the export, for pages that are still open in browsers. */
    keepAssets: z.number().int().min(0).max(100).default(3),
    /** File of every address ever published, from the folder of the settings. Each further family has its own. */
    ledger: z.union([z.string().min(1), z.literal(false)], 'expected the name of a file, or false').default(false),
    /** The content of `/.well-known/security.txt` (RFC 9116). Without it, the file is not written. */
    security: z
      .strictObject({
        /** Where to report vulnerabilities, the preferred way first. */
        contact: z.array(z.string().regex(/^(mailto|https|tel):/, 'expected mailto:…, https://… or tel:…')).min(1),
        /** Until when the file is valid. */
        expires: z.iso.datetime({ offset: true }),
        encryption: z.string().optional(),
        acknowledgments: z.url({ protocol: /^https$/ }).optional(),
        policy: z.url({ protocol: /^https$/ }).optional(),
        hiring: z.url({ protocol: /^https$/ }).optional(),
      })
      .optional(),
    /** `directory` writes `{path}/index.html`, `file` writes `{path}.html`, for hosts that would add a redirect. */
    pageFiles: z.enum(['directory', 'file']).default('directory'),
    /** Time zone of the dates that pages show. */
    timeZone: z.string().refine(isTimeZone, 'expected a time zone such as Europe/Warsaw').default('Europe/Warsaw'),
  })
  .superRefine(checkTogether)

export type Settings = z.output<typeof settingsSchema>
export type SettingsInput = z.input<typeof settingsSchema>
export type Family = Settings['families'][number]

/** The locales of all families. */
export function localesOf({ families }: Pick<Settings, 'families'>): string[] {
  return families.flatMap(({ locales }) => locales)
}

/** The locales of all families except one. */
export function localesBeside({ families }: Pick<Settings, 'families'>, { id }: Family): string[] {
  return localesOf({ families: families.filter((other) => other.id !== id) })
}

/** The domain family of a locale. */
export function familyOf(locale: string, { families }: Pick<Settings, 'families'>): Family | undefined {
  return families.find(({ locales }) => locales.includes(locale))
}

/** A locale with its country, such as `en-GB`, as `Intl` and social cards need it. */
export function languageTag(locale: string, { regions }: Settings): string {
  return regions[locale] && !locale.includes('-') ? `${locale}-${regions[locale]}` : locale
}

/** Checks settings. Throws a `UsageError` that lists every wrong field, with its line in the `text` of the file. */
export function parseSettings(value: unknown, file: string, text = ''): Settings {
  const result = settingsSchema.safeParse(value, { jitless: true }) // parsed once a command: compiling does not pay off
  if (result.success) return result.data
  const problems = settingsProblems(result.error, { schema: settingsSchema, given: value, text })
  throw new UsageError(`The settings in "${file}" are not valid: ${problems.join('; ')}.`, {
    hint: 'docs/settings.md of the tool lists every field. Editors that support TypeScript show them too.',
  })
}
