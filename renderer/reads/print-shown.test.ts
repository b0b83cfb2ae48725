import { expect, test } from 'vitest'
import { printShown } from './print-shown.ts'

const shown = { src: '/assets/a.png', width: 3, height: 2 }
const site = { picture: (url: string) => (url === '/a.png' ? shown : undefined) }

test('The time of the last edit is left out, and the size of a picture whose file tells it, wherever they stand', () => {
  const image = (url: string) => ({ url, alt: 'A', width: 9, height: 9 })
  const record = { title: 'A', updatedAt: '2026-01-01', blocks: [{ images: [image('/a.png'), image('/gone.png')] }] }
  expect(JSON.parse(printShown(site, record))).toEqual({
    title: 'A',
    blocks: [{ images: [{ url: '/a.png', alt: 'A' }, image('/gone.png')] }],
  })
})

test('Of no record nothing is printed', () => {
  expect(printShown(site, undefined)).toBe('')
})
