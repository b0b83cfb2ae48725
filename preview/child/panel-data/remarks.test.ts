import { expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import type { LazyPictures } from '#preview/child/site/lazy-pictures.ts'
import { parseSettings } from '#renderer/settings.ts'
import { linkFinding, placeFinding } from '#renderer/site/resolve-link.ts'
import given from '#site.config.ts'
import { readPageFacts } from './read-head.ts'
import { type RemarkParts, remarksOf } from './remarks.ts'

const settings = parseSettings(given, 'site.config.ts')
const { name } = settings.brand

it.each([
  [`About us – ${name}`, `has 8 characters before " – ${name}"; search engines show 15 to 60 in full.`],
  [`${'x'.repeat(53)} – ${name}`, `has ${56 + name.length} characters; search engines show 15 to 60 in full.`],
  ['Hi', 'has 2 characters; search engines show 15 to 60 in full.'],
  ['', 'is missing; search engines show 15 to 60 in full.'],
  [`About all of us – ${name}`, undefined],
  ['Fleets in winter - a guide', undefined],
  ['野鳥の観察ツアー', undefined],
  ['鳥'.repeat(31), 'has 62 characters (wide ones count twice); search engines show 15 to 60 in full.'],
  [`${'x'.repeat(60 - 3 - name.length)} – ${name}`, undefined],
])('checks the length of the title "%s" as search results show it', (title, reported) => {
  const facts = readPageFacts(
    `<title>${title}</title><meta name="description" content="${'x'.repeat(60)}"><h1>One</h1>`,
  )
  const remarks = remarksOf({
    ...{ fields: [], problems: [], facts, findings: new Findings(), href: '/', locales: [], settings },
    pictures: {} as LazyPictures, // no field has a picture
  })
  expect(remarks.map(({ message }) => message)).toEqual(reported ? [`The title for search results ${reported}`] : [])
})

it('reports an address that the page leaves without a redirect, with the command that adds one', () => {
  const facts = readPageFacts(`<title>About all of us – ${name}</title><h1>One</h1>`)
  const remarks = remarksOf({
    ...{ fields: [], problems: [], facts, findings: new Findings(), href: '/new', locales: [], settings },
    ...{ moved: { from: "/it's", to: '/new' }, pictures: {} as LazyPictures },
  })
  expect(remarks.find(({ code }) => code === 'address-moved')).toMatchObject({
    message: 'The page moves away from "/it\'s", and no redirect points from there to "/new".',
    hint: expect.stringMatching(/: npx site redirects add '\/it'\\''s' \/new$/),
  })
})

it('names a draft without a node by its title, and points to the files if the content is in files', () => {
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

/** Returns the remarks on a page whose title and description have good lengths. */
function reported(html: string, more: Partial<RemarkParts>) {
  const head = `<title>About all of us – ${name}</title><meta name="description" content="${'x'.repeat(60)}">`
  const remarks = remarksOf({
    ...{ fields: [], problems: [], findings: new Findings(), href: '/', locales: [], settings },
    // no field has a picture, unless `more` has pictures
    ...{ facts: readPageFacts(`${head}${html}`), pictures: {} as LazyPictures, ...more },
  })
  return remarks.map(({ code, path, message }) => [code, path, message])
}

it('reports where headings skip a level, and in which field', () => {
  const fields = [{ path: 'blocks[0].html', value: '<h4>Deep &amp; far</h4>', kind: 'html' as const }]
  expect(reported('<h1>One</h1><h2>Two</h2><h4>Deep &amp; far</h4><h2>Three</h2>', { fields })).toEqual([
    ['heading-order', 'blocks[0].html', 'The heading "Deep & far" has level 4, but directly follows "Two" of level 2.'],
  ])
  expect(reported('<h2>Two</h2>', {})).toEqual([['heading-order', undefined, 'The page has no main heading (h1).']])
  expect(reported('<h1>One</h1><h1>Two</h1>', {})).toHaveLength(1)
})

it('reports links to places that a page does not have, and in which field', () => {
  const fields = [{ path: 'blocks[0].html', value: '<a href="#b">B</a><a href="/x#c">C</a>', kind: 'html' as const }]
  const findings = new Findings()
  findings.warn(placeFinding('#b', { path: '/' }))
  const missingPlaces = [{ path: 'blocks[0].html', name: 'c', address: '/x#c' }]
  expect(reported('<h1>One</h1>', { fields, findings, missingPlaces })).toEqual([
    ['place-missing', 'blocks[0].html', 'The page "/" links to "#b", but nothing there has that id.'],
    [
      'place-missing',
      'blocks[0].html',
      'Block 1 · Text: a link points to "/x#c", but nothing on that page has the id "c".',
    ],
  ])
})

it('reports fields and pages that other languages lack', () => {
  const of = (locale: string, more: object) => ({ locale, name: locale, isCurrent: false, missing: [], ...more })
  const target = { nodeType: 'pages', id: '1', locale: 'x' }
  const locales = [
    of('en', { isCurrent: true, missing: ['Title'], target }),
    of('pl', { missing: ['Title', 'Text'], target }),
    of('de', { target }),
    of('fr', {}),
  ]
  expect(reported('<h1>One</h1>', { locales })).toEqual([
    ['translation-missing', undefined, 'Missing in pl: Title; Text.'],
    ['translation-missing', undefined, 'The page does not exist in fr.'],
  ])
})

it('reports pictures without words, small pictures and pictures that cannot be read', () => {
  const widest = Math.max(...settings.picturePresets.text.widths)
  const sources: Record<string, object> = {
    '/ok.jpg': { source: { format: 'jpeg', width: widest / 2 } },
    '/small.jpg': { source: { format: 'jpeg', width: widest / 2 - 1 } },
    '/drawing.svg': { source: { format: 'svg', width: 10 } },
    '/gone.jpg': { finding: { code: 'image-missing', message: 'It is not there.' } },
  }
  const fields = Object.keys(sources).map((value, at) => ({
    ...{ path: `blocks[${at}].image`, value, kind: 'image' as const, alt: at === 0 ? ' ' : 'Words' },
  }))
  const pictures = { known: (url: string) => sources[url] } as unknown as LazyPictures // no other method is called
  expect(reported('<h1>One</h1>', { fields, pictures }).map(([code, path]) => [code, path])).toEqual([
    ['alt-missing', 'blocks[0].image'],
    ['image-small', 'blocks[1].image'],
    ['image-missing', 'blocks[3].image'],
  ])
})

it('reports findings about this page and about styles, errors first, but none about other pages', () => {
  const findings = new Findings()
  findings.warn({ code: 'link-dead', message: 'Dead.', where: { path: '/', url: '/gone' } })
  findings.warn({ code: 'link-dead', message: 'Elsewhere.', where: { path: '/other' } })
  findings.warn({ code: 'style-invalid', message: 'Style.' })
  findings.error({ code: 'render-failed', message: 'Failed.', where: { path: '/' } })
  const fields = [{ path: 'cta.url', value: '/gone', kind: 'link' as const }]
  expect(reported('<h1>One</h1>', { findings, fields })).toEqual([
    ['render-failed', undefined, 'Failed.'],
    ['link-dead', 'cta.url', 'Dead.'],
    ['style-invalid', undefined, 'Style.'],
  ])
})
