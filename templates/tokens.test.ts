import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Tokens = ReadonlyMap<string, string>

const css = readFileSync('templates/tokens.css', 'utf8')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\s+/g, ' ')

/** The declarations of the first rule after `before`, as written in the file. */
function declared(before: string): Tokens {
  const from = css.indexOf('{', css.indexOf(before) + before.length)
  expect(css, `a rule after "${before}"`).toContain(before)
  const body = css.slice(from + 1, css.indexOf('}', from))
  return new Map([...body.matchAll(/(--[\w-]+):([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]))
}

const page = declared('@layer tokens { :root ')
const dark = declared('(prefers-color-scheme: dark) { :root ')
const night = declared('.site-header:has(.site-menu:popover-open) ) ')
const schemes = {
  'light page': [page],
  'dark page': [page, dark],
  'dark surface of a light page': [page, night],
  'dark surface of a dark page': [page, dark, night],
} satisfies Record<string, Tokens[]>

type Colour = [number, number, number]

/** The colour of a token where these sets apply. Later sets override earlier ones. */
function colourOf(name: string, sets: Tokens[]): Colour {
  const value =
    sets
      .toReversed()
      .find((set) => set.has(name))
      ?.get(name) ?? ''
  const [, inner] = /^var\((--[\w-]+)\)$/.exec(value) ?? []
  if (inner) return colourOf(inner, sets)
  const [, channels] = /^rgb\(var\((--[\w-]+)\)\)$/.exec(value) ?? []
  const numbers = channels ? sets[0]?.get(channels)?.split(' ').map(Number) : hexNumbers(value)
  expect(numbers, `"${name}" is a colour: "${value}"`).toHaveLength(3)
  return numbers as Colour // the length has just been checked
}

function hexNumbers(value: string): number[] | undefined {
  return /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
    .exec(value)
    ?.slice(1)
    .map((one) => Number.parseInt(one, 16))
}

function luminance(colour: Colour): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (low + 0.05)
}

const grounds = ['--surface', '--surface-raised', '--surface-sunk']
const words = ['--text', '--text-quiet', '--link', '--error', '--success']
/** Colours of field borders and focus rings. */
const marks = ['--rule-strong', '--focus']

describe.each(Object.entries(schemes))('on a %s', (_, sets) => {
  it.each(grounds)('words and marks have enough contrast on "%s"', (ground) => {
    for (const word of words)
      expect.soft(contrast(colourOf(word, sets), colourOf(ground, sets)), word).toBeGreaterThanOrEqual(4.5)
    for (const mark of marks)
      expect.soft(contrast(colourOf(mark, sets), colourOf(ground, sets)), mark).toBeGreaterThanOrEqual(3)
  })

  it('words have enough contrast on amber, and surface colours on the colour of words', () => {
    for (const amber of ['--amber', '--amber-bright'])
      expect.soft(contrast(colourOf('--ink', sets), colourOf(amber, sets)), amber).toBeGreaterThanOrEqual(4.5)
    for (const ground of grounds)
      expect.soft(contrast(colourOf(ground, sets), colourOf('--text', sets)), ground).toBeGreaterThanOrEqual(4.5)
  })
})

it('dark surfaces and the dark scheme replace every colour role of the page', () => {
  const roles = [...grounds, ...words, '--rule', '--rule-strong']
  expect(roles.filter((role) => !night.has(role))).toEqual([])
  expect(roles.filter((role) => !dark.has(role))).toEqual([])
})

it('component styles contain no literal colours', () => {
  const files = globSync('{templates,blocks,hydrate}/**/*.css').filter((file) => !file.endsWith('tokens.css'))
  expect(files.length).toBeGreaterThan(30)
  const own = files.flatMap((file) => {
    const rules = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    // Print and forced colours have no roles, black in a mask is not a colour, and tones are colours of pictures.
    const shown = rules
      .replace(/@media (print|\(forced-colors: active\))[\s\S]*?\n {2}}/g, '')
      .replace(/mask-image:[^;]+;/g, '')
    const literals = /(?<![\w&-])#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\((?!var\()|:\s*(?:black|white)\b/gi
    return [...shown.matchAll(literals)].map(([text]) => `${file}: ${text}`)
  })
  expect(own).toEqual([])
})

it('styles underline words with separate properties, because Safari draws no line if `text-decoration` has several values', () => {
  const files = globSync('{templates,blocks,hydrate}/**/*.css')
  const short = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/text-decoration:\s*([\w-]+\s[^;]+)/g)].map(
      ([, value]) => `${file}: ${value}`,
    ),
  )
  expect(short).toEqual([])
})

it('styles change a layout only at the breakpoints of the site', () => {
  const breakpoints = ['20', '40', '48', '64', '80', '96'] // xs 320 px to xxl 1536 px
  const ofHeader = 'templates/layouts/intro-banner.css: 30' // keeps a drawing clear of the header, which measures itself
  const files = globSync('{templates,blocks,hydrate}/**/*.css')
  const used = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*\bwidth\b[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/([\d.]+)(rem|px|em)/g)].map(([, size = '', unit]) => [file, unit === 'rem' ? size : query]),
    ),
  )
  expect(used.length).toBeGreaterThan(30)
  const others = used.filter(([, size = '']) => !breakpoints.includes(size)).map((one) => one.join(': '))
  expect(others).toEqual([ofHeader])
})
