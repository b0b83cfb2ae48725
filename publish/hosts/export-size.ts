import type { Findings } from '#content/finding.ts'
import type { ExportedFile } from '#publish/export/export-changes.ts'
import { isCardFile } from '#publish/pictures/plan-card.ts'
import type { HostChoice, HostName } from './host-names.ts'

type Limits = { files?: number; fileBytes?: number; totalBytes?: number }

const mebibyte = 1024 * 1024

/**
 * The largest export that each host accepts, according to its documentation. The other hosts do not document a limit,
 * or have a different one for each account.
 */
const limits: Partial<Record<HostName, Limits>> = {
  cloudflare: {
    files: 20_000,
    fileBytes: 25 * mebibyte,
  },
  azure: {
    totalBytes: 500 * mebibyte,
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
    for (const { what, hint } of overLimits(files, limit)) {
      if (hosts.isNamed) isTaken = false
      findings[hosts.isNamed ? 'error' : 'warn']({
        code: 'host-limit',
        message: `The host "${name}" does not accept this export: ${what}.`,
        hint,
      })
    }
  }
  return isTaken
}

function overLimits(files: ExportedFile[], { files: maxFiles, fileBytes, totalBytes }: Limits) {
  const over: { what: string; hint: string }[] = []
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (maxFiles !== undefined && files.length > maxFiles)
    over.push({ what: `it has ${files.length} files, but at most ${maxFiles} are allowed`, hint: lessFiles(files) })
  const large = files.filter(({ bytes }) => bytes > (fileBytes ?? Number.POSITIVE_INFINITY))
  const [largest] = large.toSorted((a, b) => b.bytes - a.bytes)
  if (largest && fileBytes !== undefined)
    over.push({
      what: `${large.length === 1 ? 'one file has' : `${large.length} files have`} more than ${fileBytes / mebibyte} MiB, the largest is "${largest.path}" (${mebibytes(largest.bytes)} MiB)`,
      hint: 'Put large files on another server, and link to them.',
    })
  if (totalBytes !== undefined && total > totalBytes)
    over.push({
      what: `it has ${mebibytes(total)} MiB, but at most ${totalBytes / mebibyte} MiB are allowed`,
      hint: lessFiles(files),
    })
  return over
}

/** How to have fewer files. Names social cards if the export has some, because a large site has one for each page. */
function lessFiles(files: ExportedFile[]): string {
  const ways =
    'Build without --compress, keep fewer builds of assets (keepAssets) or fewer widths of pictures (picturePresets).'
  const cards = files.filter(({ path }) => isCardFile(path)).length
  if (cards === 0) return ways
  return `${ways} ${cards} ${cards === 1 ? 'file is a social card' : 'files are social cards'}: a page needs none if its "seoImageSrc" names a picture, which may be the same for many pages.`
}

function mebibytes(bytes: number): string {
  return (Math.ceil((bytes / mebibyte) * 10) / 10).toFixed(1)
}
