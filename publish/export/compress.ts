import { mkdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { textEndings } from '#publish/hosts/content-types.ts'
import { readSealed, sealedSize, writeSealed } from '#publish/sealed-file.ts'
import type { Writer } from '#publish/writer.ts'
import type { ExportedFile } from './export-changes.ts'
import { storeFailure } from './kept-files.ts'

const minBytes = 1024
/** The longest name that file systems allow. */
const maxNameBytes = 255
const gzipSystemByte = 9

const encoders: Record<'br' | 'gz', (bytes: Uint8Array) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: async (bytes) => {
    const compressed = await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })
    compressed[gzipSystemByte] = 255 // "unknown": zlib writes the system that it runs on
    return compressed
  },
}

/**
 * A writer that passes everything on to `inner`, and writes `.br` and `.gz` files beside each text file over 1 KB, if
 * they are smaller and their names not too long. Compressed bytes are kept in `folder` by the digest of the original
 * file, so that only changed files cost time. Equal input gives equal bytes. A file is kept together with its `.br` and
 * `.gz`. If one of them is not as it was published, the file has to be written again. `onLost` is called with a
 * sentence if something cannot be stored in the cache.
 */
export function compressFiles(inner: Writer, folder: string, onLost?: (sentence: string) => void): Writer {
  /** The published file and its compressed forms; `undefined` if a form that belongs beside it is missing. */
  function publishedTogether(path: string): ExportedFile[] | undefined {
    const file = inner.published(path)
    if (!file || !isCompressed(file.path, file.bytes)) return file && [file]
    const together = [file]
    for (const ending of Object.keys(encoders)) {
      const companion = inner.published(`${file.path}.${ending}`)
      const isNoneDue = () => sealedSize(cacheFile(folder, file.sha256, ending)) >= file.bytes
      if (companion) together.push(companion)
      else if (!isNoneDue()) return undefined
    }
    return together
  }

  async function fromCache(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = await readSealed(file)
    if (known) return known
    const made = await make()
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeSealed(file, made)
    } catch (error) {
      onLost?.(storeFailure(folder, error)) // the next build compresses the file again
    }
    return made
  }

  return {
    ...inner,
    threadStaging: undefined, // files from other threads would come without their compressed forms
    published: (path) => publishedTogether(path)?.[0],
    keep: (path) => publishedTogether(path)?.every((file) => inner.keep(file.path)) ?? false,
    async write(path, content) {
      const bytes = Buffer.from(content)
      const file = await inner.write(path, bytes)
      if (!isCompressed(path, bytes.length)) return file
      for (const [ending, encode] of Object.entries(encoders)) {
        const compressed = await fromCache(cacheFile(folder, file.sha256, ending), () => encode(bytes))
        if (compressed.length < bytes.length) await inner.write(`${path}.${ending}`, compressed)
      }
      return file
    },
  }
}

function isCompressed(path: string, bytes: number): boolean {
  const hasRoom = Buffer.byteLength(`${basename(path)}.br`) <= maxNameBytes
  return bytes > minBytes && textEndings.includes(extname(path).slice(1)) && hasRoom
}

function cacheFile(folder: string, sha256: string, ending: string): string {
  return join(folder, sha256.slice(0, 2), `${sha256}.${ending}`)
}
