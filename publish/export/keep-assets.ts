import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { nonBlocking } from '#publish/non-blocking.ts'
import type { Writer } from '#publish/writer.ts'
import { isExportPath } from './commit/next-export.ts'

const assetsName = '.assets.json'
const folder = 'assets'
const prefix = `${folder}/`

/** Files of `/assets/` by build, the newest build first. */
const manifestSchema = z.object({ builds: z.array(z.array(z.string())) })

/**
 * Keeps the hashed files of the last `builds` builds in the export, so that a page that was left open never misses a
 * script. With 0, none are kept. A build that changed no hashed file does not count. Call this after all files of this
 * build are written. Returns the text of `DIR/.assets.json`, which lists the files of each build and is to be committed
 * beside the export.
 */
export async function keepAssets(
  writer: Writer,
  directory: string,
  builds: number,
): Promise<[path: string, text: string]> {
  const own = new Set(writer.planned().flatMap(({ path }) => (path.startsWith(prefix) ? path : [])))
  const known = await readBuilds(directory)
  const latest = known.length > 0 ? known : await publishedAssets(directory)
  const isSame = (files: string[]): boolean => files.length === own.size && files.every((path) => own.has(path))
  const previous = latest.filter((files) => !isSame(files)).slice(0, builds)
  for (const path of new Set(previous.flat())) {
    if (own.has(path) || writer.keep(path)) continue
    const bytes = await writer.read(path)
    if (bytes) await writer.write(path, bytes)
  }
  return [assetsName, `${JSON.stringify({ builds: [[...own].sort(), ...previous] })}\n`]
}

/**
 * The builds in `DIR/.assets.json`. Empty if the file is missing, damaged or a folder: the published files then count as one
 * build.
 */
async function readBuilds(directory: string): Promise<string[][]> {
  const text = await readFile(join(directory, assetsName), { encoding: 'utf8', flag: nonBlocking }).catch(
    nothingIfMissing,
  )
  try {
    const { builds } = manifestSchema.parse(JSON.parse(text ?? ''))
    return builds.map((files) => files.filter((path) => path.startsWith(prefix) && isExportPath(path)))
  } catch {
    return []
  }
}

async function publishedAssets(directory: string): Promise<string[][]> {
  const entries = await readdir(join(directory, 'site', folder), { withFileTypes: true }).catch(nothingIfMissing)
  const files = (entries ?? []).filter((entry) => entry.isFile()).map(({ name }) => `${prefix}${name}`)
  return files.length > 0 ? [files] : []
}

function nothingIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error // a commit replaces a folder in its place
}
