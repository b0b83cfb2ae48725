import { expect, it } from 'vitest'
import type { PicturePreset } from './picture-preset.ts'
import type { PictureSource } from './picture-source.ts'
import { planPicture } from './plan-picture.ts'

const card: PicturePreset = {
  widths: [1200],
  ratio: 1200 / 630,
  only: 'jpeg',
  quality: { avif: 50, webp: 70, jpeg: 80 },
}

function planned(width: number, height: number) {
  // Only the fields that planning uses.
  const source = { width, height, name: 'a', hash: 'b', format: 'jpeg', tone: 'r1 g2 b3' } as PictureSource
  const { variants, shown } = planPicture(source, card, { effort: 1, encoder: 'encoder' })
  return {
    frames: variants.map(({ frame }) => frame && [frame.width, frame.height]),
    size: [shown.width, shown.height],
  }
}

it.each([
  ['larger than its frame', 2400, 1260, undefined],
  ['of its very size', 1200, 630, undefined],
  ['narrower', 600, 1260, [1200, 630]],
  ['lower, but not narrower', 2400, 629, [1200, 630]],
  ['smaller', 300, 200, [1200, 630]],
])('A picture %s (%i x %i) is framed only if it cannot fill its place', (_, width, height, frame) => {
  expect(planned(width, height)).toEqual({ frames: [frame], size: [1200, 630] })
})

const column: PicturePreset = { widths: [400, 800, 1200], quality: card.quality }

it('A tall picture that is cut is another file than the whole one, even if both have the same size', () => {
  const source = { width: 1000, height: 1001, name: 'a', hash: 'b', format: 'jpeg' } as PictureSource
  const pathsOf = (ratio?: number) =>
    planPicture(source, { ...column, widths: [400], ratio }, { effort: 1, encoder: 'encoder' }).variants.map(
      ({ path, width, height }) => ({ path, size: [width, height] }),
    )
  const [whole, cut] = [pathsOf(), pathsOf(1)]
  expect(cut.map(({ size }) => size)).toEqual(whole.map(({ size }) => size))
  for (const { path } of cut) expect(whole.map((one) => one.path)).not.toContain(path)
})

it.each([
  ['of its own width where that is none of the place', 900, 600, [400, 800, 900], 600],
  ['no file that is hardly larger than another', 850, 600, [400, 800], 565],
  ['its shape where the formats allow no more of its height', 40, 20_000, [32], 16_000],
])('A picture has %s (%i x %i)', (_, width, height, widths, tallest) => {
  const source = { width, height, name: 'a', hash: 'b', format: 'jpeg' } as PictureSource
  const { variants } = planPicture(source, column, { effort: 1, encoder: 'encoder' })
  const webp = variants.filter(({ format }) => format === 'webp')
  expect(webp.map((one) => one.width)).toEqual(widths)
  expect(webp.at(-1)?.height).toBe(tallest)
})
