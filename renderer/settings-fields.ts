import * as z from 'zod'

// The kinds of values in fields of the settings, and the rules between fields.

export const address = z.url({ protocol: /^https?$/, abort: true })
export const origin = address.refine((text) => URL.parse(text)?.origin === text, {
  error: ({ input }) => `expected ${URL.parse(String(input))?.origin}`,
})
export const locale = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'expected a locale such as pl or pt-BR')
export const colour = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'expected a colour such as #1b2a33')
export const perLocale = z.partialRecord(locale, z.string())
export const slugPerLocale = z.partialRecord(locale, z.string().startsWith('/', 'expected a slug such as /contact'))

/** Whether an address has no trailing slash, query, fragment or user name. */
export const endsPlainly = (text: string): boolean => !/[?#@]|\/$/.test(text)

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

type Together = {
  families: { id: string; origin: string; locales: string[] }[]
  hosts: { api?: string | undefined }
  apiBase: string
  consent: { ask: boolean }
  tagManagerId?: string | undefined
  recaptchaSiteKey?: string | undefined
  recaptchaConsent: string
}

/** Adds an issue for fields that are valid by themselves, but not in combination. */
export function checkTogether(settings: Together, context: z.core.$RefinementCtx): void {
  const { families, hosts, apiBase, consent, tagManagerId, recaptchaSiteKey, recaptchaConsent } = settings
  const waiting = tagManagerId
    ? 'tagManagerId'
    : recaptchaSiteKey && recaptchaConsent !== 'necessary' && 'recaptchaSiteKey'
  if (!consent.ask && waiting) {
    const message = `has to be true if ${waiting} is set, which waits for a consent that nobody could give`
    context.addIssue({ code: 'custom', path: ['consent', 'ask'], message })
  }
  if (hosts.api !== undefined && !apiBase.startsWith('/')) {
    const message =
      'needs an apiBase that is a path, such as "/api", because browsers contact the service directly if apiBase is absolute'
    context.addIssue({ code: 'custom', path: ['hosts', 'api'], message })
  }
  for (const [field, values] of Object.entries({
    id: families.map(({ id }) => id),
    origin: families.map((family) => family.origin),
    locale: families.flatMap(({ locales }) => locales),
  })) {
    const twice = values.find((value, index) => values.indexOf(value) !== index)
    if (twice !== undefined)
      context.addIssue({ code: 'custom', path: ['families'], message: `the ${field} "${twice}" is used twice` })
  }
}
