import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fakeReader } from '#tests/fake-reader.ts'
import { EmailLink } from './email-link.tsx'

it('lets an e-mail address break before each of its parts, but not where it is spoken', () => {
  expect(renderToStaticMarkup(<EmailLink email="ann.lee@mail.example.com" reader={fakeReader()} />)).toBe(
    '<a href="mailto:ann.lee@mail.example.com" aria-label="ann.lee@mail.example.com">ann<wbr/>.lee<wbr/>@mail<wbr/>.example<wbr/>.com</a>',
  )
})

it('ignores spaces around an address', () => {
  const link = renderToStaticMarkup(<EmailLink email=" ann@x.example " reader={fakeReader()} />)
  expect(link).toContain('href="mailto:ann@x.example"')
})

it.each([
  'Bob <bob@x.example>',
  'a b@x.example',
  'a@x.example, b@x.example',
  'a@x.example?bcc=c@x.example',
  'on request',
])('does not link "%s"', (email) => {
  expect(renderToStaticMarkup(<EmailLink email={email} reader={fakeReader()} />)).not.toContain('<a')
})

it('takes no longer for each part of a long text', { timeout: 5000 }, () => {
  const text = '.'.repeat(50_000)
  expect(renderToStaticMarkup(<EmailLink email={text} reader={fakeReader()} />)).toContain('.<wbr/>.')
})
