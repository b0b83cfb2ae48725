import type { Reader } from '#blocks/_shared/reader.ts'
import type { BlockFacts } from '#content/blocks/block-facts.ts'
import type { FieldKind, Html, Image } from '#content/schema.ts'
import { isObject } from '#hydrate/api/answer.ts'

/** A part of a hidden page. `html` is sanitised. */
export type Part =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'html'; html: string }
  | { kind: 'image'; src: string; alt: string }
  | { kind: 'link'; href: string; text: string }

/** `kinds` are the kinds of fields by their name. The reader sanitises HTML and checks addresses. */
export type PartRules = { kinds: BlockFacts['kinds']; reader: Reader }

type Thing = Record<string, unknown>

/** Returns the readable parts of blocks of any type, in reading order. Anything that is not a block is left out. */
export function readParts(blocks: unknown, rules: PartRules): Part[] {
  return thingsOf(blocks).flatMap((block) => partsOf(block, 2, rules))
}

function partsOf(thing: Thing, level: 2 | 3, rules: PartRules): Part[] {
  const of = (kind: FieldKind): unknown[] =>
    Object.keys(rules.kinds).flatMap((name) => (rules.kinds[name] === kind && thing[name] ? [thing[name]] : []))
  const [heading, ...further] = of('heading').filter(isText)
  const isPicture = isText(thing.alt) || isText(thing.mime)
  const links = isPicture ? [] : of('link')
  return [
    ...(heading ? [{ kind: 'heading', level, text: heading } as const] : []),
    ...[...further, ...of('words').filter(isText)].map((text): Part => ({ kind: 'text', text })),
    ...[...(isPicture ? [thing] : []), ...of('image')].filter(isObject).flatMap((image) => imageOf(image, rules)),
    ...of('html')
      .filter(isText)
      .map((html): Part => ({ kind: 'html', html: rules.reader.html(html as Html) })),
    ...links.flatMap((link) => (isObject(link) ? linkOf(link.url, link.name, rules) : linkOf(link, heading, rules))),
    ...Object.values(thing).flatMap((list) => thingsOf(list).flatMap((one) => partsOf(one, 3, rules))),
  ]
}

function thingsOf(value: unknown): Thing[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function linkOf(url: unknown, text: unknown, { reader }: PartRules): Part[] {
  const href = isText(url) ? reader.link(url) : undefined
  return href ? [{ kind: 'link', href, text: isText(text) && text ? text : href }] : []
}

/** Returns a picture, or the alt text of a picture that may not be fetched. */
function imageOf({ url, alt }: Thing, { reader }: PartRules): Part[] {
  const words = isText(alt) ? alt : ''
  const src = isText(url) ? reader.picture({ url } as Image, 'text')?.src : undefined
  if (src !== undefined) return [{ kind: 'image', src, alt: words }]
  return words ? [{ kind: 'text', text: words }] : []
}
