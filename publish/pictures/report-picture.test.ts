import { expect, it } from 'vitest'
import { Findings, SiteError } from '#content/finding.ts'
import { reportPicture } from './report-picture.ts'

const error = new SiteError({ code: 'document-missing', message: '"/m/a.jpg" answered 404.' })
const at = (path: string, block?: string) => ({ locale: 'pl', path, ...(block && { block }) })

it('is an error with advice when the service fails', () => {
  const findings = new Findings()
  const ill = new SiteError({ ...error.finding, failure: { kind: '429', attempts: 4 } })
  reportPicture(ill, { url: '/m/a.jpg', uses: [at('/')], findings, strict: false })
  expect(findings.errors).toMatchObject([
    {
      code: 'image-missing',
      message: '"/m/a.jpg" answered 404. The page "/" needs it.',
      hint: 'The picture may exist: find out why the service is failing, and build again.',
    },
  ])
})

it.each([
  [[at('/')], 'The page "/" is shown without it.'],
  [[at('/'), at('/')], 'The page "/" is shown without it.'],
  [[{ locale: 'pl', document: 'posts' }], 'Every list of the collection "posts" is shown without it.'],
  [[at('/'), at('/b')], 'The page "/" and the page "/b" are shown without it.'],
  [[at('/', 'text 2')], 'The block "text 2" of the page "/" is shown without it.'],
  [
    [at('/', 'text 2'), at('/', 'faq 3')],
    'The block "text 2" of the page "/" and the block "faq 3" of the page "/" are shown without it.',
  ],
  [Array.from({ length: 9000 }, (_, n) => at(`/${n}`)), 'The page "/0" and 8,999 other places are shown without it.'],
])('reports a picture once for all of its places', (uses, words) => {
  const findings = new Findings()
  reportPicture(error, { url: '/m/a.jpg', uses, findings, strict: false })
  expect(findings.warnings).toMatchObject([
    { code: 'image-missing', message: `"/m/a.jpg" answered 404. ${words}`, where: { ...uses[0], url: '/m/a.jpg' } },
  ])
})
