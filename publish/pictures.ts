import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import sharp from 'sharp'
import { type Findings, SiteError, type Where } from '#content/finding.ts'
import type { Writer } from './writer.ts'

/** Reads one file of the content; the content client in builds. */
export type FetchFile = (url: string) => Promise<{ body: Buffer; contentType: string }>

export type PublishPicturesOptions = {
  /** Where each address is used, for messages. */
  uses: Map<string, Where[]>
  fetchFile: FetchFile
  writer: Writer
  maxPixels: number
  findings: Findings
  strict?: boolean
  onProgress?: (done: number, total: number) => void
}

export type PublishedPicture = { src: string; width: number; height: number; bytes: number }

const extensions: Record<string, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  svg: 'svg',
  heif: 'avif',
}

/**
 * Puts every picture into the export under `/assets/`, named by its content, bytes untouched. One that cannot be had is a
 * warning for each place that uses it (an error with `strict`) and is missing from the result.
 */
export async function publishPictures(options: PublishPicturesOptions): Promise<Map<string, PublishedPicture>> {
  const published = new Map<string, PublishedPicture>()
  const written = new Map<string, Promise<unknown>>()
  let done = 0
  const publish = async (url: string, uses: Where[]): Promise<void> => {
    try {
      const { body } = await options.fetchFile(url)
      const picture = await inspect(url, body, options.maxPixels)
      const path = `assets/${picture.name}`
      const writing = written.get(path) ?? options.writer.write(path, body)
      written.set(path, writing)
      await writing
      published.set(url, { src: `/${path}`, width: picture.width, height: picture.height, bytes: body.length })
    } catch (error) {
      if (!(error instanceof SiteError)) throw error
      report(url, uses, error, options)
    }
    done += 1
    options.onProgress?.(done, options.uses.size)
  }
  await Promise.all([...options.uses].map(([url, uses]) => publish(url, uses)))
  return published
}

async function inspect(
  url: string,
  body: Buffer,
  maxPixels: number,
): Promise<{ name: string; width: number; height: number }> {
  const invalid = (reason: string, cause?: unknown): SiteError =>
    new SiteError({ code: 'image-invalid', message: `The picture "${url}" ${reason}.` }, { cause })
  if (body.length === 0) throw invalid('is empty')
  const metadata = await sharp(body, { limitInputPixels: maxPixels })
    .metadata()
    .catch((cause) => {
      throw invalid('is not a picture that can be read', cause)
    })
  const { width, height } = metadata.autoOrient
  if (width * height > maxPixels) throw invalid(`has ${width} x ${height} pixels, more than the limit of ${maxPixels}`)
  const extension = extensions[metadata.format]
  if (!extension) throw invalid(`is of the type "${metadata.format}", which is not a picture for the web`)
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 10)
  return { name: `${readableName(url)}-${hash}.${extension}`, width, height }
}

/** The last part of an address, reduced to what every host and file system takes. */
function readableName(url: string): string {
  const file = (url.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? ''
  const name = file.slice(0, file.length - extname(file).length)
  return (
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'picture'
  )
}

function report(url: string, uses: Where[], error: SiteError, { findings, strict }: PublishPicturesOptions): void {
  const codes = {
    'service-refused': 'image-forbidden',
    'image-invalid': 'image-invalid',
    'document-too-large': 'image-invalid',
  } as const
  const code = codes[error.finding.code as keyof typeof codes] ?? 'image-missing'
  for (const where of uses) {
    findings[strict ? 'error' : 'warn']({
      code,
      message: `${error.finding.message} The page "${where.path}" shows its alt text instead.`,
      where: { ...where, url },
      hint: error.finding.hint ?? 'Upload the picture again at the service, or take it out of the block.',
    })
  }
}
