import type { ContentClient } from '#content/client/client.ts'
import type { Pictures, PicturesOptions } from '#publish/pictures/open-pictures.ts'
import type { Writer } from '#publish/writer.ts'
import type { Settings } from '#renderer/settings.ts'
import type { BuildJob } from './build-job.ts'
import type { PictureUses } from './collect-pictures.ts'
import type { Run } from './report.ts'

type PictureReading = { job: BuildJob; run: Run; client: ContentClient; writer: Writer }
export type SitePicturesOptions = PictureReading & { uses: PictureUses }

/** What the settings of a site say about pictures: how they are read, and how they are made smaller. */
export function pictureSettings(settings: Settings, client: Pick<ContentClient, 'fetchFile'>) {
  const { limits, brand, pictures, pictureOrigins: origins, picturePresets: presets } = settings
  const card = { brand: brand.name, ground: brand.themeColor, ink: brand.backgroundColor }
  return {
    fetchFile: (url: string) => client.fetchFile(url, { maxBytes: limits.pictureBytes, origins }),
    maxPixels: limits.picturePixels,
    recipe: { presets, effort: pictures.effort, card },
  }
}

/** How a build reads and makes pictures. They are encoded when the job says so and has a cache. */
export function pictureReading({ job, run, client, writer }: PictureReading): Omit<PicturesOptions, 'uses'> {
  const { settings, images, cache, dryRun, out, strict, signal, remote: shared } = job
  const { recipe, ...reading } = pictureSettings(settings, client)
  return {
    ...reading,
    write: (path, bytes) => writer.write(path, bytes),
    keep(path) {
      const bytes = writer.published(path)?.bytes
      return writer.keep(path) ? bytes : undefined
    },
    findings: run.findings,
    strict,
    signal,
    encoding:
      images === 'on' && cache !== undefined
        ? { recipe, cache, out, shared, onLost: (message) => run.warnOfLoss('memory-lost', message) }
        : undefined,
    onProgress: run.count,
    factsCache: dryRun ? undefined : cache,
  }
}

/** Puts the pictures that pages asked for into the export, and their counts and bytes into the report. */
export async function finishSitePictures(pictures: Pictures, { report, count }: Run): Promise<void> {
  await pictures.finish(count)
  report.images = pictures.counts
  report.bytes.images = pictures.bytes
}
