import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Writer } from './writer.ts'

const textTypes = new Set(['.html', '.css', '.js', '.mjs', '.json', '.xml', '.svg', '.txt', '.webmanifest', '.map'])
const leastBytes = 1024
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
    compressed[gzipSystemByte] = 255 // "unknown": zlib writes the system it runs on
    return compressed
  },
}

/**
 * Writes through to a writer, and beside each text file over 1 KB its `.br` and `.gz`, when they are smaller. What is compressed is
 * kept in a folder by content, so that only what changed costs time. Equal input gives equal bytes.
 */
export function compressFiles(inner: Writer, folder: string): Writer {
  return {
    ...inner,
    async write(path, content) {
      const bytes = Buffer.from(content)
      const outcome = await inner.write(path, bytes)
      if (bytes.length <= leastBytes || !textTypes.has(extname(path))) return outcome
      const name = createHash('sha256').update(bytes).digest('hex')
      for (const [ending, encode] of Object.entries(encoders)) {
        const compressed = await fromCache(join(folder, name.slice(0, 2)), `${name}.${ending}`, () => encode(bytes))
        if (compressed.length < bytes.length) await inner.write(`${path}.${ending}`, compressed)
      }
      return outcome
    },
  }
}

async function fromCache(folder: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = join(folder, name)
  const known = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (known) return known
  const made = await make()
  await mkdir(folder, { recursive: true })
  const temporary = `${file}.${process.pid}.${performance.now()}.tmp`
  await writeFile(temporary, made)
  await rename(temporary, file) // whole or not at all
  return made
}
