import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { nonBlocking } from '#publish/non-blocking.ts'
import { isExportPath } from './commit/next-export.ts'

/** Name of the manifest in the folder of an export, beside `site`. */
export const manifestName = '.files.json'

const fileSchema = z.object({
  path: z.string().refine(isExportPath),
  bytes: z.int().nonnegative(),
  mtimeMs: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const manifestSchema = z.object({ version: z.literal(1), files: z.array(fileSchema) })

/** A file as it was published. `mtimeMs` is its modification time, exactly as the file system reported it. */
export type PublishedFile = z.output<typeof fileSchema>

export type Manifest = { text: string; files: Map<string, PublishedFile> }

/** The files that were published, by path; `undefined` if the manifest is missing, damaged or of another version. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    const text = await readFile(file, { encoding: 'utf8', flag: nonBlocking })
    const { files } = manifestSchema.parse(JSON.parse(text))
    return { text, files: new Map(files.map((published) => [published.path, published])) }
  } catch {
    return undefined // whatever the reason, the published files are unknown
  }
}

/** The text of a manifest: one line for each file, in the given order. */
export function packManifest(files: PublishedFile[]): string {
  const lines = files.map(({ path, bytes, mtimeMs, sha256 }) => JSON.stringify({ path, bytes, mtimeMs, sha256 }))
  return `{"version":1,"files":[\n${lines.join(',\n')}\n]}\n`
}
