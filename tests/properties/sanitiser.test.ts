import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import { expect, it } from 'vitest'
import { richTextAttributes, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'
import { maxShownLevels } from '#renderer/reader/read-clean-markup.ts'
import { type RichTextRules, sanitizeRichText } from '#renderer/reader/rich-text.ts'
import { hostileValues } from '#tests/fuzz/hostile-values.ts'
import { runs } from './runs.ts'

const rules: RichTextRules = {
  link: (href) => (/^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/.test(href) ? href : undefined),
  picture: () => '<b>picture</b>',
  video: () => '<b>video</b>',
  videoHosts: ['player.example'],
}
const markup = fc.oneof(
  fc.nat().map((seed) => hostileValues(seed).markup()),
  fc
    .array(
      fc.constantFrom(
        ...'<|>|</|/>|"|\'|=| |<!--|-->|<a href=|<p |<b>|<svg>|<math>|<style>|</style>|<table>|&|;|#|x|\u0000|onclick|script|title|id'.split(
          '|',
        ),
      ),
      { maxLength: 30 },
    )
    .map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** What pages show of a text. They refuse texts that are nested too deep. */
function clean(html: string): string {
  try {
    return sanitizeRichText(html, rules)
  } catch (error) {
    expect(String(error)).toContain('nested more than 5000 elements deep')
    return ''
  }
}

/** Markup as a browser reads it, written so that it reads the same: adds the line break that is lost after `<pre>`. */
const asRead = (html: string): string => serialize(parseFragment(html)).replaceAll(/<pre(?: [^>]*)?>(?=\n)/g, '$&\n')

function levelsOf(node: DefaultTreeAdapterTypes.Node): number {
  return 'childNodes' in node ? 1 + Math.max(0, ...node.childNodes.map(levelsOf)) : 0
}

const allowedTags = new Set(richTextTags)

function strangersIn(html: string): string[] {
  const found: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      const { tagName, namespaceURI, attrs } = node
      // The parser adds elements that a table lacks.
      if (!allowedTags.has(tagName) && tagName !== 'colgroup') found.push(tagName)
      if (!namespaceURI.endsWith('xhtml')) found.push(namespaceURI)
      const names = [...(richTextAttributes['*'] ?? []), ...(richTextAttributes[tagName] ?? [])]
      for (const { name, value } of attrs) {
        if (!names.includes(name)) found.push(`${tagName} ${name}`)
        if (name === 'href' && rules.link(value) !== value) found.push(value)
        if (name === 'id' && !value.startsWith('c-')) found.push(`id ${value}`)
      }
    } else if (node.nodeName === '#comment') found.push('a comment')
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parseFragment(html))
  return found
}

it('only listed elements and attributes remain, as a browser reads them', () => {
  fc.assert(
    fc.property(markup, (html) => {
      expect(strangersIn(clean(html))).toEqual([])
    }),
    runs(1500),
  )
})

it('clean markup stays the same when it is cleaned again, and when a browser serialises and parses it', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const once = clean(html)
      if (levelsOf(parseFragment(once)) > maxShownLevels) return // a table without a body has gained a level
      // Ids get their prefix each time.
      expect(asRead(clean(once)).replaceAll(' id="c-', ' id="')).toBe(asRead(once))
      expect(asRead(asRead(once))).toBe(asRead(once))
    }),
    runs(1500),
  )
})

it('no text closes the element that contains it', () => {
  fc.assert(
    fc.property(markup, (html) => {
      const { childNodes } = parseFragment(`<section><div>${clean(html)}</div></section><hr>`)
      const [section, ...behind] = childNodes
      const within = section && 'childNodes' in section ? section.childNodes : []
      expect([within, behind].map((all) => all.map(({ nodeName }) => nodeName))).toEqual([['div'], ['hr']])
    }),
    runs(1500),
  )
})
