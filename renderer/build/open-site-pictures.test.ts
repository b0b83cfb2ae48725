import { expect, it, onTestFinished } from 'vitest'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import type { BuildJob } from './build-job.ts'
import { openService } from './open-service.ts'
import { pictureReading } from './open-site-pictures.ts'
import { startRun } from './report.ts'

it('reads and encodes pictures as settings and options say', async () => {
  const files = { '/a.svg': { body: '<svg/>', type: 'image/svg+xml' } }
  const [own, listed, other] = await Promise.all([1, 2, 3].map(() => startFixtureService({ locales: {}, files })))
  if (!own || !listed || !other) throw new Error('Three services run.')
  const settings = testSettings({ pictureOrigins: [listed.origin], pictures: { effort: 4 } })
  const client = openService({ settings, api: own.api, concurrency: 8 })
  onTestFinished(async () => {
    await client.close()
    await Promise.all([own, listed, other].map((service) => service.close()))
  })
  const read = (options: Partial<BuildJob>) => {
    const job = { settings, api: own.api, out: 'out', cache: 'cache', images: 'on', ...options } as BuildJob
    return pictureReading({ job, run: startRun({ engine: 'react', locales: [] }), client, writer: openMemoryWriter() })
  }

  const { fetchFile, ...reading } = read({ strict: true })
  for (const { origin } of [own, listed]) expect((await fetchFile(`${origin}/a.svg`)).body.toString()).toBe('<svg/>')
  await expect(fetchFile(`${other.origin}/a.svg`)).rejects.toThrow()
  const card = { brand: 'Brand', ground: '#123456', ink: '#ffffff' }
  const recipe = { presets: settings.picturePresets, effort: 4, card }
  expect(reading).toMatchObject({ strict: true, factsCache: 'cache', encoding: { recipe, cache: 'cache', out: 'out' } })
  expect(read({ dryRun: true }).factsCache).toBeUndefined()
  for (const without of [{ images: 'off' as const }, { cache: undefined }])
    expect(read(without).encoding).toBeUndefined()
})
