import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { bytesOf, expectRoom } from './disk-room.ts'

it('What fits is written without a word, and a folder of which nothing can be told has room', () => {
  expectRoom(tmpdir(), bytesOf(['żółw']))
  expectRoom('/no/such/folder', 1e18)
})

it('What does not fit is told before it is tried, with the folder and both sizes', () => {
  expect(() => expectRoom(tmpdir(), 1e18)).toThrow(
    /^The output folder "[^"]*" cannot be written: there is no room left on its disk: [\d.]+ MB more are needed, and [\d.]+ [kM]B are free\.$/,
  )
})

it.runIf(process.platform === 'linux')('A file system that tells of no blocks at all has room', () => {
  expectRoom('/proc', 1e18)
})
