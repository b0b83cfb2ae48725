import { resolve } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openMemoryWriter } from '#tests/fixtures/memory-writer.ts'
import { iconAddresses, publishBrand } from './brand.ts'

const brand = { name: 'Heron', icon: 'brand/icon.svg', themeColor: '#123456', backgroundColor: '#ffffff' }

it.each(['icon.svg', 'icon-512.png', 'a.webmanifest'])('fails when %s cannot be written', async (file) => {
  const writer = openMemoryWriter()
  await writer.write(file, 'of somebody else')
  const manifests = [{ file: 'a.webmanifest', lang: 'de', start: '/de' }]
  await expect(publishBrand({ siteRoot: resolve('.'), brand, writer, manifests })).rejects.toThrow(file)
})

it('publishes the icon in the sizes that it names, and a manifest for each language', async () => {
  const writer = openMemoryWriter()
  const manifests = [{ file: 'de/site.webmanifest', lang: 'de', start: '/de' }]
  await publishBrand({ siteRoot: resolve('.'), brand, writer, manifests })
  await writer.commit()
  const bytesOf = (path: string) => Buffer.from(writer.files.get(path) ?? [])
  for (const address of iconAddresses.values()) expect(bytesOf(address.slice(1)).length).toBeGreaterThan(100)
  const { icons, ...reported } = JSON.parse(String(bytesOf('de/site.webmanifest')))
  expect(reported).toMatchObject({ name: 'Heron', lang: 'de', start_url: '/de', theme_color: '#123456' })
  expect(reported.background_color).toBe('#ffffff')
  for (const { src, sizes } of icons.slice(1)) {
    const { width, height } = await sharp(bytesOf(src.slice(1))).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})
