import { expect, test } from 'vitest'
import { createStamps, restamp } from './stamps.ts'

const names = (version: string) => ({
  assets: new Map([
    ['site.css', `/assets/site-${version}.css`],
    ['main.js', `/assets/main-${version}${version}.js`],
    ['icon.svg', '/icon.svg'],
  ]),
  integrity: new Map([[`/assets/site-${version}.css`, `sha384-${version}`]]),
})

function render(version: string) {
  const { standIns, fill } = createStamps(names(version))
  const css = standIns.assets.get('site.css') ?? ''
  return fill(
    `<link href="${css}" integrity="${standIns.integrity?.get(css)}"><script src="${standIns.assets.get('main.js')}">`,
  )
}

test('Names of bundled files are put in where their stand-ins were, and the places told', () => {
  const { html, stamps } = render('A')
  expect(html).toBe('<link href="/assets/site-A.css" integrity="sha384-A"><script src="/assets/main-AA.js">')
  for (const [at, kind, name] of stamps) {
    const value = kind === 'digest' ? 'sha384-A' : names('A').assets.get(name)
    expect(html.slice(at)).toMatch(new RegExp(`^${value}`))
  }
  expect(stamps.map(([, kind, name]) => `${kind} ${name}`)).toEqual([
    'address site.css',
    'digest site.css',
    'address main.js',
  ])
})

test('A page with other names put in is the page rendered with them, however their lengths differ', () => {
  const { html, stamps } = render('A')
  const longer = restamp(html, stamps, names('A'), names('Longer'))
  expect(longer).toEqual(render('Longer'))
  expect(restamp(longer?.html ?? '', longer?.stamps ?? [], names('Longer'), names('A'))).toEqual({ html, stamps })
})

test('A page that does not hold the names it was made with, or whose file has gone, must be rendered', () => {
  const { html, stamps } = render('A')
  expect(restamp(html.replace('site-A', 'site-X'), stamps, names('A'), names('B'))).toBeUndefined()
  expect(restamp(html, stamps, names('A'), { assets: new Map() })).toBeUndefined()
  expect(restamp(html, stamps, { assets: new Map() }, names('B'))).toBeUndefined()
})

test('What content says can never be taken for a stand-in', () => {
  const { fill } = createStamps(names('A'))
  const text = 'address.0. 000000000000000000000000.address.0.'
  expect(fill(text)).toEqual({ html: text, stamps: [] })
})
