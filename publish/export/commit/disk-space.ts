import { statfsSync } from 'node:fs'
import { SiteError } from '#content/finding.ts'
import { machineFault } from '#content/machine-fault.ts'

/**
 * Throws a `SiteError` if the disk of a folder has less room than the `needed` bytes. A disk that does not report its
 * free space is assumed to be large enough.
 */
export function requireDiskSpace(root: string, needed: number): void {
  const free = freeBytes(root)
  if (free === undefined || needed <= free) return
  const { why = '', hint = '' } = machineFault(Object.assign(new Error(), { code: 'ENOSPC' }), '--out') ?? {}
  throw new SiteError({
    code: 'export-unwritable',
    message: `The output folder "${root}" cannot be written: ${why} (${formatSize(needed)} are needed, ${formatSize(free)} are free).`,
    hint,
  })
}

export function bytesOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** The free bytes on the disk of a folder; `undefined` if the disk does not report them. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bsize, blocks, bavail, bfree } = statfsSync(folder)
    return blocks > 0 ? bsize * (process.getuid?.() === 0 ? bfree : bavail) : undefined
  } catch {
    return undefined
  }
}

function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
