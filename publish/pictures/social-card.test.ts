import sharp from 'sharp'
import { expect, it } from 'vitest'
import { planCard } from './plan-card.ts'
import { drawSocialCard } from './social-card.ts'

const card = (title: string) => planCard({ title, brand: 'Brand', ground: '#0d1b24', ink: '#ffffff' }, 'encoder')
const drawn = (title: string) => drawSocialCard(card(title).card)

/** The share of light pixels between two heights, from `left` on. */
async function inkIn(bytes: Buffer, top: number, bottom: number, left = 0): Promise<number> {
  const part = sharp(bytes)
    .extract({ left, top, width: 1200 - left, height: bottom - top })
    .greyscale()
  const pixels = await part.raw().toBuffer()
  return pixels.filter((value) => value > 128).length / pixels.length
}

it.each([
  ['Short'],
  ['Żółć, Straße, œuvre, ¿qué?'],
  ['Very long '.repeat(60)],
  ['Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3)],
])('shows "%s" within its frame', async (title) => {
  const bytes = await drawn(title)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(await inkIn(bytes, 80, 470)).toBeGreaterThan(0.01)
  expect(await inkIn(bytes, 515, 560)).toBeGreaterThan(0.005)
  expect(await inkIn(bytes, 0, 60)).toBe(0)
  expect(await inkIn(bytes, 575, 630)).toBe(0)
  expect(await inkIn(bytes, 0, 630, 1125)).toBe(0)
})

it.each(['日本', 'GPS для грузовиков 2026'])(
  'shows only the brand when letters of "%s" cannot be drawn',
  async (title) => {
    const bytes = await drawn(title)
    expect(await inkIn(bytes, 80, 470)).toBe(0)
    expect(await inkIn(bytes, 515, 560)).toBeGreaterThan(0.005)
  },
)

it('leaves out symbols that cannot be drawn', async () => {
  expect(await drawn('Fast 🚚')).toEqual(await drawn('Fast'))
})

it('draws a letter and its accent as one character', async () => {
  expect(await drawn('Cafe\u0301')).toEqual(await drawn('Caf\u00e9'))
})

it('draws every letter of a line', async () => {
  const lines = sharp(await drawn(Array(4).fill('W'.repeat(18)).join(' ')))
  const part = await lines.extract({ left: 0, top: 80, width: 1200, height: 240 }).png().toBuffer()
  const { info } = await sharp(part).trim().toBuffer({ resolveWithObject: true })
  expect(info.width).toBeGreaterThan(970)
})

it('draws each word of several lines once', async () => {
  const bytes = await drawn('Routes for every driver and every van')
  expect(await inkIn(bytes, 200, 260)).toBeGreaterThan(0.01)
  expect(await inkIn(bytes, 280, 470)).toBe(0)
})

it('draws letters upright', async () => {
  const bytes = await drawn('L')
  expect(await inkIn(bytes, 130, 150)).toBeGreaterThan(2 * (await inkIn(bytes, 90, 110)))
})

it('marks that words of the title are left out', async () => {
  const lines = (count: number) => Array(count).fill('W'.repeat(18)).join(' ')
  expect(await drawn(lines(7))).toEqual(await drawn(lines(6)))
  expect(await drawn(lines(6))).not.toEqual(await drawn(lines(5)))
})

it('measures only as much of a title as may fit', async () => {
  expect(await drawn('日 '.repeat(1_000_000))).toEqual(await drawn('日'))
})

it('is named by its content', () => {
  expect(card('A').shown).toEqual({ src: `/${card('A').path}`, width: 1200, height: 630 })
  expect(card('A').path).toBe(card('A').path)
  expect(card('A').path).not.toBe(card('B').path)
})
