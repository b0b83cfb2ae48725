import { expect, it } from 'vitest'
import { Findings, SiteError } from '#content/finding.ts'
import { hidePasswords } from './hide-passwords.ts'

it.each([
  ['"http://user:pw@a.example/b.jpg" answered 404.', '"http://***@a.example/b.jpg" answered 404.'],
  ['//user@a.example and https://u:p@ss@b.example:80/?x=@', '//***@a.example and https://***@b.example:80/?x=@'],
  ['"http://a.example/@me/b@2x.jpg"', '"http://a.example/@me/b@2x.jpg"'],
  ['mailto:someone@a.example', 'mailto:someone@a.example'],
])('%s', (text, hidden) => {
  expect(hidePasswords(text)).toBe(hidden)
})

it('is applied to all findings and errors', () => {
  const address = 'http://user:secret@a.example/b.jpg'
  const finding = {
    code: 'image-missing',
    message: `"${address}" is gone.`,
    where: { url: address },
    hint: address,
  } as const
  const findings = new Findings()
  findings.warn(finding)
  findings.error(finding)
  const error = new SiteError(finding)
  const reported = JSON.stringify([findings.warnings, findings.errors, error.finding, error.message])
  expect(reported).not.toContain('secret')
  expect(reported.match(/\*\*\*@a\.example/g)).toHaveLength(10)
})
