import type { Findings } from '#content/finding.ts'
import type { ExportedFile } from '#publish/export/export-changes.ts'
import type { HostChoice, HostName } from './host-names.ts'

type Limits = { files?: number; fileBytes?: number; totalBytes?: number; hint: string }

const mebibyte = 1024 * 1024

/**
 * The largest export that each host accepts, according to its documentation. The other hosts do not document a limit,
 * or have a different one for each account.
 */
const limits: Partial<Record<HostName, Limits>> = {
  cloudflare: {
    files: 20_000,
    fileBytes: 25 * mebibyte,
    hint: 'Build without --compress, keep fewer builds of assets (keepAssets) or fewer widths of pictures (picturePresets); large files belong on another server.',
  },
  azure: {
    totalBytes: 500 * mebibyte,
    hint: 'Build without --compress, keep fewer builds of assets (keepAssets) or fewer widths of pictures (picturePresets).',
  },
}

/**
 * Reports an export that is over a limit of a host: as an error for a host that was named, as a warning with `all`.
 * Returns false if a named host would not accept the export.
 */
export function checkExportSize(files: ExportedFile[], hosts: HostChoice, findings: Findings): boolean {
  let isTaken = true
  for (const name of hosts.names) {
    const limit = limits[name]
    if (!limit) continue
    for (const message of overLimits(files, limit)) {
      if (hosts.isNamed) isTaken = false
      findings[hosts.isNamed ? 'error' : 'warn']({
        code: 'host-limit',
        message: `The host "${name}" does not accept this export: ${message}.`,
        hint: limit.hint,
      })
    }
  }
  return isTaken
}

function overLimits(files: ExportedFile[], { files: maxFiles, fileBytes, totalBytes }: Limits): string[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const large = files.filter(({ bytes }) => bytes > (fileBytes ?? Number.POSITIVE_INFINITY))
  const [largest] = large.toSorted((a, b) => b.bytes - a.bytes)
  return [
    ...(maxFiles !== undefined && files.length > maxFiles
      ? [`it has ${files.length} files, but at most ${maxFiles} are allowed`]
      : []),
    ...(largest && fileBytes !== undefined
      ? [
          `${large.length === 1 ? 'one file has' : `${large.length} files have`} more than ${fileBytes / mebibyte} MiB, the largest is "${largest.path}" (${mebibytes(largest.bytes)} MiB)`,
        ]
      : []),
    ...(totalBytes !== undefined && total > totalBytes
      ? [`it has ${mebibytes(total)} MiB, but at most ${totalBytes / mebibyte} MiB are allowed`]
      : []),
  ]
}

function mebibytes(bytes: number): string {
  return (Math.ceil((bytes / mebibyte) * 10) / 10).toFixed(1)
}
