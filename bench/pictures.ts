/**
 * Encodes all files of the demo's pictures with the pipeline (read, check, plan, encode, cache, write) and with bare
 * sharp, which does the same encodings on all cores. Prints the ratio of their wall and CPU times. Both sides process
 * the pictures in slices and take turns to go first, so that other load on the machine affects both equally.
 *
 *   npm run bench:pictures           (all pictures, about four minutes on two cores)
 *   npm run bench:pictures -- 4      (every fourth picture)
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { Findings } from '#content/finding.ts'
import { openDirectoryWriter } from '#publish/export/directory-writer.ts'
import { encodeVariant } from '#publish/pictures/encode/encode-variant.ts'
import { encoder } from '#publish/pictures/encode/encoder.ts'
import { openPictures } from '#publish/pictures/open-pictures.ts'
import { readSource } from '#publish/pictures/picture-source.ts'
import { planPicture, type Variant } from '#publish/pictures/plan-picture.ts'
import { parseSettings } from '#renderer/settings.ts'
import config from '#site.config.ts'

const step = Number(process.argv[2] ?? 1)
const picturesInSlice = 4
const media = 'demo/media'
const presets = parseSettings(config, 'site.config.ts').picturePresets
const files = (await readdir(media)).filter((file) => /\.(jpg|png)$/.test(file)).filter((_, at) => at % step === 0)

/** The places in which the demo shows a picture. */
function usesOf(file: string): (keyof typeof presets)[] {
  if (file.startsWith('post-')) return ['post_list_thumb', 'header_intro_thumb', 'social']
  if (file.startsWith('gallery-')) return ['gallery']
  if (file.startsWith('person-')) return ['portrait']
  if (file.startsWith('device-')) return ['tile', 'text']
  return ['text', 'header_intro_thumb', 'social']
}

async function byPipeline(slice: string[], folder: string): Promise<number> {
  const out = await mkdtemp(join(folder, 'out-'))
  const writer = await openDirectoryWriter(out)
  await using pictures = await openPictures({
    uses: { urls: new Set(slice), placesOf: () => [] },
    fetchFile: async (file) => ({ body: await readFile(join(media, file)) }),
    write: (path, bytes) => writer.write(path, bytes),
    maxPixels: 1e8,
    findings: new Findings(),
    encoding: { recipe: { presets, effort: 1 }, cache: join(folder, 'cache'), out },
  })
  for (const file of slice) for (const use of usesOf(file)) pictures.get(file, use)
  await pictures.finish()
  await writer.commit()
  return pictures.counts.encoded
}

async function planAll(slice: string[]): Promise<Variant[]> {
  const variants = new Map<string, Variant>()
  for (const file of slice) {
    const { source } = await readSource(await readFile(join(media, file)), { url: file, maxPixels: 1e8 })
    for (const use of usesOf(file))
      for (const variant of planPicture(source, presets[use], { effort: 1, encoder }).variants)
        variants.set(variant.path, variant)
  }
  return [...variants.values()]
}

async function byBareSharp(variants: Variant[]): Promise<number> {
  sharp.concurrency(1)
  const limit = pLimit(availableParallelism())
  const encode = (variant: Variant) => encodeVariant(join(media, variant.source.url), variant, 1e8)
  await Promise.all(variants.map((variant) => limit(encode, variant)))
  return variants.length
}

type Times = { wall: number; cpu: number; files: number }

/** Does some work and adds its times. */
async function measure(times: Times, work: () => Promise<number>): Promise<void> {
  const from = performance.now()
  const before = process.cpuUsage()
  times.files += await work()
  const { user, system } = process.cpuUsage(before)
  times.wall += (performance.now() - from) / 1000
  times.cpu += (user + system) / 1e6
}

const noTimes = (): Times => ({ wall: 0, cpu: 0, files: 0 })
const [bare, ours, again] = [noTimes(), noTimes(), noTimes()]
const print = (name: string, { files, wall, cpu }: Times): void => {
  process.stdout.write(`${name}: ${files} files in ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU\n`)
}

const folder = await mkdtemp(join(tmpdir(), 'site-bench-pictures-'))
for (let at = 0; at < files.length; at += picturesInSlice) {
  const slice = files.slice(at, at + picturesInSlice)
  const variants = await planAll(slice)
  const sides = [() => measure(bare, () => byBareSharp(variants)), () => measure(ours, () => byPipeline(slice, folder))]
  if ((at / picturesInSlice) % 2) sides.reverse()
  for (const side of sides) await side()
  process.stderr.write(`${at + slice.length} of ${files.length} pictures: ${(ours.wall / bare.wall).toFixed(2)} x\n`)
}
await measure(again, () => byPipeline(files, folder))
await rm(folder, { recursive: true, force: true })
print('bare sharp', bare)
print('pipeline', ours)
print('pipeline, cached', again)
process.stdout.write(
  `${(ours.wall / bare.wall).toFixed(2)} x bare sharp in wall time, ${(ours.cpu / bare.cpu).toFixed(2)} x in CPU time; ` +
    `peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`,
)
