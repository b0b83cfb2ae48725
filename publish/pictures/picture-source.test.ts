import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { readBytes } from './picture-source.ts'

it('identifies a drawing by its published bytes, and a photo by its original bytes', () => {
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0h9"/></svg>',
  )
  const { body, hash: name, isSafe } = readBytes(drawing, 'of what came')
  expect([isSafe, String(body).includes('script')]).toEqual([true, false])
  expect(name).toBe(hash('sha256', body))
  expect(readBytes(Buffer.from('a photo'), 'of what came').hash).toBe('of what came')
})
