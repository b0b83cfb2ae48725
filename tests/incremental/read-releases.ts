import { hash } from 'node:crypto'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Reads an export again and again. Each read resolves the link once. */
export type ReleaseReader = { reads: () => number; stop: () => Promise<string[]> }

/** `stop` returns the faults: missing files, pages of two builds (by `mark`), missing assets, releases that changed. */
export function watchReleases(out: string, mark: RegExp): ReleaseReader {
  const seen = new Map<string, string>()
  const wrong = new Set<string>()
  let reads = 0
  let isOver = false
  const read = async (): Promise<void> => {
    const release = await readlink(join(out, 'site'))
    const folder = resolve(out, release)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    const texts = new Map<string, string>()
    for (const path of paths.sort()) texts.set(path.slice(folder.length + 1), await readFile(path, 'latin1'))
    const whole = hash('sha256', JSON.stringify([...texts]))
    if ((seen.get(release) ?? whole) !== whole) wrong.add(`The release ${release} changed.`)
    seen.set(release, whole)
    const pages = [...texts].filter(([path]) => path.endsWith('.html'))
    const marks = new Set(pages.flatMap(([, text]) => mark.exec(text)?.[1] ?? []))
    if (marks.size !== 1) wrong.add(`The release ${release} holds pages of ${marks.size} builds: ${[...marks]}.`)
    for (const [path, text] of pages)
      for (const [, asset = ''] of text.matchAll(/["(]\/(assets\/[\w.-]+)/g))
        if (!texts.has(asset)) wrong.add(`The page ${path} of ${release} names ${asset}, which is not there.`)
    reads += 1
  }
  const reading = (async () => {
    while (!isOver) {
      await read().catch((error: Error) => wrong.add(error.message))
      await wait(5)
    }
  })()
  return {
    reads: () => reads,
    async stop() {
      isOver = true
      await reading
      return reads > 0 ? [...wrong] : ['Nothing was read.']
    },
  }
}
