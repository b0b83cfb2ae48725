import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { bytesOf, requireDiskSpace } from './disk-space.ts'

it('Files that fit are written silently, and a folder of unknown size has room', () => {
  requireDiskSpace(tmpdir(), bytesOf(['żółw']))
  requireDiskSpace('/no/such/folder', 1e18)
})

it('Files that do not fit are reported before writing, with the folder and both sizes', () => {
  expect(() => requireDiskSpace(tmpdir(), 1e18)).toThrow(
    /^The output folder "[^"]*" cannot be written: there is no space left on its disk \([\d.]+ MB are needed, [\d.]+ [kM]B are free\)\.$/,
  )
})

it.runIf(process.platform === 'linux')('A file system that reports no blocks has room', () => {
  requireDiskSpace('/proc', 1e18)
})
