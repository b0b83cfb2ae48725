import { richTextAttributes, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'
import { tagByStyle } from './tag-by-style.ts'

export type Attributes = Record<string, string>

/** A part of markup: words as shown, an opening tag (void if nothing closes it) or the end of the innermost element. */
export type MarkupPart = { words: string } | { tag: string; attributes: Attributes; isVoid: boolean } | 'close'

/** The deepest level of nesting at which elements are shown. */
export const maxShownLevels = 100

const beginsName = /[a-z0-9#]/i
const characterName = /&(amp|lt|gt|quot);/y
/** In a value: an `&` that is written as `&amp;`, or that begins the next field of an address. */
const plainAnd = /&(?:amp;|(?=[A-Za-z0-9]+=))/g
const comment = /<!-- (?:[^<>-]|-(?!-))*-->/y
const anyTag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z0-9-]*="[^"<>]*")*)( ?\/)?>/y
const attribute = / ([a-z][a-z0-9-]*)="([^"]*)"/g

/** The markup for a character that is written by its name. */
const shown = { amp: '&amp;', lt: '&lt;', gt: '&gt;', quot: '"' }

const known = new Set(richTextTags)
const voids = new Set(['br', 'hr', 'img'])
const allowed = new Map(Object.entries(richTextAttributes))

/**
 * The parents that an element may have. In other parents browsers would close or move it. `''` is the text itself.
 * Elements that are not listed may have any parent.
 */
const parentsOf = new Map<string, readonly string[]>()
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
  for (const tag of tags.split(' ')) parentsOf.set(tag, parents.split(' '))

/** Markup between words: a tag, a comment or a character's name. `opens` and `closes` name the element of a tag. */
type Token = { part?: MarkupPart; length: number; opens?: string; closes?: string }

/** Tags without attributes, as most tags are. */
const plainTags = new Map(
  richTextTags.flatMap((name): [string, Token][] => [
    [`<${name}>`, openingTag(name, {}, name.length + 2)],
    [`</${name}>`, closingTag(name, name.length + 3)],
  ]),
)

/**
 * Reads markup that can be shown as it is written: elements and attributes of the allow-list in their plain form, each
 * element closed where it ends. Leaves out comments. Returns undefined for other markup, which needs the sanitiser.
 */
export function readCleanMarkup(html: string): MarkupPart[] | undefined {
  const parts: MarkupPart[] = []
  const open: string[] = []
  for (let at = 0; at < html.length; ) {
    const end = endOfWords(html, at)
    if (end > at) parts.push({ words: html.slice(at, end).replaceAll('&', '&amp;') })
    if (end === html.length) break
    const token = html[end] === '<' ? readTag(html, end) : readName(html, end)
    if (!token) return undefined
    const { part, length, opens, closes } = token
    if (closes !== undefined && open.pop() !== closes) return undefined
    if (opens !== undefined && !isAllowedInside(opens, open)) return undefined
    if (opens !== undefined && !voids.has(opens)) open.push(opens)
    if (part) parts.push(part)
    at = end + length
  }
  return open.length === 0 ? parts : undefined
}

/**
 * Finds the end of the words at `from`: a tag, a character that is written by its name (`&amp;`), or a stray `>`. Any
 * other `&` is part of the words.
 */
function endOfWords(html: string, from: number): number {
  let at = from
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (code === 0x3c || code === 0x3e || (code === 0x26 && beginsName.test(html.charAt(at + 1)))) break
  }
  return at
}

function readName(html: string, at: number): Token | undefined {
  characterName.lastIndex = at
  const [written, character] = characterName.exec(html) ?? []
  if (written === undefined) return undefined
  return { part: { words: shown[character as keyof typeof shown] }, length: written.length } // only these names match
}

function readTag(html: string, at: number): Token | undefined {
  const plain = plainTags.get(html.slice(at, html.indexOf('>', at) + 1))
  if (plain) return plain
  comment.lastIndex = at
  if (comment.test(html)) return { length: comment.lastIndex - at }
  anyTag.lastIndex = at
  const found = anyTag.exec(html)
  if (!found) return undefined
  const [{ length }, slash, name = '', written = '', end] = found
  if (slash) return written || end ? undefined : closingTag(name, length)
  const attributes = attributesIn(written, name)
  return attributes && (!end || voids.has(name)) ? openingTag(name, attributes, length) : undefined
}

function openingTag(tag: string, attributes: Attributes, length: number): Token {
  return { part: { tag, attributes, isVoid: voids.has(tag) }, length, opens: tag }
}

function closingTag(tag: string, length: number): Token {
  return { part: 'close', length, closes: tag }
}

function isAllowedInside(tag: string, open: string[]): boolean {
  if (!known.has(tag) || open.length >= maxShownLevels) return false
  const parents = parentsOf.get(tag)
  return parents ? parents.includes(open.at(-1) ?? '') : tag !== 'a' || !open.includes('a')
}

/**
 * The attributes that are shown. For a picture these are all attributes, because our markup is made from them.
 * Undefined if one is not in its plain form.
 */
function attributesIn(written: string, tag: string): Attributes | undefined {
  const attributes: Attributes = {}
  for (const [, name = '', value = ''] of written.matchAll(attribute)) {
    const isShown = allowed.get('*')?.includes(name) || allowed.get(tag)?.includes(name)
    if (tag === 'a' && name === 'name') return undefined // it becomes an id
    if (name === 'style' && tagByStyle(tag, value) !== tag) return undefined
    if (tag !== 'img' && !isShown) continue
    if (name in attributes || (tag !== 'img' && value === '')) return undefined
    if (value.replaceAll(plainAnd, '').includes('&')) return undefined
    attributes[name] = value.replaceAll('&amp;', '&')
  }
  return attributes
}
