import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isPale, isPaleDrawing } from './is-pale.ts'

const svg = (inner: string, root = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80" ${root}>${inner}</svg>`
const sign = '<path fill="#fff" d="M20 20h90v40h-90z"/>'

it.each([
  ['white on nothing', sign, true],
  ['nearly white on nothing', '<circle fill="#f4f4ee" cx="60" cy="40" r="30"/>', true],
  ['dark on nothing', '<circle fill="#20304a" cx="60" cy="40" r="30"/>', false],
  ['white with dark words', `${sign}<path fill="#222" d="M30 30h70v20h-70z"/>`, false],
  ['white on a dark box', `<rect width="240" height="80" fill="#123"/>${sign}`, false],
  ['white on a white box', `<rect width="240" height="80" fill="#fff"/>${sign}`, false],
  ['nothing', '', false],
])('judges %s', async (_, inner, wanted) => {
  expect(await isPale(sharp(Buffer.from(svg(inner))))).toBe(wanted)
})

it.each([
  ['white shapes', svg(sign), true],
  ['shapes of a white group', svg(`<g fill="white">${sign.replace(' fill="#fff"', '')}</g>`), true],
  ['shapes of white classes', svg('<style>.a{fill:#FEFEFE}</style><path class="a" d="M0 0h9v9z"/>'), true],
  ['white lines', svg('<path d="M0 0h9"/>', 'fill="none" stroke="#fff"'), true],
  ['a dark shape among white ones', svg(`${sign}<path fill="#123456" d="M0 0h9v9z"/>`), false],
  ['a shape that is black by default', svg(`<circle r="9"/>${sign}`), false],
  ['a black shape with a white line', svg(`${sign}<path stroke="#fff" d="M0 0h9v9z"/>`), false],
  ['a black shape with a style of no colour', svg(`${sign}<path style="fill-rule:evenodd" d="M0 0h9v9z"/>`), false],
  ['shapes without a colour', svg('<path d="M0 0h9v9z"/>'), false],
  ['a gradient', svg('<linearGradient id="a"><stop stop-color="#fff"/></linearGradient><path fill="url(#a)"/>'), false],
])('judges an SVG of %s', (_, text, wanted) => {
  expect(isPaleDrawing(text)).toBe(wanted)
})

it('judges an SVG in time proportional to its length', () => {
  const blank = svg(`<path style="fill:${' '.repeat(1_000_000)};" d="M0 0h9v9z"/>`)
  expect(isPaleDrawing(blank)).toBe(false)
})
