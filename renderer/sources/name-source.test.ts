import { expect, it } from 'vitest'
import { openSourceNames } from './name-source.ts'

it.each([
  ['/site/node_modules/site', '/site', '../../blocks/loaf/loaf.tsx', 'blocks/loaf/loaf.tsx'],
  ['/site/node_modules/site', '/site', 'blocks/faq/faq.tsx', 'blocks/faq/faq.tsx'],
  ['/tool', '/site', '../site/texts/en.json', 'texts/en.json'],
  ['/tool', '/site', '../other/a.ts', '../other/a.ts'],
  ['/tool', '/tool', 'blocks/faq/faq.tsx', 'blocks/faq/faq.tsx'],
])('with the tool in %s and the site in %s, "%s" is named "%s"', (toolRoot, siteRoot, source, name) => {
  expect(openSourceNames({ toolRoot, siteRoot })(source)).toBe(name)
})
