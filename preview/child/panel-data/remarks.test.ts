import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import type { LazyPictures } from '#preview/child/site/lazy-pictures.ts'
import { parseSettings } from '#renderer/settings.ts'
import { linkFinding } from '#renderer/site/resolve-link.ts'
import given from '#site.config.ts'
import { readPageFacts } from './read-head.ts'
import { remarksOf } from './remarks.ts'

const settings = parseSettings(given, 'site.config.ts')
const { name } = settings.brand

it.each([
  [`About us – ${name}`, `has 8 characters before " – ${name}"; 15 to 60 are shown whole.`],
  [`${'x'.repeat(53)} – ${name}`, `has ${56 + name.length} characters; 15 to 60 are shown whole.`],
  ['Hi', 'has 2 characters; 15 to 60 are shown whole.'],
  ['', 'is missing; 15 to 60 are shown whole.'],
  [`About all of us – ${name}`, undefined],
  ['Fleets in winter - a guide', undefined],
  [`${'x'.repeat(60 - 3 - name.length)} – ${name}`, undefined],
])('judges the length of the title "%s" as search results show it', (title, told) => {
  const facts = readPageFacts(
    `<title>${title}</title><meta name="description" content="${'x'.repeat(60)}"><h1>One</h1>`,
  )
  const remarks = remarksOf({
    ...{ fields: [], problems: [], facts, findings: new Findings(), href: '/', locales: [], settings },
    pictures: {} as LazyPictures, // no field has one
  })
  expect(remarks.map(({ message }) => message)).toEqual(told ? [`The title for search results ${told}`] : [])
})

it('tells of an address that the page leaves and nothing leads from, with the command', () => {
  const facts = readPageFacts(`<title>About all of us – ${name}</title><h1>One</h1>`)
  const remarks = remarksOf({
    ...{ fields: [], problems: [], facts, findings: new Findings(), href: '/new', locales: [], settings },
    ...{ moved: { from: "/it's", to: '/new' }, pictures: {} as LazyPictures },
  })
  expect(remarks.find(({ code }) => code === 'address-moved')).toMatchObject({
    message: 'The page leaves its address "/it\'s", and nothing leads from there to "/new".',
    hint: expect.stringMatching(/: npx site redirects add '\/it'\\''s' \/new$/),
  })
})

it('calls a draft that no node leads to by its title, and leads to its file where the content is in files', () => {
  const facts = readPageFacts(`<title>About all of us – ${name}</title><h1>One</h1>`)
  const findings = new Findings()
  const where = { locale: 'en', path: '/draft-of-pages-9' }
  findings.warn(linkFinding('/nowhere', 'link-dead', where))
  const [remark] = remarksOf({
    ...{ fields: [], problems: [], facts, findings, href: where.path, locales: [], settings },
    ...{ name: 'Lonely', isOfFiles: true, pictures: {} as LazyPictures },
  })
  expect(remark).toMatchObject({
    message: 'The page "Lonely" links to "/nowhere", but no page has that address.',
    hint: 'Correct the link in the files of the content, or add a redirect.',
  })
})
