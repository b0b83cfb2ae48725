import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of an export folder by path. Published files are below `site/`. */
export type ExportFiles = Map<string, Buffer>

/** All files in an export folder that depend on content only. Excludes the report and the list of changes. */
export async function readExport(folder: string): Promise<ExportFiles> {
  const names = ['routing.json', 'addresses.json'].filter((name) => existsSync(join(folder, name)))
  const trees = await Promise.all(['site', 'hosts'].map((name) => namesIn(folder, name)))
  return new Map(
    await Promise.all(
      [...names, ...trees.flat()].map(async (name) => [name, await readFile(join(folder, name))] as const),
    ),
  )
}

async function namesIn(folder: string, name: string): Promise<string[]> {
  if (!existsSync(join(folder, name))) return []
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

/** Differences between two exports, each with the place where they start. Ignores assets kept from earlier builds. */
export function differences(is: ExportFiles, wanted: ExportFiles): string[] {
  const paths = new Set([...is.keys(), ...wanted.keys()])
  return [...paths].flatMap((path) => {
    const isKept = path.startsWith('site/assets/') && !wanted.has(path)
    return isKept ? [] : differenceOf(path, is.get(path), wanted.get(path))
  })
}

function differenceOf(path: string, is: Buffer | undefined, wanted: Buffer | undefined): string[] {
  if (is && wanted && is.equals(wanted)) return []
  if (!is || !wanted) return is || wanted ? [`${path} ${is ? 'should not be there' : 'is missing'}`] : []
  const [text, other] = [is.toString(), wanted.toString()]
  let at = 0
  while (text[at] === other[at]) at += 1
  const near = (whole: string): string => JSON.stringify(whole.slice(Math.max(0, at - 60), at + 80))
  return [`${path} is ${near(text)} and should be ${near(other)}`]
}

/** Paths of pages that differ between two states of an export, including new pages. */
export function changedPages(before: ExportFiles, now: ExportFiles): string[] {
  return [...now].flatMap(([path, bytes]) => {
    const isPage = path.startsWith('site/') && path.endsWith('.html')
    return isPage && !before.get(path)?.equals(bytes) ? [path] : []
  })
}
