import type { Href, SiteFacts } from '#blocks/_shared/reader.ts'
import { familyOf, languageTag, type Settings } from '#renderer/settings.ts'

/** The facts about the settings that components may know, for one locale. */
export function siteFacts(settings: Settings, locale: string): SiteFacts {
  const { social, designCredit, contact, timeZone, pictureOrigins, videoHosts } = settings
  const names = ['facebook', 'linkedin', 'youtube'] as const
  return {
    brand: settings.brand.name,
    origin: familyOf(locale, settings)?.origin ?? '',
    social: names.flatMap((name) => (social[name] ? [{ name, href: social[name] as Href }] : [])),
    apiBase: settings.apiBase,
    nativeForms: settings.nativeForms,
    industries: settings.industries,
    files: settings.files,
    consent: settings.consent,
    mapEmbed: settings.mapEmbed,
    inBrowser: {
      ...{ languageTag: languageTag(locale, settings), timeZone, pictureOrigins, videoHosts },
      ...pictureBase(settings),
    },
    ...(settings.tagManagerId && { tagManager: { id: settings.tagManagerId, origin: settings.tagManagerOrigin } }),
    ...(settings.recaptchaSiteKey && {
      recaptcha: {
        siteKey: settings.recaptchaSiteKey,
        origin: settings.recaptchaOrigin,
        consent: settings.recaptchaConsent,
      },
    }),
    ...(settings.applicationUrl && { applicationUrl: settings.applicationUrl as Href }),
    ...(designCredit && { designCredit: { name: designCredit.name, href: designCredit.url as Href } }),
    ...(settings.brand.logo && { logo: settings.brand.logo }),
    ...(contact.phone[locale] && { phone: contact.phone[locale] }),
    ...(contact.email[locale] && { email: contact.email[locale] }),
  }
}

/** The service that hosts forward `apiBase` to, if the settings allow browsers to fetch pictures from it. */
function pictureBase({ hosts, pictureOrigins }: Settings): { pictureBase?: string } {
  const origin = URL.parse(hosts.api ?? '')?.origin
  return origin !== undefined && pictureOrigins.includes(origin) ? { pictureBase: origin } : {}
}

/** Names of all facts, in the order in which they are written. */
export const factNames = [
  ...['brand', 'origin', 'social', 'apiBase', 'nativeForms', 'industries', 'files', 'consent', 'mapEmbed', 'inBrowser'],
  ...['tagManager', 'recaptcha', 'applicationUrl', 'designCredit', 'phone', 'email', 'logo'],
] as (keyof SiteFacts)[]

/** The setting that a fact comes from, by the path of the fact: `brand.name` for `brand`. */
export function settingOf(path: string, locale: string): string {
  return path
    .replace(/^brand$/, 'brand.name')
    .replace(/^logo$/, 'brand.logo')
    .replace(/^origin$/, 'families')
    .replace(/^(phone|email)$/, `contact.$1.${locale}`)
    .replace(/^designCredit\.href$/, 'designCredit.url')
    .replace(/^tagManager$/, 'tagManagerId')
    .replace(/^recaptcha$/, 'recaptchaSiteKey')
    .replace(/^(tagManager|recaptcha)\.(\w)(.*)/, (_, name, first, rest) => `${name}${first.toUpperCase()}${rest}`)
    .replace(/^social\[.*/, 'social')
}
