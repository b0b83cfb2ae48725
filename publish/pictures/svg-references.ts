/**
 * How many elements and references in them may be drawn through references, each counted every time it is drawn.
 * Browsers take about a second for this many. Real drawings have hundreds.
 */
const maxDrawn = 200_000

/**
 * The maximum number of references of all elements. If a style rule applies to many elements, these may be far more
 * than the file contains.
 */
const maxReferences = 1_000_000

/** A rule is read closely only if it adds at most this many references. */
const mostOfRule = 10_000

/**
 * An element: the range of its references and those within it in the list of all references of the file, and its number
 * of elements.
 */
type Part = {
  id: string | undefined
  from: number
  to: number
  elements: number
  /** Whether the element is a marker or lies in one. */
  isOfMarker: boolean
  /** Whether its paths are drawn with markers, set by the element itself or by one around it. */
  isMarked: boolean
}

/** Elements that `url(#…)` may draw. Browsers ignore references to other elements. */
const drawnByUrl = /^(?:clipPath|filter|marker|mask|pattern)$/

/**
 * Whether the elements of an SVG draw others repeatedly, by `href` or `url(#…)`, far more often than in real drawings,
 * or whether a marker draws others, because markers are drawn at each corner of a path. The SVG must come from the
 * sanitiser: references to removed elements have no target, `<` begins a tag, and values are in double quotes.
 */
export function doReferencesGrow(svg: string): boolean {
  const targets: string[] = []
  const ofMarkers: string[] = []
  const parts = new Map<string, Part>()
  const open: Part[] = []
  const openIds = new Set<string | undefined>()
  const rules = targetsOfRules(svg)
  const markers = new Set([...svg.matchAll(/<marker\s[^<>]*/g)].map(([tag]) => `url ${idIn(tag)}`))
  for (const [, end, tag = '', attributes = ''] of svg.matchAll(/<(\/?)(\w+)(|\s[^<>]*)>/g)) {
    if (end) {
      const closed = open.pop()
      if (!closed) continue
      closed.to = targets.length
      openIds.delete(closed.id)
      const around = open.at(-1)
      if (around) around.elements += closed.elements
      continue
    }
    const around = open.at(-1)
    const id = idIn(attributes)
    openIds.add(id)
    const own = [...targetsOf(attributes), ...ruledTargets(rules, [tag, id, attributes], openIds)]
    const part = {
      ...{ id, from: targets.length, to: targets.length, elements: 1 },
      isOfMarker: tag === 'marker' || around?.isOfMarker === true,
      isMarked: around?.isMarked === true || own.some((target) => markers.has(target)),
    }
    if (tag === 'marker' && around?.isMarked) return true // its paths would be drawn with markers
    open.push(part)
    if (id !== undefined && !parts.has(`href ${id}`)) {
      parts.set(`href ${id}`, part)
      if (drawnByUrl.test(tag)) parts.set(`url ${id}`, part)
    }
    for (const target of own) targets.push(target)
    if (part.isOfMarker) for (const target of own) ofMarkers.push(target)
    if (targets.length > maxReferences) return true
  }
  if (ofMarkers.some((target) => parts.has(target))) return true
  const partsOf = (some: string[]): Part[] => some.flatMap((target) => parts.get(target) ?? [])
  const waiting = partsOf(targets)
  let drawn = 0
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    drawn += Math.max(part.elements, part.to - part.from)
    if (drawn > maxDrawn) return true
    for (const inner of partsOf(targets.slice(part.from, part.to))) waiting.push(inner)
  }
  return false
}

type Rules = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The targets that style rules add to an element. A rule often also applies inside the parts that it refers to, such as
 * a rule for every path. Those are left out, because browsers do not draw a part inside itself.
 */
function ruledTargets(
  rules: Rules,
  [tag, id = '', attributes]: [tag: string, id: string | undefined, attributes: string],
  openIds: ReadonlySet<string | undefined>,
): string[] {
  if (rules.size === 0) return []
  const [, classes = ''] = / class="([^"]*)"/.exec(attributes) ?? []
  const found = ['*', tag, id, ...classes.split(/\s+/)].flatMap((word) => [...(rules.get(word) ?? [])])
  return found.filter((target) => !openIds.has(target.slice('url '.length)))
}

function idIn(attributes: string): string | undefined {
  return / id="([^"]*)"/.exec(attributes)?.[1]
}

/** Comments and quoted texts that contain nothing that looks like a rule. */
const plainComment = /\/\*[^*"'(){}]*\*\//g
const plainQuotes = /"([\w ,.#-]*)"|'([\w ,.#-]*)'/g
/** A rule whose selectors use only classes, ids and element names. */
const plainRule = /(?<=^|[{};])([^{}()[\]:*@"'/|;]*)\{([^{}]*)\}/g

/**
 * The targets of the references in styles, by the classes, ids and element names of the rules. If these cannot be
 * determined, the targets are under `*`, as if the rule were for all elements.
 */
function targetsOfRules(svg: string): Rules {
  const rules = new Map<string, Set<string>>()
  const add = (word: string, targets: string[]): void => {
    const known = rules.get(word) ?? new Set()
    for (const target of targets) rules.set(word, known.add(target))
  }
  for (const [, written = ''] of svg.matchAll(/<style(?:\s[^<>]*)?>([^<]*)/g)) {
    const css = written.replaceAll(plainComment, ' ').replaceAll(plainQuotes, ' $1$2 ')
    const isPlain = !/["']|\/\*/.test(css) && !targetsOf(written).some((target) => target.includes('/*'))
    const rest = css.replaceAll(plainRule, (rule, selectors: string, declarations: string) => {
      const [words, targets] = [selectors.match(/[^\s.#,>+~]+/g) ?? [], targetsOf(declarations)]
      if (declarations.includes('--') || words.length * targets.length > mostOfRule) return rule
      for (const word of words) add(word, targets)
      return ''
    })
    add('*', targetsOf(isPlain ? rest : written))
  }
  return rules
}

/**
 * The targets of the references in attributes or in the text of a style. `href` takes precedence over its older
 * spelling `xlink:href`.
 */
function targetsOf(attributes: string): string[] {
  const [, href = ''] = / href="\s*([^"]*)/.exec(attributes) ?? / xlink:href="\s*([^"]*)/.exec(attributes) ?? []
  const ofUrls = [...attributes.matchAll(/url\(([^)]*)/gi)].flatMap(([, written = '']) => {
    const address = written
      .split(/["']|&quot;/)
      .map((part) => part.trim())
      .find(Boolean)
    return address?.startsWith('#') ? [`url ${decoded(address.slice(1))}`] : []
  })
  return href.startsWith('#') ? [`href ${decoded(href.slice(1))}`, ...ofUrls] : ofUrls
}

/** The id that a reference names. Browsers decode percent-encoding such as `%61` in it. */
function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference.trim())
  } catch {
    return reference.trim()
  }
}
