import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

// A WOFF 2 file ends with the compressed tables, whose length is in the header, and up to three bytes of padding.
function tablesOf(font: Buffer): Buffer {
  for (const padding of [0, 1, 2, 3])
    try {
      return brotliDecompressSync(font.subarray(font.length - padding - font.readUInt32BE(20), font.length - padding))
    } catch {}
  throw new Error('The tables of the font cannot be read.')
}

test.each(['basic', 'polish'])('the file "%s" with a part of the font names its authors and its licence', (cut) => {
  const tables = tablesOf(readFileSync(new URL(`./instrument-sans-${cut}-wght-normal.woff2`, import.meta.url)))
  const words = tables.toString('latin1').replaceAll('\0', '') // names are UTF-16
  const due = ['Copyright 2022 The Instrument Sans Project Authors', 'https://scripts.sil.org/OFL']
  expect(due.filter((name) => !words.includes(name))).toEqual([])
})
