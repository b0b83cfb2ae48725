import { expect, it } from 'vitest'
import { type Finding, Findings, SiteError, UsageError } from './finding.ts'

const finding = (message: string, locale?: string): Finding => ({
  code: 'field-invalid',
  message,
  ...(locale && { where: { locale } }),
})

it('keeps each distinct finding once, distinguished by place', () => {
  const findings = new Findings()
  for (const one of [finding('a', 'de'), finding('a', 'pl'), finding('a', 'de')]) findings.error(one)
  expect(findings.errors).toEqual([finding('a', 'de'), finding('a', 'pl')])
})

it('lists findings in one order, in whatever order they came', () => {
  const all = [
    finding('b'),
    finding('a', 'pl'),
    finding('a', 'de'),
    { ...finding('z'), code: 'block-unknown' } as const,
  ]
  const listed = (found: Finding[]): Finding[] => {
    const findings = new Findings()
    for (const one of found) findings.warn(one)
    return findings.warnings
  }
  expect(listed(all)).toEqual(listed([...all].reverse()))
  expect(listed(all)[0]?.code).toBe('block-unknown')
})

it('separates errors and warnings', () => {
  const findings = new Findings()
  findings.error(finding('a'))
  findings.warn(finding('b'))
  expect([findings.errors, findings.warnings]).toEqual([[finding('a')], [finding('b')]])
})

it('keeps the cause of an error', () => {
  const cause = new Error('below')
  expect(new SiteError(finding('a'), { cause })).toMatchObject({ name: 'SiteError', message: 'a', cause })
  expect(new UsageError('a', { hint: 'b', cause })).toMatchObject({
    name: 'UsageError',
    message: 'a',
    hint: 'b',
    cause,
  })
})

it('contains no control characters and no half emoji, whoever wrote them', () => {
  const odd = '\u001b[2J\r\n::error::\u009b\u202e\ud83d'
  const reported = '\\u001b[2J\\r\\n::error::\\u009b\\u202e\ufffd'
  const findings = new Findings()
  findings.warn({ code: 'link-unsafe', message: odd, where: { url: odd }, hint: odd })
  expect(findings.warnings).toEqual([
    { code: 'link-unsafe', message: reported, where: { url: reported }, hint: reported },
  ])
  expect(new SiteError(finding(odd)).message).toBe(reported)
})

it('keeps the lines in which a tool explains why it stopped the build', () => {
  const { message } = new SiteError({ code: 'build-unexpected', message: 'a\n\u001b[1mb' })
  expect(message).toBe('a\n\\u001b[1mb')
})

it('leaves out the fields of a place that are undefined', () => {
  const { finding } = new SiteError({
    code: 'service-error',
    message: 'Late.',
    where: { url: '/a', locale: undefined },
  })
  expect(Object.keys(finding.where ?? {})).toEqual(['url'])
})
