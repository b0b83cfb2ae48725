/**
 * Makes every file of the demo's pictures small by the pipeline (read, check, plan, encode, cache, write) and by bare sharp
 * doing the very same encodings on all cores, in turn, and prints the ratio of their wall and CPU times.
 *
 *   npm run bench:pictures -- 3     (three rounds)
 *   npm run bench:pictures -- 1 4   (every fourth picture)
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { Findings } from '#content/finding.ts'
import { encodeVariant } from '#publish/pictures/encode-variant.ts'
import { openPictures } from '#publish/pictures/open-pictures.ts'
import { readSource } from '#publish/pictures/picture-source.ts'
import { planPicture, type Variant } from '#publish/pictures/plan-picture.ts'
import { openDirectoryWriter } from '#publish/writer.ts'
import { parseSettings } from '#renderer/settings.ts'
import config from '#site.config.ts'

const rounds = Number(process.argv[2] ?? 1)
const step = Number(process.argv[3] ?? 1)
const media = 'demo/media'
const presets = parseSettings(config, 'site.config.ts').picturePresets
const files = (await readdir(media)).filter((file) => /\.(jpg|png)$/.test(file)).filter((_, at) => at % step === 0)

/** The places that a picture of the demo fills. */
function usesOf(file: string): (keyof typeof presets)[] {
  if (file.startsWith('post-')) return ['post_list_thumb', 'header_intro_thumb', 'social']
  if (file.startsWith('gallery-')) return ['gallery']
  if (file.startsWith('person-')) return ['portrait']
  if (file.startsWith('device-')) return ['tile', 'text']
  return ['text', 'header_intro_thumb', 'social']
}

async function byPipeline(folder: string): Promise<number> {
  const writer = await openDirectoryWriter(join(folder, 'out'))
  await using pictures = await openPictures({
    uses: new Map(files.map((file) => [file, []])),
    fetchFile: async (file) => ({ body: await readFile(join(media, file)) }),
    write: (path, bytes) => writer.write(path, bytes),
    maxPixels: 1e8,
    findings: new Findings(),
    encoding: { presets, cache: join(folder, 'cache'), out: join(folder, 'out') },
  })
  for (const file of files) for (const use of usesOf(file)) pictures.get(file, use)
  await pictures.finish()
  await writer.commit()
  return pictures.counts.encoded
}

async function planAll(): Promise<Map<string, Variant>> {
  const variants = new Map<string, Variant>()
  for (const file of files) {
    const { source } = await readSource(await readFile(join(media, file)), { url: file, maxPixels: 1e8 })
    for (const use of usesOf(file))
      for (const variant of planPicture(source, presets[use]).variants) variants.set(variant.path, variant)
  }
  return variants
}

async function byBareSharp(variants: Map<string, Variant>): Promise<number> {
  sharp.concurrency(1)
  const limit = pLimit(availableParallelism())
  const encode = (variant: Variant) => encodeVariant(join(media, variant.source.url), variant, 1e8)
  await Promise.all([...variants.values()].map((variant) => limit(encode, variant)))
  return variants.size
}

async function measure(name: string, work: () => Promise<number>): Promise<{ wall: number; cpu: number }> {
  const from = performance.now()
  const before = process.cpuUsage()
  const count = await work()
  const { user, system } = process.cpuUsage(before)
  const [wall, cpu] = [(performance.now() - from) / 1000, (user + system) / 1e6]
  process.stdout.write(`  ${name}: ${count} files in ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU\n`)
  return { wall, cpu }
}

const variants = await planAll()
for (let round = 1; round <= rounds; round += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'site-bench-pictures-'))
  const bare = await measure('bare sharp', () => byBareSharp(variants))
  const ours = await measure('pipeline', () => byPipeline(folder))
  const again = await measure('pipeline, cached', () => byPipeline(folder))
  await rm(folder, { recursive: true, force: true })
  process.stdout.write(
    `${(ours.wall / bare.wall).toFixed(2)} x bare sharp in wall time, ${(ours.cpu / bare.cpu).toFixed(2)} x in CPU time; ` +
      `with a full cache ${again.wall.toFixed(1)} s; peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`,
  )
}
