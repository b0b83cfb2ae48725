import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isExportPath } from './next-export.ts'

/** Name of the manifest in the folder of an export, beside `site`. */
export const manifestName = '.files.json'

const fileSchema = z.object({
  path: z.string().refine(isExportPath),
  bytes: z.int().nonnegative(),
  mtimeMs: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const manifestSchema = z.object({ version: z.literal(1), files: z.array(fileSchema) })

/** A file as it was published: `mtimeMs` is its modification time, exactly as the file system told it. */
export type PublishedFile = z.output<typeof fileSchema>

export type Manifest = { text: string; files: Map<string, PublishedFile> }

/** What was published, by path. A manifest that is missing, damaged or of another version is as none. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    const { files } = manifestSchema.parse(JSON.parse(text))
    return { text, files: new Map(files.map((published) => [published.path, published])) }
  } catch {
    return undefined // whatever keeps it from being read: nothing is known of what was published
  }
}

/** The manifest of files in their order, a line a file. */
export function printManifest(files: PublishedFile[]): string {
  return `${begin}${files.map(printFile).join(',\n')}\n]}\n`
}

const begin = '{"version":1,"files":[\n'

function printFile({ path, bytes, mtimeMs, sha256 }: PublishedFile): string {
  return JSON.stringify({ path, bytes, mtimeMs, sha256 })
}

/** One file of a manifest, which is not read for it; nothing where it is not there, or not as `printManifest` writes it. */
export function findPublished(manifest: string, path: string): PublishedFile | undefined {
  const line = lineOf(manifest, path)
  try {
    return line === undefined ? undefined : fileSchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/** A manifest with other facts of a file that it has. */
export function replacePublished(manifest: string, file: PublishedFile): string {
  return manifest.replace(lineOf(manifest, file.path) ?? '', () => printFile(file))
}

function lineOf(manifest: string, path: string): string | undefined {
  const from = manifest.indexOf(`\n{"path":${JSON.stringify(path)},`) + 1
  if (from === 0 || !manifest.startsWith(begin) || !manifest.endsWith('\n]}\n')) return undefined
  return manifest.slice(from, manifest.indexOf('\n', from)).replace(/,$/, '')
}
