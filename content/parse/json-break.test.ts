import { describe, expect, it } from 'vitest'
import { breakOfJson } from './json-break.ts'

const placeOf = (text: string): [number, number] | undefined => {
  const found = breakOfJson(text)
  return found && [found.line, found.column]
}

const whole = JSON.stringify(
  { id: 1, 'a"b': [true, false, null, -1.5e-3, 0, '\\ \u1234 \n'], nested: { empty: {}, list: [[], [1, [2]]] } },
  null,
  1,
)

describe('where JSON breaks', () => {
  it.each<[string, [number, number]]>([
    ['{"a":1,}', [1, 8]],
    ['[1,]', [1, 4]],
    ['{"a" 1}', [1, 6]],
    ['{"a":1 "b":2}', [1, 8]],
    ['{a:1}', [1, 2]],
    ["{'a':1}", [1, 2]],
    ['{\n "a": 1,\r\n "b": undefined\n}', [3, 7]],
    ['{\r"a":1,}', [2, 7]],
    ['{"a":"x\ny"}', [1, 8]],
    ['{"a":"\\x"}', [1, 7]],
    ['{"a":01}', [1, 7]],
    ['{"a":NaN}', [1, 6]],
    ['[1]]', [1, 4]],
    ['[1}', [1, 3]],
    ['{"a":1}<br />\n<b>Warning</b>', [1, 8]],
    ['{"a":tru}', [1, 6]],
    ['[+1]', [1, 2]],
  ])('%j: %j', (text, place) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(placeOf(text)).toEqual(place)
  })

  it('quotes what stands before and after', () => {
    expect(breakOfJson(`{"title":"About us","body":oops${'x'.repeat(100)}`)).toMatchObject({
      before: 'itle":"About us","body":',
      after: `oops${'x'.repeat(20)}`,
    })
  })

  it('finds nothing in JSON, nor where it only ends', () => {
    expect(breakOfJson(whole)).toBeUndefined()
    for (const text of ['', '[', '{"a"', '{"a":', '[1,', '{"a":[{}', '{"a":"b'])
      expect(breakOfJson(text), text).toBeUndefined()
  })

  it('finds it after long texts, and deep within', () => {
    expect(placeOf(`["${'x\\n'.repeat(4_000_000)}" 1]`)).toEqual([1, 12_000_005])
    expect(placeOf(`["${'x'.repeat(10_000_000)}" 1]`)).toEqual([1, 10_000_005])
    expect(placeOf(`${'['.repeat(1_000_000)}}`)).toEqual([1, 1_000_001])
  })

  it('agrees with the parser about every text that differs from JSON in one character', () => {
    for (const sign of ['"', ',', '}', ']', ':', 'x', '\\', '\n', '0', '-'])
      for (let at = 0; at < whole.length; at += 1) {
        const text = whole.slice(0, at) + sign + whole.slice(at + 1)
        const told = messageOf(text)
        const found = breakOfJson(text)
        const isEarly = /end of JSON|Unterminated string/.test(told) || told.includes(`position ${text.length} `)
        expect(found !== undefined, `${told}: ${text}`).toBe(told !== '' && !isEarly)
        const place = /^SyntaxError: Expected .* at position (\d+)/.exec(told)?.[1]
        if (place === undefined || !found) continue
        const lines = text.slice(0, Number(place)).split('\n')
        expect(found.line, `${told}: ${text}`).toBe(lines.length)
      }
  })
})

function messageOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return String(error)
  }
}
