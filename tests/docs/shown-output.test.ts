import { expect, it } from 'vitest'
import { shownPattern, steadyText } from './shown-output.ts'

const fits = (shown: string, output: string): boolean => shownPattern(shown).test(steadyText(output))

it.each<[string, string, boolean]>([
  ['Done in 1.3 s.', 'Done in 21.57 s.\n', true],
  ['at http://127.0.0.1:4020/admin/', 'at http://127.0.0.1:35369/admin/', true],
  ['10 pages', '11 pages', false],
  ['10 pages', '10 pages\nand an error', false],
  ['…\n10 pages\n…', 'a\nb\n10 pages\nc', true],
  ['…\n10 pages', '10 pages', true],
  ['…\n10 pages', 'a\n110 pages', false],
  ['in "…heron".', 'in "/tmp/x/heron".', true],
  ['in "…heron".', 'in "/tmp/x/\nheron".', false],
])('a document that shows %j, compared with the output %j, matches: %j', (shown, output, isSame) => {
  expect(fits(shown, output)).toBe(isSame)
})
