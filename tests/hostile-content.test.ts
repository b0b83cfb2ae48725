import { expect, it } from 'vitest'
import { sanitizeSvg } from '#publish/pictures/sanitize-svg.ts'
import { picturesIn, sanitizeRichText } from '#renderer/reader/rich-text.ts'
import { tooSteep } from './fixtures/growth.ts'

/** Ignores errors of the work: the time to refuse a text must not grow faster than the text either. */
const tried = (work: (text: string) => unknown) => (text: string) => {
  try {
    return work(text)
  } catch {
    return undefined
  }
}
const rules = { link: (href: string) => href, picture: () => '<img>', video: () => '', videoHosts: ['a.example'] }
const works: Record<string, (text: string) => unknown> = {
  'an SVG': (text) => sanitizeSvg(Buffer.from(text)),
  'what an SVG holds': (text) => sanitizeSvg(Buffer.from(`<svg>${text}</svg>`)),
  'a style of an SVG': (text) => sanitizeSvg(Buffer.from(`<svg><style>a{fill:url(${text}</style></svg>`)),
  'an attribute of an SVG': (text) =>
    sanitizeSvg(Buffer.from(`<svg><a fill="url(${text.replaceAll('"', '')}"/></svg>`)),
  'rich text': tried((text) => sanitizeRichText(text, rules)),
  'pictures in rich text': tried((text) => picturesIn(`<img src="a">${text}`)),
}
const repeated = [
  ...[' ', '<!--', '<!---->', '<![CDATA[', '<?xml ', '<!DOCTYPE svg [', '<svg>', '<g>', '<g ', '<b><i>', '</g>'],
  ...[
    '<style>@import</style>',
    'url( ',
    '<a href="',
    '&',
    '<p>',
    '<table>',
    '<iframe src="https://a.example/">',
    '<img>',
  ],
]

it.each(Object.keys(works).flatMap((name) => repeated.map((unit) => [name, unit] as const)))(
  '%s with many %j takes time in proportion to its length',
  (name, unit) => {
    const work = works[name] ?? (() => undefined)
    expect(tooSteep(work, { before: '', repeated: unit, behind: '' })).toBeUndefined()
  },
)
