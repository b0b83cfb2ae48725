import { statSync } from 'node:fs'
import { extname, join } from 'node:path'

type PixelSize = { width?: number; height?: number }
export type MediaFile = { path: string; mime: string; size: number; modified: number }

export type MediaFolder = {
  /** The file with that name directly in the folder, if there is one. */
  find(name: string): MediaFile | undefined
  /**
   * Returns the document with facts added to every object that has a `url` under `/media/`. `modified` is the time of
   * the newest of those files in milliseconds.
   */
  complete(value: unknown): Promise<{ value: unknown; modified: number }>
}

const mimes: Record<string, string> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}
const raster = new Set(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/**
 * Opens the folder of pictures. Sizes in pixels are read once per file, and only for pictures that are requested. A
 * file that is not a picture has no size.
 */
export function openMediaFolder(folder: string): MediaFolder {
  const sizes = new Map<string, Promise<PixelSize>>()

  const find = (name: string): MediaFile | undefined => {
    const mime = mimes[extname(name).toLowerCase()]
    if (!mime || /[/\\\0]/.test(name)) return undefined
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats?.isFile() ? { path, mime, size: stats.size, modified: stats.mtimeMs } : undefined
  }

  const sizeOf = (file: MediaFile): Promise<PixelSize> => {
    const key = `${file.path} ${file.size} ${file.modified}`
    const read = () => import('./pixel-size.ts').then(({ readPixelSize }) => readPixelSize(file.path))
    // A request for the picture itself reports that it is not a picture.
    const known = sizes.get(key) ?? read().catch(() => ({}))
    sizes.set(key, known)
    return known
  }

  /** The fields of `Image` that the content leaves out. */
  const factsOf = async (file: MediaFile) => ({
    mime: file.mime,
    size: file.size,
    lastModified: new Date(file.modified).toISOString(),
    ...(raster.has(file.mime) ? await sizeOf(file) : {}),
  })

  return {
    find,
    async complete(value) {
      let modified = 0
      const visit = async (part: unknown): Promise<unknown> => {
        if (!holdsPicture(part)) return part // most parts of a site, such as its thousands of nodes
        if (Array.isArray(part)) return Promise.all(part.map(visit))
        const fields = await Promise.all(
          Object.entries(part).map(async ([key, field]) => [key, await visit(field)] as const),
        )
        const name = nameIn(part)
        const file = name === undefined ? undefined : find(name)
        if (!file) return Object.fromEntries(fields)
        modified = Math.max(modified, file.modified)
        return { ...(await factsOf(file)), ...Object.fromEntries(fields) }
      }
      return { value: await visit(value), modified }
    },
  }
}

function holdsPicture(part: unknown): part is object {
  if (typeof part !== 'object' || part === null) return false
  return nameIn(part) !== undefined || Object.values(part).some(holdsPicture)
}

/** The file name in the `url` of an object, if that is under `/media/`. */
function nameIn(part: object): string | undefined {
  const url = 'url' in part ? part.url : undefined
  return typeof url === 'string' ? /^\/media\/([^/?#]+)$/.exec(url)?.[1] : undefined
}
