import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { readBytes, readSource } from './picture-source.ts'

it('identifies a drawing by its published bytes, and a photo by its original bytes', async () => {
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0h9"/></svg>',
  )
  const { body, hash: name, isSafe } = await readBytes(drawing, 'of what came')
  expect([isSafe, String(body).includes('script')]).toEqual([true, false])
  expect(name).toBe(hash('sha256', body))
  expect((await readBytes(Buffer.from('a photo'), 'of what came')).hash).toBe('of what came')
})

it.each([
  ['', '<path d="M0 0h400v100h-400z"/>', 'viewBox="0 0 400 100"'],
  ['width="100%" height="100%"', '<path d="M50 20h400v100h-400z"/>', 'viewBox="50 20 400 100"'],
  ['width="500" fill="none"', '<path stroke="red" stroke-width="10" d="M5 5h400v100h-400z"/>', 'viewBox="0 0 410 110"'],
  ['', '<path d="M-50 -20h400v100h-400z"/>', 'viewBox="-50 -20 400 100"'],
])('frames a drawing that browsers could not scale: %s %s', async (root, drawing, viewBox) => {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${drawing}</svg>`)
  const { source, body } = await readSource(svg, { url: '/logo.svg', maxPixels: 1e8 })
  expect(String(body)).toContain(viewBox)
  const [width = 0, height = 0] = viewBox.match(/\d+/g)?.slice(2).map(Number) ?? []
  expect(source.width / source.height).toBeCloseTo(width / height, 1)
})

it.each(['viewBox="0 0 9 9"', 'width="9" height="9"', 'width="9mm" height="9mm"'])(
  'leaves a drawing with %s as it is',
  async (root) => {
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}><path d="M0 0h400v100h-400z"/></svg>`)
    expect(String((await readBytes(svg)).body).match(/viewBox="[^"]*"/g)?.[0]).toBe(/viewBox.*/.exec(root)?.[0])
  },
)
