/** Categories that can be refused. The necessary category is always on (spec §4). */
export const categories = ['functional', 'analytic', 'advertising'] as const
export type Category = (typeof categories)[number]

/** Whether a visitor allows each category. */
export type Choice = Record<`${Category}Consent`, boolean>

/** A choice as it is stored and sent. The id comes from the service. */
export type ConsentRecord = Choice & {
  id?: string | number
  /** Address of the page on which the choice was made. */
  referral: string
  necessaryConsent: true
  /** Revision of the answered question. The default is 1, because an earlier site at this address stored none. */
  revision?: number
  /** ISO 8601. */
  time?: string
}

/** Signals of the tag manager's consent mode by category (spec §9). */
const signals = {
  functional: ['functionality_storage', 'personalization_storage'],
  analytic: ['analytics_storage'],
  advertising: ['ad_storage', 'ad_user_data', 'ad_personalization'],
} as const

/** Returns the record in a stored text, or `undefined` when it is missing, broken or of another kind. */
export function parseRecord(text: string | undefined): ConsentRecord | undefined {
  try {
    const record = JSON.parse(text ?? 'null')
    return categories.every((name) => typeof record[`${name}Consent`] === 'boolean') ? record : undefined
  } catch {
    return undefined
  }
}

export type Validity = { revision: number; renewAfterDays: number; now: number }

/** Whether a record answers the current revision and is not too old. A record without a time is never too old. */
export function isCurrent(record: ConsentRecord, { revision, renewAfterDays, now }: Validity): boolean {
  return (
    (record.revision ?? 1) === revision && !(now - Date.parse(record.time as string) >= renewAfterDays * 86_400_000)
  )
}

/** Returns all seven signals. They are denied unless their category is granted; security is always granted. */
export function signalsOf(granted: readonly Category[] = []): Record<string, 'granted' | 'denied'> {
  const pairs = categories.flatMap((name) =>
    signals[name].map((signal) => [signal, granted.includes(name) ? 'granted' : 'denied'] as const),
  )
  return { ...Object.fromEntries(pairs), security_storage: 'granted' }
}
