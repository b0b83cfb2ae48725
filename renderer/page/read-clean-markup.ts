import { richTextAttributes, richTextTags } from '#blocks/_shared/rich-text-tags.ts'

export type Attributes = Record<string, string>

/** A part of markup: words as they are shown, an element that opens (and is void where nothing closes it), or the closing of the last. */
export type MarkupPart = { words: string } | { tag: string; attributes: Attributes; isVoid: boolean } | 'close'

/** Elements within elements that are shown. */
export const mostShownLevels = 100

const token = /([^<>&]+)|&(amp|lt|gt|quot|nbsp);|<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)( ?\/)?>/y
const attribute = / ([a-z-]+)="([^"]*)"/g

/** What is shown for a character that is written by its name. */
const shown = { amp: '&amp;', lt: '&lt;', gt: '&gt;', quot: '"', nbsp: '\u00a0' }

const known = new Set(richTextTags)
const voids = new Set(['br', 'hr', 'img'])
const allowed = new Map(Object.entries(richTextAttributes))

/** In which elements some may stand, so that none closes another; `''` is no element. All others are words, and stand anywhere. */
const homes = new Map<string, readonly string[]>()
for (const [tags, parents] of [
  [
    'h2 h3 h4 h5 h6 p ul ol dl blockquote pre hr div table figure details',
    ' div blockquote li dd td th figure figcaption details',
  ],
  ['li', 'ul ol'],
  ['dt dd', 'dl'],
  ['caption thead tbody tfoot', 'table'],
  ['tr', 'table thead tbody tfoot'],
  ['th td', 'tr'],
  ['figcaption', 'figure'],
  ['summary', 'details'],
] as const)
  for (const tag of tags.split(' ')) homes.set(tag, parents.split(' '))

/**
 * The parts of markup that is written as it is to be shown: elements and attributes of the allow-list in their plain form, each
 * closed where it ends. Nothing for all other markup, which the sanitiser has to judge.
 */
export function readCleanMarkup(html: string): MarkupPart[] | undefined {
  const parts: MarkupPart[] = []
  const open: string[] = []
  for (token.lastIndex = 0; token.lastIndex < html.length; ) {
    const found = token.exec(html)
    if (!found) return undefined
    const [, words, character, slash, tag = '', written, end] = found
    if (words !== undefined) parts.push({ words })
    else if (character !== undefined)
      parts.push({ words: shown[character as keyof typeof shown] }) // the expression names them
    else if (slash) {
      if (written || end || open.pop() !== tag) return undefined
      parts.push('close')
    } else {
      const isVoid = voids.has(tag)
      const attributes = written ? attributesIn(written, tag) : {}
      if (!attributes || !mayStand(tag, open) || (end && !isVoid)) return undefined
      parts.push({ tag, attributes, isVoid })
      if (!isVoid) open.push(tag)
    }
  }
  return open.length === 0 ? parts : undefined
}

function mayStand(tag: string, open: string[]): boolean {
  if (!known.has(tag) || open.length >= mostShownLevels) return false
  const parents = homes.get(tag)
  return parents ? parents.includes(open.at(-1) ?? '') : tag !== 'a' || !open.includes('a')
}

/** Of a picture any attribute may come, for none is shown as it was written. */
function attributesIn(written: string, tag: string): Attributes | undefined {
  const attributes: Attributes = {}
  for (const [, name = '', value = ''] of written.matchAll(attribute)) {
    const isShown = allowed.get('*')?.includes(name) || allowed.get(tag)?.includes(name)
    if (name in attributes || (tag !== 'img' && (!isShown || value === ''))) return undefined
    const text = value.replaceAll('&amp;', '')
    if (text.includes('&')) return undefined
    attributes[name] = value.replaceAll('&amp;', '&')
  }
  return attributes
}
