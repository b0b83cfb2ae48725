import type { Finding } from '#content/finding.ts'
import type { AddressRules } from '#publish/redirects/addresses.ts'
import { plainPath } from '#publish/redirects/redirect-address.ts'
import { localesOf } from '#renderer/settings.ts'
import { addressKey, localePath } from './address.ts'
import type { AddressJob, MovedAddresses } from './moved-addresses.ts'
import type { Route } from './route.ts'

type Planned = { planned: readonly Route[]; moved: Pick<MovedAddresses, 'otherAddresses'>; rules: AddressRules }

/** Warns of settings that name pages or locales that the site does not have. */
export function deadSettings(job: AddressJob, site: Planned): Finding[] {
  return [...unknownLocales(job), ...deadLinks(job, site), ...deadPolicies(job, site)]
}

type TextsByLocale = Partial<Record<string, string>>

/** Settings that hold a text for each locale, by name. */
function textsByLocale({ settings: { links, regions, contact } }: AddressJob): Record<string, TextsByLocale> {
  const { help, demo, contact: form } = links
  const { phone, email } = contact
  return {
    ...{ 'links.help': help, 'links.demo': demo, 'links.contact': form },
    ...{ regions, 'contact.phone': phone, 'contact.email': email },
  }
}

function unknownLocales(job: AddressJob): Finding[] {
  const known = localesOf(job.settings)
  return Object.entries(textsByLocale(job)).flatMap(([name, texts]) =>
    Object.keys(texts)
      .filter((locale) => !known.includes(locale))
      .map(
        (locale): Finding => ({
          code: 'setting-dead',
          message: `The setting ${name}.${locale} is for the locale "${locale}", which no domain family has.`,
          where: { field: `${name}.${locale}` },
          hint: `Remove it from the settings, or add the locale to "families". The families have: ${known.join(', ')}.`,
        }),
      ),
  )
}

function deadLinks({ settings, family, locales }: AddressJob, { planned, rules }: Planned): Finding[] {
  const byLocale = Map.groupBy(
    planned.filter(({ source }) => source.kind !== 'error'),
    ({ locale }) => locale,
  )
  return locales.flatMap((locale) => {
    const pages = byLocale.get(locale) ?? []
    if (pages.length === 0) return [] // a locale without pages is reported as a whole
    const slugs = new Map(pages.map(({ path, slug }) => [addressKey(path), slug]))
    return Object.entries(settings.links).flatMap(([name, { [locale]: slug }]): Finding[] => {
      if (slug === undefined) return []
      const path = localePath(slug, locale, family.defaultLocale)
      if (slugs.has(addressKey(path))) return []
      const near = rules.nearest(path).flatMap((address) => slugs.get(addressKey(address)) ?? [])
      const field = `links.${name}.${locale}`
      return [
        {
          code: 'setting-dead',
          message: `The setting ${field} names the page "${slug}", but no page of "${locale}" has that slug, so nothing links to it.`,
          where: { locale, field, url: path },
          hint: howToCorrect(near),
        },
      ]
    })
  })
}

/** Warns of addresses for `security.txt` that are at the site itself, although no page has them. */
function deadPolicies({ settings, family }: AddressJob, { moved, rules }: Planned): Finding[] {
  const { policy, acknowledgments, hiring } = settings.security ?? {}
  return Object.entries({ policy, acknowledgments, hiring }).flatMap(([name, address]): Finding[] => {
    const url = URL.parse(address ?? '')
    if (url?.origin !== family.origin) return []
    const path = plainPath(url.pathname)
    if (rules.isAnswered(path) || rules.isOutside(path) || moved.otherAddresses.has(addressKey(path))) return []
    const field = `security.${name}`
    return [
      {
        code: 'setting-dead',
        message: `The setting ${field} names "${address}", but no page of the site has that address.`,
        where: { field, url: url.pathname },
        hint: howToCorrect(rules.nearest(path, 1)),
      },
    ]
  })
}

function howToCorrect([near]: string[]): string {
  return `Correct it in the settings${near === undefined ? '' : `. The nearest page is "${near}"`}.`
}
