import { isObject } from '#hydrate/call-api.ts'

/** A piece of a hidden page, in reading order. `html` is clean. */
export type Part =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'html'; html: string }
  | { kind: 'image'; src: string; alt: string }
  | { kind: 'link'; href: string; text: string }

export type PartRules = {
  /** Makes editors' HTML safe. */
  clean: (html: string) => string
  /** Address of the page; what is relative starts from it. */
  base: string
}

type Thing = Record<string, unknown>

const headings = ['headline', 'title', 'name', 'question']
const texts = ['subtitle', 'lead', 'description', 'caption', 'address']
const markups = ['html', 'answer']
const pictures = ['image', 'logo']
const lists = ['tiles', 'images', 'partners', 'offers', 'items', 'markers']

/** Everything that can be read in the blocks of a hidden page, whatever their types; a block that is none is left out. */
export function readParts(blocks: unknown, rules: PartRules): Part[] {
  return thingsOf(blocks).flatMap((block) => partsOf(block, 2, rules))
}

function partsOf(thing: Thing, level: 2 | 3, rules: PartRules): Part[] {
  const [heading, ...further] = stringsOf(thing, headings)
  const isPicture = typeof thing.alt === 'string' || typeof thing.mime === 'string'
  return [
    ...(heading ? [{ kind: 'heading', level, text: heading } as const] : []),
    ...[...further, ...stringsOf(thing, texts)].map((text): Part => ({ kind: 'text', text })),
    ...[...(isPicture ? [thing] : []), ...pictures.map((name) => thing[name]).filter(isObject)].flatMap((image) =>
      imageOf(image, rules),
    ),
    ...stringsOf(thing, markups).map((html): Part => ({ kind: 'html', html: rules.clean(html) })),
    ...(isPicture ? [] : linkOf(thing.url, heading, rules)),
    ...(isObject(thing.cta) ? linkOf(thing.cta.url, thing.cta.name, rules) : []),
    ...lists.flatMap((name) => thingsOf(thing[name]).flatMap((one) => partsOf(one, 3, rules))),
  ]
}

function thingsOf(value: unknown): Thing[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function stringsOf(thing: Thing, names: string[]): string[] {
  return names.map((name) => thing[name]).filter((value): value is string => typeof value === 'string' && value !== '')
}

function linkOf(url: unknown, text: unknown, { base }: PartRules): Part[] {
  const address = typeof url === 'string' ? URL.parse(url, base) : null
  if (!address || !/^(?:https?|mailto|tel):$/.test(address.protocol)) return []
  return [{ kind: 'link', href: address.href, text: typeof text === 'string' && text ? text : address.href }]
}

/** A picture of another origin is not fetched; its words stay. */
function imageOf({ url, alt }: Thing, { base }: PartRules): Part[] {
  const words = typeof alt === 'string' ? alt : ''
  const address = typeof url === 'string' ? URL.parse(url, base) : null
  if (address?.origin === new URL(base).origin) return [{ kind: 'image', src: address.href, alt: words }]
  return words ? [{ kind: 'text', text: words }] : []
}
