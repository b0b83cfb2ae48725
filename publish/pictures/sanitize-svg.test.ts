import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pictureLikeness } from '#tests/fixtures/picture-likeness.ts'
import { sanitizeSvg } from './sanitize-svg.ts'

const clean = (inner: string, root = ''): string =>
  String(sanitizeSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`)))

it.each([
  ['a script', '<script>alert(1)</script>', /script|alert/],
  ['a script of another spelling', '<SCRIPT>alert(1)</SCRIPT><svg:script>alert(1)</svg:script>', /script/i],
  ['a handler', '<g onload="alert(1)" onClick="alert(1)"/>', /alert/],
  ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>', /<a|alert/],
  [
    'foreign markup',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//x"/></body></foreignObject>',
    /foreign|body|iframe/i,
  ],
  ['a picture from elsewhere', '<image href="https://evil.example/a.png"/>', /evil/],
  ['a picture from elsewhere, the old way', '<image xlink:href="//evil.example/a.png"/>', /evil/],
  ['a drawing of another file', '<use href="/other.svg#a"/><use xlink:href="data:image/svg+xml,a#b"/>', /other|data/],
  [
    'a paint from elsewhere',
    '<path fill="url(https://evil.example/#a)" style="mask:url( \'//evil.example\' )"/>',
    /evil/,
  ],
  ['a style from elsewhere', '<style>@import "https://evil.example";</style>', /evil|<style/],
  ['a style that hides its address', '<style>a{fill:u\\72l(https://evil.example)}</style>', /evil|<style/],
  ['a style that writes its address by numbers', '<style>a{fill:&amp;#117;rl(https://evil.example)}</style>', /evil/],
  ['the same as it stands', '<style><![CDATA[@&#105;mport "https://evil.example";]]></style>', /evil/],
  ['a set of pictures from elsewhere', '<style>a{mask:image-set("//evil.example" 1x)}</style>', /evil|<style/],
  ['a script in what draws', '<path fill="javascript:alert(1)"/>', /alert/],
  ['a style that ends early', '<style><![CDATA[</style><script>alert(1)</script>]]></style>', /script|alert/],
  [
    'an animation',
    '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/>',
    /alert|animate/,
  ],
  ['a comment', '<!-- <script>alert(1)</script> -->', /alert/],
])('removes %s', (_, inner, gone) => {
  const svg = clean(`${inner}<circle r="3"/>`)
  expect(svg).not.toMatch(gone)
  expect(svg).toContain('<circle r="3">')
})

it('removes handlers of the root, and everything before it', () => {
  const svg = `\uFEFF<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]><?xml-stylesheet href="https://evil.example"?><svg onload="alert(1)" viewBox="0 0 9 9"><path d="M0 0"/></svg>`
  const cleaned = String(sanitizeSvg(Buffer.from(svg)))
  expect(cleaned).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*viewBox="0 0 9 9"><path d="M0 0"><\/path><\/svg>/,
  )
  expect(cleaned).not.toMatch(/evil|alert|ENTITY/)
})

it('keeps elements that draw', () => {
  const inner =
    '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/></linearGradient></defs>' +
    '<style>.a{fill:url(#g)}</style><use xlink:href="#a"/><path class="a" d="M0 0" clip-path="url(#c)"/>' +
    '<image href="data:image/png;base64,iVBORw0KGgo="/><text x="1">a &lt; b</text>'
  for (const part of [
    '<linearGradient id="g" gradientUnits=',
    '.a{fill:url(#g)}',
    'xlink:href="#a"',
    'clip-path="url(#c)"',
  ])
    expect(clean(inner)).toContain(part)
  expect(clean(inner)).toContain('data:image/png;base64,iVBORw0KGgo=')
  expect(clean(inner)).toContain('a &lt; b')
})

it.each([
  ['', '<svg viewBox="0 0 9 9">'],
  [' \n\uFEFF', '<SVG>'],
  ['<!---->'.repeat(40), '<svg/>'],
  [`<!-- ${'a generator and its licence '.repeat(400)} -->`, '<svg>'],
  ['<?xml version="1.0"?><?xml-stylesheet href="a.css"?>', '<svg\n>'],
  ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">', '<svg>'],
  ['<!doctype SVG [<!ENTITY a "b">] >\n', '<svg>'],
])('recognises an SVG after %j', (before, root) => {
  expect(sanitizeSvg(Buffer.from(`${before}${root}<path d="M0 0"/></svg>`))).toBeDefined()
})

it.each([
  `@import url('https://fonts.googleapis.com/css2?family=Inter:wght@400;700&amp;display=swap');`,
  '@import url(https://fonts.googleapis.com/css2?family=Inter:wght@400;700);',
  '@import "https://evil.example/a.css" print;',
  '@font-face{font-family:"A";src:url("data:font/woff2;base64,d09GMg==") format("woff2");}',
  '@FONT-FACE { src: url(https://evil.example/a.woff2) } @import "b.css";',
])('keeps the colours of a style with a font: %j', (font) => {
  const svg = clean(`<defs><style>${font}.a{fill:#246}</style></defs><path class="a" d="M0 0"/>`)
  expect(svg).toContain('.a{fill:#246}</style></svg>')
  expect(svg).not.toMatch(/https|data:|@|b\.css/)
})

it.each([
  '@im@import "x";port "https://evil.example";',
  '@import "</style><script>alert(1)</script>";',
  '@import "a";.a{mask:url(https://evil.example)}',
])('removes the style %j completely, because more than its fonts is unsafe', (css) => {
  expect(clean(`<style><![CDATA[${css}]]></style><circle r="3"/>`)).not.toMatch(/evil|alert|<style|script/)
})

/** Texts, each after its beginning, which names it in a title: some have a million characters. */
const named = (texts: string[]): [name: string, text: string][] => texts.map((text) => [text.slice(0, 99), text])

/** Each part draws the previous one twice. */
const doubled = (parts: number, draw = (part: number) => `<use href="#a${part}"/>`): string =>
  `<svg>${Array.from({ length: parts }, (_, at) => `<g id="a${at + 1}">${draw(at)}${draw(at)}</g>`).join('')}</svg>`

it('accepts parts that are drawn again, and again inside others', () => {
  expect(sanitizeSvg(Buffer.from(doubled(10)))).toBeDefined()
  const dots = `<svg><g id="a"><use href="#b"/></g>${'<use href="#a"/>'.repeat(15_000)}</svg>`
  expect(sanitizeSvg(Buffer.from(dots))).toBeDefined()
})

it('accepts an element whose mask has its own id, or refers to nothing that can be drawn: browsers ignore both', () => {
  const named =
    '<svg><g id="a" clip-path="url(#a)"><path d="M0 0"/></g><metadata><use id="b" href="#b"/></metadata></svg>'
  expect(sanitizeSvg(Buffer.from(named))).toBeDefined()
})

/** Each part draws the previous one twice, through a style with a rule for each part. */
const styled = (tag: string, ruleOf: (part: number) => string, draw = (part: number) => `<path class="c${part}"/>`) => {
  const style = `<style>${Array.from({ length: 40 }, (_, part) => ruleOf(part)).join('')}</style>`
  return doubled(40, draw)
    .replaceAll(/(<\/?)g\b/g, `$1${tag}`)
    .replace('<svg>', `<svg>${style}`)
}
const markers = (draw: (part: number) => string): string =>
  `<svg>${Array.from({ length: 9 }, (_, part) => draw(part)).join('')}<path marker-end="url(#a0)"/></svg>`

it.each([
  // As Illustrator and D3 write them.
  `<svg><style>.a,.b{font-family:'My Font', "B";clip-path:url("#c")}/* d */.d > e{mask:url(#m)}</style><clipPath id="c"><path class="x"/></clipPath>${'<g class="a"><path class="b"/></g>'.repeat(5000)}</svg>`,
  '<svg><style>path{marker-end:url(#m)}</style><marker id="m"><path fill="url(#g)"/></marker><linearGradient id="g"/><path/></svg>',
  '<svg><style>@media print{.a{mask:url(#m)}}</style><mask id="m"><path class="a"/></mask><path class="a"/></svg>',
  '<svg><g clip-path="url(#c)"><marker id="m"><path/></marker><path style="--a: red" marker-mid="url(#m)"/></g></svg>',
  markers((part) => `<marker id="a${part}"><path/></marker>`),
])('accepts %j, in which nothing is drawn inside itself', (text) => {
  expect(sanitizeSvg(Buffer.from(text))).toBeDefined()
})

it.each(
  named([
    `<svg><g id="a">${'<path d="M0 0h9v9z"/>'.repeat(1000)}</g>${'<use href="#a"/>'.repeat(1000)}</svg>`,
    `<svg><mask id="b"/><path id="a" style="mask:${'url(#b)'.repeat(190_000)}"/><use href="#a"/></svg>`,
    styled('mask', (part) => `.c${part}{mask:url(#a${part})}`),
    styled('clipPath', (part) => `g > path.c${part}, x{clip-path:url( '#a${part}' )}`),
    styled(
      'mask',
      (part) => `#c${part}{mask:url(#a${part})}`,
      (part) => `<path id="c${part}"/>`,
    ),
    styled('mask', (part) => `path:nth-child(n){mask:url(#a${part})}`),
    styled('mask', (part) => `.c${part}{@media all{mask:url(#a${part})}}`),
    styled('mask', (part) => `.c${part}{.x{fill:red}mask:url(#a${part})}`),
    styled('mask', (part) => `.c${part}{/*}*/mask:url(#a${part})}`),
    styled('mask', (part) => `.c${part}{font-family:"}.x{";mask:url(#a${part})}`),
    styled('mask', (part) => `.c${part}{mask:url("#aż${part}")}`).replaceAll('id="a', 'id="aż'),
    styled('mask', (part) => `.c${part}{mask:url(#a/**/${part})}`).replaceAll('id="a', 'id="a/**/'),
    styled('mask', (part) => `svg{--m${part}:url(#a${part})}.c${part}{mask:var(--m${part})}`),
    markers((part) => `<marker id="a${part}"><path marker-mid="url(#a${part + 1})"/></marker>`),
    markers(
      (part) => `<marker id="a${part}"><use href="#b${part}"/></marker><path id="b${part}" marker-mid="url(#a1)"/>`,
    ),
    markers((part) => `<g marker-mid="url(#a${part + 1})"><marker id="a${part}"><path/></marker></g>`),
  ]),
)('refuses %s, which would be drawn endlessly', (_, text) => {
  expect(sanitizeSvg(Buffer.from(text))).toBeUndefined()
})

it('removes a reference from an attribute that hides it behind a name', () => {
  expect(clean('<g style="fill:red; --m: url(#a)"/>')).not.toContain('url')
})

it.each(
  named([
    doubled(40),
    doubled(40, (part) => `<image xlink:href=" #a${part}"/>`),
    doubled(40, (part) => `<use href="#%61${part}"/>`),
    doubled(40, (part) => `<use href="https://other.example/" xlink:href="#a${part}"/>`),
    doubled(40).replace('<svg>', `<svg><metadata>${doubled(40, () => '')}</metadata><other id="a1"/>`),
    doubled(40, (part) => `<path mask="url( '#a${part}' )"/>`).replaceAll(/(<\/?)g\b/g, '$1mask'),
    doubled(40, (part) => `<path style='fill: url("#a${part}")'/>`).replaceAll(/(<\/?)g\b/g, '$1pattern'),
    '<svg><g id="a"><use href="#a"/></g></svg>',
    '<!---->'.repeat(40),
    '<!--'.repeat(40_000),
    '<?xml '.repeat(40_000),
    '<!DOCTYPE svg ['.repeat(10_000),
    '<!DOCTYPE svgx><svg></svg>',
    '<svg-like></svg-like>',
    `<svg>${'<g>'.repeat(200_000)}`,
  ]),
)('recognises that %s is not an SVG, or not a readable one', (_, text) => {
  expect(sanitizeSvg(Buffer.from(text))).toBeUndefined()
})

it.each([
  ['fill', `url(${' '.repeat(2_000_000)}#a)`, true],
  ['fill', `url(${' '.repeat(2_000_000)}//evil.example)`, false],
  ['fill', `url(${' '.repeat(9_000_000)}#a)`, true],
  ['fill', `url(#${'a'.repeat(9_000_000)})`, true],
  ['fill', "url( ' //evil.example ' )", false],
  ['fill', "url( '#a' )", true],
  ['fill', 'u\\72l(//evil.example)', false],
  ['style', 'fill:url (//evil.example)', false],
  ['style', 'fill:u\\72l(//evil.example)', false],
  ['aria-label', 'C:\\maps', true],
])('judges an attribute, number %#', (name, value, isKept) => {
  expect(clean(`<path ${name}="${value}"/>`).includes(`${name}=`)).toBe(isKept)
})

it('is for SVG only', () => {
  for (const text of ['<p>x</p>', '<!doctype html><svg onload="alert(1)"></svg>', 'PNG', ''])
    expect(sanitizeSvg(Buffer.from(text))).toBeUndefined()
})

it('draws the pictures of the demo as before', async () => {
  for (const name of readdirSync('demo/media').filter((file) => file.endsWith('.svg'))) {
    const body = readFileSync(`demo/media/${name}`)
    const [before, after] = await Promise.all([body, sanitizeSvg(body)].map((svg) => sharp(svg).png().toBuffer()))
    expect(await pictureLikeness(before ?? body, after ?? body), name).toBeGreaterThan(0.9999)
  }
})
