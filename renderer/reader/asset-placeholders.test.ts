import { expect, test } from 'vitest'
import { createPlaceholders, namesHold, packNames, readNames, replaceNames } from './asset-placeholders.ts'

const names = (version: string) => ({
  assets: new Map([
    ['site.css', `/assets/site-${version}.css`],
    ['main.js', `/assets/main-${version}${version}.js`],
    ['icon.svg', '/icon.svg'],
  ]),
  integrity: new Map([[`/assets/site-${version}.css`, `sha384-${version}`]]),
})

function render(version: string) {
  const { placeholderNames, fill } = createPlaceholders(names(version))
  const css = placeholderNames.assets.get('site.css') ?? ''
  return fill(
    `<title>Żółw</title><link href="${css}" integrity="${placeholderNames.integrity?.get(css)}"><script src="${placeholderNames.assets.get('main.js')}">`,
  )
}

test('Placeholders are replaced by the names of bundled files, and their places returned', () => {
  const { html, placeholders } = render('A')
  expect(html.toString()).toBe(
    '<title>Żółw</title><link href="/assets/site-A.css" integrity="sha384-A"><script src="/assets/main-AA.js">',
  )
  for (const [at, kind, name] of placeholders) {
    const value = kind === 'digest' ? 'sha384-A' : names('A').assets.get(name)
    expect(html.subarray(at).toString()).toMatch(new RegExp(`^${value}`))
  }
  expect(placeholders.map(([, kind, name]) => `${kind} ${name}`)).toEqual([
    'address site.css',
    'digest site.css',
    'address main.js',
  ])
})

test('A page with replaced names equals the page rendered with them, even if lengths differ', () => {
  const { html, placeholders } = render('A')
  const longer = replaceNames({ html, placeholders }, names('A'), names('Longer'))
  expect(longer).toEqual(render('Longer'))
  expect(longer && replaceNames(longer, names('Longer'), names('A'))).toEqual({ html, placeholders })
  const accented = replaceNames({ html, placeholders }, names('A'), names('żółw'))
  expect(accented && replaceNames(accented, names('żółw'), names('A'))).toEqual({ html, placeholders })
})

test('A page is complete in any script', () => {
  const text = '€ą字'.repeat(1000)
  expect(createPlaceholders(names('A')).fill(text).html.toString()).toBe(text)
})

test('A page without the names it was made with, or with a missing file, must be rendered', () => {
  const { html, placeholders } = render('A')
  const other = Buffer.from(html.toString().replace('site-A', 'site-X'))
  expect(replaceNames({ html: other, placeholders }, names('A'), names('B'))).toBeUndefined()
  expect(replaceNames({ html, placeholders }, names('A'), { assets: new Map(), integrity: new Map() })).toBeUndefined()
  expect(replaceNames({ html, placeholders }, { assets: new Map(), integrity: new Map() }, names('B'))).toBeUndefined()
})

test('Content can never be mistaken for a placeholder', () => {
  const { fill } = createPlaceholders(names('A'))
  const text = 'address.0. 000000000000000000000000.address.0.'
  expect(fill(text)).toEqual({ html: Buffer.from(text), placeholders: [] })
})

test('A page with more bytes than characters is complete, even after a shorter one', () => {
  const { fill } = createPlaceholders(names('A'))
  for (const text of ['a'.repeat(20), '€'.repeat(50)]) expect(fill(text).html.toString()).toBe(text)
})

test('The names in a page are current if all names that it shows are the same', () => {
  const placeholders = JSON.stringify(render('A').placeholders)
  expect(namesHold(names('A'), names('A'))(placeholders)).toBe(true)
  expect(namesHold(names('A'), names('B'))(placeholders)).toBe(false)
  const otherDigest = { ...names('A'), integrity: new Map([['/assets/site-A.css', 'sha384-other']]) }
  expect(namesHold(names('A'), otherDigest)(placeholders)).toBe(false)
  expect(namesHold(names('A'), names('B'))('[]')).toBe(true)
})

test('Names are kept for the next build; the first build knows none', () => {
  expect(readNames(JSON.parse(JSON.stringify(packNames(names('A')))))).toEqual(names('A'))
  expect(readNames(undefined)).toEqual({ assets: new Map(), integrity: new Map() })
})

test('Kept markup is stored as bytes with its names, and may contain other kept markup', () => {
  const { placeholderNames, keep, fill } = createPlaceholders(names('A'))
  const icon = keep(`<img src="${placeholderNames.assets.get('icon.svg')}"> Ż`)
  const header = keep(`<header>${icon}${icon}</header>`)
  for (const title of ['One', 'Żółw']) {
    const { html, placeholders } = fill(
      `<h1>${title}</h1>${header}<p>${icon}</p>${placeholderNames.assets.get('main.js')}`,
    )
    expect(html.toString()).toBe(
      `<h1>${title}</h1><header><img src="/icon.svg"> Ż<img src="/icon.svg"> Ż</header><p><img src="/icon.svg"> Ż</p>/assets/main-AA.js`,
    )
    expect(placeholders.map(([, , name]) => name)).toEqual(['icon.svg', 'icon.svg', 'icon.svg', 'main.js'])
    expect(placeholders.map(([at]) => html.toString('utf8', at, at + 5))).toEqual(['/icon', '/icon', '/icon', '/asse'])
  }
})

test('Kept markup can be released: names and markup kept later still work', () => {
  const { placeholderNames, keep, forgetKept, fill } = createPlaceholders(names('A'))
  keep('<header></header>')
  forgetKept()
  const later = keep(`<img src="${placeholderNames.assets.get('icon.svg')}">`)
  expect(fill(`${later}${placeholderNames.assets.get('main.js')}`).html.toString()).toBe(
    '<img src="/icon.svg">/assets/main-AA.js',
  )
})
