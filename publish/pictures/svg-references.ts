/** How many references inside of referenced elements are followed at most. Drawing programs write hundreds. */
const mostFollowed = 20_000

/** The references within an element, as a range in the list of all references of the file. */
type Part = { from: number; to: number }

/** Elements that `url(#…)` in an attribute may draw; browsers ignore a reference to any other element. */
const drawnByUrl = /^(?:clipPath|filter|marker|mask|pattern)$/

/**
 * Whether the elements of an SVG draw others again and again, by `href` or `url(#…)`, in far more steps than the file has references. The
 * SVG is as the sanitiser writes it: references to what it dropped lead nowhere, `<` begins a tag, and values stand in double quotes.
 */
export function doReferencesGrow(svg: string): boolean {
  const targets: string[] = []
  const parts = new Map<string, Part>()
  const open: Part[] = []
  for (const [, end, tag = '', attributes = ''] of svg.matchAll(/<(\/?)(\w+)(|\s[^<>]*)>/g)) {
    const part = end ? open.pop() : { from: targets.length, to: targets.length }
    if (!part) continue
    if (end) part.to = targets.length
    else {
      open.push(part)
      const [, id] = / id="([^"]*)"/.exec(attributes) ?? []
      if (id !== undefined && !parts.has(`href ${id}`)) {
        parts.set(`href ${id}`, part)
        if (drawnByUrl.test(tag)) parts.set(`url ${id}`, part)
      }
      targets.push(...targetsOf(attributes))
    }
  }
  const partsOf = (some: string[]): Part[] => some.flatMap((target) => parts.get(target) ?? [])
  const waiting = partsOf(targets)
  let followed = 0
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    followed += part.to - part.from
    if (followed > mostFollowed) return true
    waiting.push(...partsOf(targets.slice(part.from, part.to)))
  }
  return false
}

/** The targets of the references in attributes. `href` goes before its older spelling `xlink:href`. */
function targetsOf(attributes: string): string[] {
  const [, href = ''] = / href="\s*([^"]*)/.exec(attributes) ?? / xlink:href="\s*([^"]*)/.exec(attributes) ?? []
  const urls = [...attributes.matchAll(/url\((?:\s|'|&quot;)*#((?:(?!&quot;)[^"')])*)/gi)]
  const ofUrls = urls.map(([, id = '']) => `url ${decoded(id)}`)
  return href.startsWith('#') ? [`href ${decoded(href.slice(1))}`, ...ofUrls] : ofUrls
}

/** The id that a reference names. Browsers decode `%61` in it. */
function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference.trim())
  } catch {
    return reference.trim()
  }
}
