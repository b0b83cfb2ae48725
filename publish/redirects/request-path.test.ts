import { expect, it } from 'vitest'
import { readablePath } from './request-path.ts'

it.each([
  ['/uk/%D0%BB%D0%B0%D0%B2%D0%B8%D0%BD%D0%B0-0', '/uk/лавина-0'],
  ['/%C5%BC%C3%B3%C5%82w/100%25%20x', '/żółw/100%25%20x'],
  ['/a%E2%80%AEb%C2%A0c', '/a%E2%80%AEb%C2%A0c'], // a direction mark, and a space that looks like any other
])('shows the path %s as %s', (href, shown) => expect(readablePath(href)).toBe(shown))
