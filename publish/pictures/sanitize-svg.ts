import sanitize from 'sanitize-html'

const tags =
  words(`svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image switch
  style clipPath mask marker pattern linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`)

const attributes =
  words(`xmlns xmlns:xlink id class style lang xml:lang xml:space role aria-label aria-hidden viewBox width height x y
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
  pointsAtX pointsAtY pointsAtZ z limitingConeAngle baseFrequency numOctaves seed stitchTiles systemLanguage`)

const prolog = /^(?:\s|<\?xml[^>]{0,500}\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\])?\s*>)*<svg[\s/>]/i
const prologBytes = 8000

/**
 * An SVG with nothing but drawing in it: no scripts, handlers, animations, links, foreign markup, or addresses outside of the
 * file. Nothing for bytes that are no SVG in UTF-8.
 */
export function sanitizeSvg(body: Buffer): Buffer | undefined {
  const start = body
    .subarray(0, prologBytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  if (!prolog.test(start)) return undefined
  const clean = sanitize(body.toString('utf8').replace(/^\uFEFF/, ''), {
    allowedTags: tags,
    allowedAttributes: { '*': attributes },
    allowedSchemesAppliedToAttributes: [], // judged below
    allowVulnerableTags: true, // `style`, judged below
    parseStyleAttributes: false,
    nonTextTags: ['script', 'style', 'foreignObject', 'metadata', 'handler'],
    nestingLimit: 200,
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
    exclusiveFilter: ({ tag, text }) => tag === 'style' && !isSafeStyle(text),
  })
  const from = clean.indexOf('<svg')
  return Buffer.from(from < 0 ? '' : clean.slice(from, clean.lastIndexOf('>') + 1))
}

function safeAttributes(tag: string, attribs: sanitize.Attributes): sanitize.Attributes {
  const kept = Object.entries(attribs).filter(([name, value]) => {
    if (name === 'href' || name === 'xlink:href') return isSafeReference(tag, value)
    return name === 'style' ? isSafeStyle(value) : isSafeValue(value)
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

function isSafeValue(value: string): boolean {
  return !/url\s*\(\s*["']?\s*(?!#|["'\s])/i.test(value) && !/javascript:/i.test(value)
}

/** Backslashes could spell any other sign, and `<` could end the element. */
function isSafeStyle(css: string): boolean {
  return (
    isSafeValue(css) && !/[\\<]|@import|image-set|src\s*\(|expression\s*\(|animation|@keyframes|transition/i.test(css)
  )
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
