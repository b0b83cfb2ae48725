import { expect, it } from 'vitest'
import { withPatterns } from '#hydrate/forms/fields/field-patterns.ts'
import { forms } from '#hydrate/forms/fields/fields.ts'
import { tooSteep } from './fixtures/growth.ts'
import { hostileTexts, repeats } from './fixtures/hostile-texts.ts'
import { expressionsIn, expressionsOfCode } from './fixtures/regular-expressions.ts'

/** Returns the slowest case of a regular expression with hostile texts, or undefined if its time grows evenly. */
function fault(pattern: RegExp): string | undefined {
  const everywhere = new RegExp(pattern.source, [...new Set([...pattern.flags, 'g'])].join(''))
  for (const text of repeats(pattern) ? hostileTexts(pattern) : []) {
    const steep = tooSteep((hostile) => hostile.replace(everywhere, ''), text)
    if (steep) return `${JSON.stringify(text)}: ${steep}`
  }
  return undefined
}

const found = expressionsOfCode()
const built = ['pl', 'de'].flatMap((locale) =>
  Object.values(forms).flatMap((form) =>
    withPatterns(form, locale).fields.flatMap(({ kind, pattern }) =>
      pattern ? [{ place: `${kind} of ${locale}`, pattern: new RegExp(`^(?:${pattern})$`, 'u') }] : [],
    ),
  ),
)
/** Many forms have the same fields, and many places the same expression. Each expression is tried once. */
const expressions = [...found.expressions, ...built].filter(({ pattern }) => repeats(pattern))
const different = [...new Map(expressions.map((one) => [String(one.pattern), one])).values()]

it.each(different)('takes time in proportion to its text: $place', ({ pattern }) => {
  expect(fault(pattern)).toBeUndefined()
})

/** Expressions whose time grows faster than their text, one of each way in which that happens. */
const steep = [/^(?:\s|<!--[\s\S]*?-->)*<svg/, /\s+$/, /^(a|a)*$/, /a(?=.*b)/]
/** Further ones, which take most of a minute together. */
const furtherSteep = [
  /url\s*\(\s*["']?\s*(?!#|["'\s])/i,
  /<!--[\s\S]*?-->/,
  /^([a-z]+)*\d/,
  /(?:x+x+)+y/,
  /<[^>]*>/,
  /^[^\s@/]+\.[^\s@]{2,}$/,
  /:[^/]+(?=[^:]*$)/,
]

it.each(process.env.LENGTHS === 'all' ? [...steep, ...furtherSteep] : steep)(
  'reports that the time of %s grows faster than its text',
  (pattern) => {
    expect(fault(pattern)).toBeDefined()
  },
)

it('lists every place where an expression is built at run time', () => {
  expect(found.built).toEqual(['hydrate/forms/fields/check-field.ts'])
})

it('finds expressions anywhere in the code', () => {
  const code = 'const a = <p title={/x+/.source}>{t.split(/y+/u)}</p>\nclass C { #d: RegExp[] = [/z/s] }'
  expect(expressionsIn('a.tsx', code).expressions.map(({ place }) => place)).toEqual([
    'a.tsx:1 /x+/',
    'a.tsx:1 /y+/u',
    'a.tsx:2 /z/s',
  ])
})
