import { setImmediate as turn } from 'node:timers/promises'
import type { Metadata } from 'sharp'
import { expect, it } from 'vitest'
import { decodingBytes, maxDecodingBytes, withinMemory } from './decoding-memory.ts'

it.each([
  ['jpeg', {}, '', 0],
  ['jpeg', { isProgressive: true, chromaSubsampling: '4:2:0', channels: 3 }, '', 3],
  ['jpeg', { isProgressive: true, chromaSubsampling: '4:2:2', channels: 3 }, '', 4],
  ['jpeg', { isProgressive: true, chromaSubsampling: '4:4:4:4', channels: 4 }, '', 8],
  ['png', { channels: 3, depth: 'uchar' }, '', 0],
  ['png', { isProgressive: true, channels: 4, depth: 'ushort' }, '', 8],
  ['gif', {}, '', 4],
  ['webp', {}, 'VP8 ', 0],
  ['webp', { hasAlpha: true }, 'VP8X ALPH VP8 ', 1],
  ['webp', {}, 'VP8L', 4],
  ['webp', { pages: 9 }, 'VP8X ANIM', 8],
  ['heif', { bitsPerSample: 8 }, '', 20],
  ['svg', {}, '', 0],
])('decoding a %s (%o, "%s") takes %d bytes per pixel', (format, facts, body, wanted) => {
  const metadata = { format, width: 100, height: 10, ...facts } as Metadata // only the fields that are used
  expect(decodingBytes(metadata, Buffer.from(body))).toBe(wanted * 1000)
})

it('makes pictures wait when there is no memory left for decoding them', async () => {
  const ends: (() => void)[] = []
  const started: string[] = []
  const work = (name: string, share: number) =>
    withinMemory(share * maxDecodingBytes, () => {
      started.push(name)
      return new Promise<void>((end) => ends.push(end))
    })
  const all = [work('a', 0.6), work('b', 0.6), work('c', 0.1), work('streams', 0)]
  await turn()
  expect(started).toEqual(['streams', 'a'])
  ends[1]?.()
  await turn()
  expect(started).toEqual(['streams', 'a', 'b', 'c'])
  for (const end of ends) end()
  await Promise.all(all)
})

it('releases memory when the work fails', async () => {
  await expect(withinMemory(maxDecodingBytes, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(withinMemory(maxDecodingBytes, async () => 'next')).resolves.toBe('next')
})
