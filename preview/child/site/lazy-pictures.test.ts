import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { planPictures } from '#publish/pictures/plan-pictures.ts'
import { startFixtureService } from '#tests/fixtures/content-service.ts'
import { captureOutput } from '#tests/fixtures/own-site.ts'
import { newFolder, openPictureClient } from '#tests/fixtures/published-pictures.ts'
import { testSettings } from '#tests/fixtures/site.ts'
import { openLazyPictures } from './lazy-pictures.ts'

it('notices a picture that was changed, added or removed', async () => {
  const drawn = async (width: number) => ({
    body: await sharp({ create: { width, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
    type: 'image/png',
  })
  const files: Record<string, { body: Buffer; type: string }> = { '/m/a.png': await drawn(30) }
  const service = await startFixtureService({ locales: {}, files })
  const [client, cache] = [openPictureClient(service.api), await newFolder()]
  const pictures = await openLazyPictures({ client, settings: testSettings(), cache, images: 'on' })
  const widths = () => ['/m/a.png', '/m/b.png'].map((url) => pictures.known(url)?.source?.width)
  try {
    expect(await pictures.read(['/m/a.png', '/m/b.png'])).toBe(true)
    expect(await pictures.recheck()).toBe(false)
    files['/m/a.png'] = await drawn(40)
    expect(await pictures.recheck()).toBe(true)
    expect(widths()).toEqual([40, undefined])
    files['/m/b.png'] = await drawn(50)
    expect(await pictures.recheck()).toBe(true)
    delete files['/m/a.png']
    expect(await pictures.recheck()).toBe(true)
    expect(widths()).toEqual([undefined, 50])
    expect(await pictures.read(['/m/a.png', '/m/b.png'])).toBe(false)
  } finally {
    await client.close()
    await service.close()
    rmSync(cache, { recursive: true })
  }
})

it('reports once that no picture can be kept', async () => {
  const service = await startFixtureService({ locales: {} })
  const [client, cache] = [openPictureClient(service.api), await newFolder()]
  writeFileSync(join(cache, 'pictures'), 'no folder')
  const options = { client, settings: testSettings(), cache, images: 'on' } as const
  try {
    const { stderr } = await captureOutput(async () => {
      const first = await openLazyPictures(options)
      await openLazyPictures(options, first.snapshot())
    })
    expect(stderr).toMatch(/^Nothing can be kept in the cache "[^\n]*pictures": [^\n]*\n$/)
  } finally {
    await client.close()
    await service.close()
    rmSync(cache, { recursive: true })
  }
})

it('makes a file once for requests that come before it is made', async () => {
  const body = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const service = await startFixtureService({ locales: {}, files: { '/m/a.png': { body, type: 'image/png' } } })
  const [client, cache] = [openPictureClient(service.api), await newFolder()]
  const pictures = await openLazyPictures({ client, settings: testSettings(), cache, images: 'on' })
  try {
    await pictures.read(['/m/a.png'])
    pictures.get('/m/a.png', 'text')
    const path = planPictures(pictures.data).picture('/m/a.png', 'text')?.variants[0]?.path ?? ''
    const [first, second] = await Promise.all([pictures.file(path), pictures.file(path)])
    expect(first?.length).toBeGreaterThan(0)
    expect(second).toBe(first)
  } finally {
    await client.close()
    await service.close()
    rmSync(cache, { recursive: true })
  }
})

it('fetches a picture that is shown unchanged when a browser requests it, also by its address before a change', async () => {
  const drawn = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const files = { '/m/a.png': { body: await drawn('red'), type: 'image/png' } }
  const service = await startFixtureService({ locales: {}, files })
  const [client, cache] = [openPictureClient(service.api), await newFolder()]
  const options = { client, settings: testSettings(), cache, images: 'off' } as const
  const pictures = await openLazyPictures(options)
  const address = () => planPictures(pictures.data).picture('/m/a.png', 'text')?.shown.src.slice(1) ?? ''
  try {
    await pictures.read(['/m/a.png'])
    const before = address()
    expect(await pictures.file(before)).toEqual(files['/m/a.png'].body)
    files['/m/a.png'].body = await drawn('blue')
    expect(await pictures.recheck()).toBe(true)
    expect(address()).not.toBe(before)
    const next = await openLazyPictures(options, pictures.snapshot())
    for (const one of [await pictures.file(before), await pictures.file(address()), await next.file(address())])
      expect(one).toEqual(files['/m/a.png'].body)
    expect(await pictures.file('assets/other-0123456789.png')).toBeUndefined()
  } finally {
    await client.close()
    await service.close()
    rmSync(cache, { recursive: true })
  }
})
