import { describe, expect, it } from 'vitest'
import { isCurrent, parseRecord, signalsOf } from './record.ts'

const record = {
  id: '7',
  referral: 'https://www.example.com/',
  necessaryConsent: true as const,
  functionalConsent: true,
  analyticConsent: false,
  advertisingConsent: false,
  revision: 2,
  time: '2026-01-01T00:00:00.000Z',
}
const dayMs = 86_400_000
const madeAt = Date.parse(record.time)
const { revision: _revision, time: _time, ...bare } = record

describe('parseRecord', () => {
  it('reads a stored record', () => expect(parseRecord(JSON.stringify(record))).toEqual(record))

  it.each([
    undefined,
    '',
    'null',
    'x',
    '[]',
    '7',
    '{"functionalConsent":true}',
    '{"functionalConsent":"true","analyticConsent":true,"advertisingConsent":true}',
  ])('returns nothing for %j', (text) => expect(parseRecord(text)).toBeUndefined())
})

describe('isCurrent', () => {
  const validity = { revision: 2, renewAfterDays: 365 }
  it.each([
    ['on the last day', record, madeAt + 365 * dayMs - 1, true],
    ['a moment later', record, madeAt + 365 * dayMs, false],
    ['after another revision', { ...record, revision: 1 }, madeAt, false],
    ['with an invalid time', { ...record, time: 'never' }, madeAt, true],
    ['of an earlier site, without revision and time', bare, madeAt, false],
  ])('judges a record %s', (_, one, now, expected) => expect(isCurrent(one, { ...validity, now })).toBe(expected))

  it('accepts a record of an earlier site, without revision and time, for the first revision', () => {
    expect(isCurrent(bare, { ...validity, revision: 1, now: madeAt })).toBe(true)
  })
})

describe('signalsOf', () => {
  const denied = {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
    functionality_storage: 'denied',
    personalization_storage: 'denied',
    security_storage: 'granted',
  }
  it.each([
    [[], {}],
    [['analytic'], { analytics_storage: 'granted' }],
    [['functional'], { functionality_storage: 'granted', personalization_storage: 'granted' }],
    [['advertising'], { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }],
  ] as const)('grants the signals of %j, and always security', (granted, expected) => {
    expect(signalsOf(granted)).toEqual({ ...denied, ...expected })
  })
})
