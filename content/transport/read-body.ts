import { finished, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { BrotliOptions, ZlibOptions } from 'node:zlib'
import type { Received } from './connections.ts'
import { codeOf, onlyPart, partOf, tooLarge, unknownEncoding } from './transport-errors.ts'

/** The address of a body, and its maximum size. */
type Limit = { url: URL; maxBytes: number }

/** The body of an answer, decompressed. Throws a `SiteError` if it is too large, or only a part. */
export async function readBody(answer: Omit<Received, 'dump'>, limit: Limit): Promise<Buffer> {
  const body = await collect(answer.body, limit)
  const part = partOf(answer)
  if (part) throw onlyPart(limit.url, part)
  return decode(body, answer.headers['content-encoding'], limit)
}

/** Reads with events: an async iterator over the body would take as long as the whole rest of a request. */
function collect(body: Readable, { maxBytes, url }: Limit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) body.destroy(tooLarge(url, maxBytes))
      else chunks.push(chunk)
    })
    finished(body, (error) => (error ? reject(error) : resolve(Buffer.concat(chunks))))
  })
}

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** Zlib is slow to load, so it is loaded only for compressed answers. */
const zlib = () => process.getBuiltinModule('node:zlib')
const decoders: ReadonlyMap<string, () => Decode> = new Map([
  ['gzip', () => promisify<Buffer, ZlibOptions, Buffer>(zlib().gunzip)],
  ['x-gzip', () => promisify<Buffer, ZlibOptions, Buffer>(zlib().gunzip)],
  ['br', () => promisify<Buffer, BrotliOptions, Buffer>(zlib().brotliDecompress)],
  ['deflate', () => promisify<Buffer, ZlibOptions, Buffer>(zlib().inflate)],
])

async function decode(
  body: Buffer,
  encoding: string | string[] | undefined,
  { url, maxBytes }: Limit,
): Promise<Buffer> {
  const encodings = String(encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  let decoded = body
  for (const name of encodings.reverse()) {
    const decodeOne = decoders.get(name)?.()
    if (!decodeOne) throw unknownEncoding(url, name)
    if (decoded.length === 0) continue // an answer without a body may still name an encoding
    decoded = await decodeOne(decoded, { maxOutputLength: maxBytes }).catch((error) => {
      throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(url, maxBytes) : error
    })
  }
  return decoded
}
