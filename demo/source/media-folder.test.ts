import { expect, it } from 'vitest'
import { openMediaFolder } from './media-folder.ts'

const media = openMediaFolder('demo/media')
const picture = { url: '/media/alarm-desk.jpg', alt: 'Desk' }

it('completes pictures at any depth, and copies nothing else', async () => {
  const plain = { url: '/about', crumbs: [{ name: 'About', slug: '/about' }], mark: null }
  const all = [plain, { blocks: [{ images: [picture, { url: '/media/gone.jpg' }] }, plain] }]
  const { value, modified } = await media.complete(all)
  const found = { ...picture, mime: 'image/jpeg', size: expect.any(Number), width: expect.any(Number) }
  expect(value).toMatchObject([plain, { blocks: [{ images: [found, { url: '/media/gone.jpg' }] }, plain] }])
  expect(modified).toBeGreaterThan(0)
  // A site may have many thousands of nodes, and a preview requests them twice a second.
  expect((value as unknown[])[0]).toBe(plain)
})
