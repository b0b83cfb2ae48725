import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'opentype.js'
import { cardSize, type SocialCard } from './plan-card.ts'

const margin = 80
const textWidth = cardSize.width - 2 * margin
const titleSizes = [84, 72, 60, 50]
const maxLines = 5
/**
 * More letters than fit on a card, even the narrowest ones. Longer titles are cut before they are wrapped, because each
 * attempt measures a whole line.
 */
const maxLetters = 1000
const brandSize = 38
const subsets = ['latin', 'latin-ext']

let fonts: Promise<Font[]> | undefined

/**
 * Draws a card with the title in large letters and the brand below. Words are drawn as outlines, so that the fonts of
 * the machine do not matter. A title with letters that our fonts lack is left out, because without these letters it
 * might say something else.
 */
export async function drawSocialCard(card: SocialCard): Promise<Buffer> {
  fonts ??= loadFonts()
  const svg = svgOf(card, await fonts)
  const { sharp } = await import('./encode/sharp.ts')
  return sharp(Buffer.from(svg)).flatten({ background: card.ground }).jpeg({ quality: 82 }).toBuffer()
}

async function loadFonts(): Promise<Font[]> {
  const require = createRequire(import.meta.url)
  // Node cannot see the named exports of this CommonJS package, so it is loaded with `require`.
  const { parse } = require('opentype.js') as typeof import('opentype.js')
  return Promise.all(
    subsets.map(async (subset) => {
      const file = require.resolve(`@fontsource/instrument-sans/files/instrument-sans-${subset}-600-normal.woff`)
      const { buffer, byteOffset, byteLength } = await readFile(file)
      return parse(buffer.slice(byteOffset, byteOffset + byteLength))
    }),
  )
}

function svgOf({ title, brand, ground, ink }: SocialCard, loaded: Font[]): string {
  const { size, lines } = fitTitle(hasFonts(title, loaded) ? title : '', loaded)
  const lineHeight = size * 1.12
  const paths = lines.map((line, at) =>
    outline(line, { x: margin, y: margin + size * 0.8 + at * lineHeight, size }, loaded),
  )
  const name = outline(brand, { x: margin, y: cardSize.height - margin, size: brandSize }, loaded)
  const rule = cardSize.height - margin - brandSize * 1.6
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">` +
    `<path fill="${ground}" d="M0 0h${cardSize.width}v${cardSize.height}H0z"/>` +
    `<g fill="${ink}"><path d="M${margin} ${rule}h120v4h-120z"/>${[...paths, name].join('')}</g></svg>`
  )
}

function hasFonts(title: string, loaded: Font[]): boolean {
  const letters = title.normalize('NFC').match(/\p{L}/gu) ?? []
  return letters.every((letter) => fontOf(letter, loaded))
}

function fontOf(char: string, loaded: Font[]): Font | undefined {
  return loaded.find((font) => font.charToGlyphIndex(char) > 0)
}

/**
 * Finds the largest size at which a title has at most four lines. If there is none, uses the smallest size and cuts the
 * title after five lines.
 */
function fitTitle(whole: string, loaded: Font[]): { size: number; lines: string[] } {
  const title = whole.slice(0, maxLetters)
  let size = 0
  let lines: string[] = []
  for (size of titleSizes) {
    lines = wrap(title, size, loaded)
    if (lines.length < maxLines) break
  }
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown.push(`${shown.pop()?.slice(0, -2) ?? ''}…`)
  return { size, lines: shown }
}

function wrap(text: string, size: number, loaded: Font[]): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer, size, loaded) <= textWidth) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const char of word) {
      if (widthOf(line + char, size, loaded) > textWidth) {
        lines.push(line)
        line = ''
      }
      line += char
    }
  }
  return line ? [...lines, line] : lines
}

type Placed = { font: Font; glyph: ReturnType<Font['charToGlyph']>; x: number }

/** The glyphs of a line from x = 0, kerned. Characters that no font has are left out. */
function placeGlyphs(text: string, size: number, loaded: Font[]): { placed: Placed[]; width: number } {
  const placed: Placed[] = []
  let x = 0
  let before: { font: Font; glyph: Placed['glyph'] } | undefined
  for (const char of text.normalize('NFC')) {
    const font = fontOf(char, loaded)
    if (!font) continue
    const glyph = font.charToGlyph(char)
    const scale = size / font.unitsPerEm
    if (before?.font === font) x += font.getKerningValue(before.glyph, glyph) * scale
    placed.push({ font, glyph, x })
    x += (glyph.advanceWidth ?? 0) * scale
    before = { font, glyph }
  }
  return { placed, width: x }
}

function widthOf(text: string, size: number, loaded: Font[]): number {
  return placeGlyphs(text, size, loaded).width
}

/**
 * The outline of a text. Each glyph is drawn in whole units of its font, because `toPathData` writes `NaN` for some
 * fractions, which ends a path.
 */
function outline(text: string, at: { x: number; y: number; size: number }, loaded: Font[]): string {
  const { placed } = placeGlyphs(text, at.size, loaded)
  return placed
    .map(({ font: { unitsPerEm }, glyph, x }) => {
      const place = `translate(${at.x + x} ${at.y}) scale(${at.size / unitsPerEm})`
      return `<path transform="${place}" d="${glyph.getPath(0, 0, unitsPerEm).toPathData(0)}"/>`
    })
    .join('')
}
