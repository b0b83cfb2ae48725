import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'
import { doReferencesGrow } from './svg-references.ts'

const tags =
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image switch
  style clipPath mask marker pattern linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/)

const attributes =
  `xmlns xmlns:xlink id class style lang xml:lang xml:space role aria-label aria-hidden viewBox width height x y
  x1 x2 y1 y2 cx cy r rx ry dx dy d points pathLength transform transform-origin preserveAspectRatio version href xlink:href
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset vector-effect paint-order opacity color display visibility overflow clip-path clip-rule
  mask mask-type filter marker-start marker-mid marker-end mix-blend-mode isolation color-interpolation
  color-interpolation-filters image-rendering shape-rendering text-rendering font-family font-size font-style font-weight
  font-variant font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline
  baseline-shift writing-mode direction rotate textLength lengthAdjust startOffset method spacing gradientUnits
  gradientTransform spreadMethod fx fy fr offset stop-color stop-opacity patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY orient filterUnits primitiveUnits in
  in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 order kernelMatrix divisor
  bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent
  lighting-color flood-color flood-opacity scale xChannelSelector yChannelSelector stdDeviation radius azimuth elevation
  pointsAtX pointsAtY pointsAtZ z limitingConeAngle baseFrequency numOctaves seed stitchTiles
  systemLanguage`.split(/\s+/)

/** The parts that may come before the root element: how each begins and how it ends. */
const prologParts = [
  ['<?xml', '?>'],
  ['<!--', '-->'],
] as const

/** The maximum depth of nested elements. The parser gets slower with each level. */
const maxLevels = 1000
class TooDeepError extends Error {}

/**
 * An SVG reduced to drawing: no scripts, handlers, animations, links, foreign markup, or addresses outside the file.
 * `undefined` for bytes that are not an SVG in UTF-8, and for an SVG whose elements or references are nested too deep.
 */
export function sanitizeSvg(body: Buffer): Buffer | undefined {
  if (!beginsWithTag(body)) return undefined
  const text = body.toString('utf8')
  const root = rootOf(text)
  if (root === undefined) return undefined
  try {
    return Buffer.from(sanitizeFrom(text.slice(root)))
  } catch (error) {
    if (error instanceof TooDeepError) return undefined
    throw error
  }
}

const requireByNode = createRequire(import.meta.url)

function sanitizeFrom(text: string): string {
  const sanitizer: typeof sanitize = requireByNode('sanitize-html') // slow to load, and few pictures are SVGs
  let levels = 0
  const safeStyles: string[] = []
  const drawing = sanitizer(text, {
    allowedTags: tags,
    allowedAttributes: { '*': attributes },
    allowedSchemesAppliedToAttributes: [], // checked below
    allowVulnerableTags: true, // for `style`, which is checked below
    parseStyleAttributes: false,
    nonTextTags: ['script', 'style', 'foreignObject', 'metadata', 'handler'],
    nestingLimit: 200,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
    onOpenTag() {
      levels += 1
      if (levels > maxLevels) throw new TooDeepError()
    },
    onCloseTag() {
      levels -= 1
    },
    exclusiveFilter({ tag, text }) {
      if (tag !== 'style' || isSafeStyle(text)) return false
      const rest = text.replaceAll(rulesOfFonts, '')
      if (rest.trim() && isSafeStyle(rest)) safeStyles.push(rest)
      return true
    },
  })
  const end = drawing.lastIndexOf('</svg>')
  const clean =
    safeStyles.length > 0 ? `${drawing.slice(0, end)}<style>${safeStyles.join('\n')}</style></svg>` : drawing
  if (doReferencesGrow(clean)) throw new TooDeepError()
  const from = clean.indexOf('<svg')
  return from < 0 ? '' : clean.slice(from, clean.lastIndexOf('>') + 1)
}

/** Whether the bytes begin with a tag. Pictures of other formats do not, and need not be read as text. */
function beginsWithTag(body: Buffer): boolean {
  const first = body.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte))
  return first === 0x3c
}

/** Finds where the root element begins: after declarations, comments and a document type, each skipped in one step. */
function rootOf(text: string): number | undefined {
  for (let at = 0; ; ) {
    at = nextSign(text, at)
    const start = text.slice(at, at + 9).toLowerCase()
    if (/^<svg[\s/>]/.test(start)) return at
    const [, end] = prologParts.find(([begin]) => start.startsWith(begin)) ?? []
    const past = end ? pastOf(text, end, at) : start === '<!doctype' ? pastDoctype(text, at) : undefined
    if (past === undefined) return undefined
    at = past
  }
}

/** Finds where the document type `svg` ends, including its declarations in brackets. */
function pastDoctype(text: string, from: number): number | undefined {
  const [head = ''] = /[^>[]*/.exec(text.slice(from)) ?? []
  if (!/^<!doctype\s+svg(?![\w-])/i.test(head)) return undefined
  const at = from + head.length
  const inner = text[at] === '[' ? pastOf(text, ']', at) : at
  const close = inner === undefined ? -1 : nextSign(text, inner)
  return text[close] === '>' ? close + 1 : undefined
}

function pastOf(text: string, end: string, from: number): number | undefined {
  const at = text.indexOf(end, from)
  return at < 0 ? undefined : at + end.length
}

/** Index of the next character that is not white space. */
function nextSign(text: string, from: number): number {
  let at = from
  while (/[\s\uFEFF]/.test(text[at] ?? '')) at += 1
  return at
}

function safeAttributes(tag: string, attribs: sanitize.Attributes): sanitize.Attributes {
  const kept = Object.entries(attribs).filter(([name, value]) => {
    if (name === 'href' || name === 'xlink:href') return isSafeReference(tag, value)
    return name === 'style' ? isSafeStyle(value) && !hidesReference(value) : isSafeValue(value)
  })
  const namespaces = { xmlns: 'http://www.w3.org/2000/svg', 'xmlns:xlink': 'http://www.w3.org/1999/xlink' }
  const { xmlns: _, 'xmlns:xlink': __, ...own } = Object.fromEntries(kept)
  return tag === 'svg' ? { ...namespaces, ...own } : own
}

function isSafeReference(tag: string, value: string): boolean {
  const address = value.trim()
  if (address.startsWith('#')) return true
  return (tag === 'image' || tag === 'feImage') && /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=\s]*$/.test(address)
}

/**
 * Whether an attribute is safe. Drawing attributes are CSS, where a backslash could spell any character. White space
 * and quotes are ignored.
 */
function isSafeValue(value: string): boolean {
  const dense = value.replaceAll(/[\s"']+/g, '')
  return !/url\((?!#)|javascript:/i.test(dense) && !(dense.includes('\\') && dense.includes('('))
}

/**
 * Whether the CSS of a `style` element is safe. A `<` in it could end the element, and an `&#117;` becomes a letter
 * again when it is displayed.
 */
function isSafeStyle(css: string): boolean {
  const dense = css.replaceAll(/\s+/g, '')
  return isSafeValue(css) && !/[\\<&]|@import|image-set|src\(|expression\(|animation|@keyframes|transition/i.test(dense)
}

/**
 * The rules with which drawing programs set their fonts. A picture loads no files, so the imported fonts are never
 * shown. Without these rules, the rest of a style is usually safe, and without the rest, a drawing would be black.
 */
const rulesOfFonts = /@import(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;{}"'()@])*;|@font-face\s*\{[^{}]*\}/gi

/** Whether CSS stores a reference in a custom property, through which other elements may use it. */
function hidesReference(css: string): boolean {
  return /url\(/i.test(css) && /(?:^|;|\*\/)\s*--/.test(css)
}
