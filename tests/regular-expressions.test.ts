import { expect, it } from 'vitest'
import { withPatterns } from '#hydrate/forms/fields/field-patterns.ts'
import { forms } from '#hydrate/forms/fields/fields.ts'
import { tooSteep } from './fixtures/growth.ts'
import { hostileTexts, repeats } from './fixtures/hostile-texts.ts'
import { expressionsIn, expressionsOfCode } from './fixtures/regular-expressions.ts'

/** The worst that a regular expression does with texts that are made to stop it; nothing where its time grows as they do. */
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
/** Many forms have the same fields, and many places the same expression: each is tried once. */
const expressions = [...found.expressions, ...built].filter(({ pattern }) => repeats(pattern))
const different = [...new Map(expressions.map((one) => [String(one.pattern), one])).values()]

it.each(different)('takes time as its text grows: $place', ({ pattern }) => {
  expect(fault(pattern)).toBeUndefined()
})

it.each([[/^(?:\s|<!--[\s\S]*?-->)*<svg/], [/\s+$/], [/^(a|a)*$/], [/a(?=.*b)/]])(
  'would notice that %s does not',
  (pattern) => {
    expect(fault(pattern)).toBeDefined()
  },
)

it('knows every expression that is built while the product runs', () => {
  expect(found.built).toEqual(['hydrate/forms/fields/check-field.ts'])
})

it('finds expressions wherever they stand', () => {
  const code = 'const a = <p title={/x+/.source}>{t.split(/y+/u)}</p>\nclass C { #d: RegExp[] = [/z/s] }'
  expect(expressionsIn('a.tsx', code).expressions.map(({ place }) => place)).toEqual([
    'a.tsx:1 /x+/',
    'a.tsx:1 /y+/u',
    'a.tsx:2 /z/s',
  ])
})
