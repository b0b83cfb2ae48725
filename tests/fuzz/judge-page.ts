import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { richTextAttributes, richTextTags } from '#blocks/_shared/rich-text/rich-text-tags.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The parts of pages with harmless content. No other page may have more. */
export type Vocabulary = {
  /** Elements with their parents: names, and classes except those of a state (`is-…`, `has-…`). Excludes rich text. */
  places: Set<string>
  /** `tag@attribute` */
  attributes: Set<string>
  /** `tag@attribute=value` of attributes whose value may do harm. */
  values: Set<string>
}

const allowed = new Set(richTextTags)
const ownAttributes = new Set(
  richTextTags.flatMap((tag) =>
    [...(richTextAttributes['*'] ?? []), ...(richTextAttributes[tag] ?? [])].map((name) => `${tag}@${name}`),
  ),
)

/** Attributes with words or names, which no browser uses as an address. */
const wordAttributes = new Set(
  'alt title target content placeholder value class id lang dir name for label summary datetime rel media sizes type role scope'.split(
    ' ',
  ),
)
/** A picture or a video may be in any element of rich text. */
const ofPicture = /^[a-z1-6]+ > picture\.picture(?:\.text__picture)?$/
const harmfulScheme = /^(?:javascript|vbscript|data|blob|file|filesystem|view-source|about|intent):/i
/** Attributes with only a few allowed values. */
const weighed = new Set([
  'meta@http-equiv',
  'form@method',
  'link@rel',
  'button@formaction',
  'input@type',
  'html@data-api',
])

export function emptyVocabulary(): Vocabulary {
  return { places: new Set(), attributes: new Set(), values: new Set() }
}

/** Adds the parts of a page. */
export function learn(html: string, known: Vocabulary): void {
  for (const { element, place } of elementsIn(html)) {
    known.places.add(place)
    for (const { name, value } of element.attrs) {
      const key = `${element.tagName}@${name}`
      known.attributes.add(key)
      known.values.add(`${key}=${value}`)
    }
  }
}

/** Everything in a page that harmless content never causes, or that could run or load foreign code. */
export function faultsOf(html: string, known: Vocabulary): string[] {
  const faults: string[] = []
  for (const { element, place } of elementsIn(html)) {
    const { tagName, attrs, namespaceURI } = element
    const isPlain = allowed.has(tagName) && namespaceURI.endsWith('xhtml')
    if (!isPlain && !known.places.has(place) && !ofPicture.test(place)) faults.push(`the element ${place}`)
    for (const { name, value } of attrs) {
      const key = `${tagName}@${name}`
      const reported = `${key}=${JSON.stringify(value.slice(0, 200))}`
      if (!known.attributes.has(key) && !ownAttributes.has(key)) faults.push(`the attribute ${reported}`)
      if (name.startsWith('on') || name === 'srcdoc') faults.push(`the handler ${reported}`)
      if (!known.values.has(`${key}=${value}`) && (weighed.has(key) || isHarmful(name, value)))
        faults.push(`the value ${reported}`)
    }
    if (tagName === 'meta' && isPolicyOther(element, known)) faults.push('another policy')
    if (tagName === 'script') faults.push(...scriptFaults(element, known))
    if (tagName === 'a' || tagName === 'form') faults.push(...linkFaults(element))
  }
  return [...new Set(faults)]
}

/** The same after a browser has serialised the page, as `innerHTML` does. Some markup is harmless only at first. */
export function faultsOfCopy(html: string, known: Vocabulary): string[] {
  return faultsOf(serialize(parse(html)), known)
}

function isHarmful(name: string, value: string): boolean {
  if (wordAttributes.has(name) || name.startsWith('aria-')) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them
  return harmfulScheme.test(value.replaceAll(/[\u0000-\u0020\u007f-\u00a0]/g, ''))
}

/** Scripts that no browser runs. The first type is used by islands. */
const dataTypes = ['application/json', 'application/ld+json', 'speculationrules']

function scriptFaults({ attrs, childNodes }: Element, known: Vocabulary): string[] {
  const { type, src, ...others } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  if (type === 'module') {
    const isOurs = /^\/assets\/[a-z-]+-[A-Z0-9]{8}\.js$/.test(src ?? '') && text === ''
    const isPlain = Object.keys(others).every((name) => known.attributes.has(`script@${name}`))
    return isOurs && isPlain ? [] : [`the script ${src} ${text.slice(0, 100)}`]
  }
  if (!dataTypes.includes(type ?? '')) return [`a script of the type ${type}`]
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && src === undefined
      ? []
      : [`a script that holds ${text.slice(0, 100)}`]
  } catch {
    return [`${type} that is not valid JSON: ${text.slice(0, 100)}`]
  }
}

const schemes = ['http:', 'https:', 'mailto:', 'tel:']

function linkFaults({ attrs }: Element): string[] {
  const { action, href = action, target, rel = '' } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  if (href === undefined) return []
  const url = URL.parse(href, 'https://www.example.com/a/b')
  if (!url) return []
  if (!schemes.includes(url.protocol)) return [`the link ${JSON.stringify(href.slice(0, 200))}`]
  if ((action !== undefined || href.startsWith('/')) && url.origin !== 'https://www.example.com')
    return [`the address that leaves the site ${href}`]
  // A window with a name keeps its opener, while `_blank` does not.
  const opens = target !== undefined && !['', '_self', '_top', '_parent', '_blank'].includes(target.toLowerCase())
  const isOut = url.origin !== 'https://www.example.com' && url.protocol.startsWith('http')
  return opens && isOut && !rel.includes('noopener') ? [`the window ${JSON.stringify(target)} of ${href}`] : []
}

/** Whether a `meta` element sets a response header, with content that no harmless page has. */
function isPolicyOther({ attrs }: Element, { values }: Vocabulary): boolean {
  const { 'http-equiv': name, content } = Object.fromEntries(attrs.map((one) => [one.name, one.value]))
  return name !== undefined && !values.has(`meta@content=${content}`)
}

type Placed = { element: Element; place: string }

function elementsIn(html: string): Placed[] {
  // The content of `noscript` is markup for browsers without scripts.
  const trees = html.includes('<noscript') ? [parse(html), parse(html, { scriptingEnabled: false })] : [parse(html)]
  return trees.flatMap((tree) => [...walk(tree)])
}

function* walk(root: Node): Generator<Placed> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) yield { element: node, place: placeOf(node) }
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
}

function placeOf(element: Element): string {
  const { parentNode } = element
  const parent = parentNode && 'tagName' in parentNode ? nameOf(parentNode) : ''
  return `${parent} > ${nameOf(element)}`.replaceAll(/-\d+\b/g, '-0') // steps of a measure, as of a mask
}

function nameOf({ tagName, namespaceURI, attrs }: Element): string {
  const space = namespaceURI.endsWith('xhtml') ? '' : `${namespaceURI.split('/').at(-1)}:`
  // Editors may add classes to the elements that they may write.
  const classes = allowed.has(tagName) ? '' : (attrs.find(({ name }) => name === 'class')?.value ?? '')
  const lasting = classes.split(/\s+/).filter((name) => name && !/^(?:is|has)-/.test(name))
  return [space + tagName, ...lasting.sort()].join('.')
}
