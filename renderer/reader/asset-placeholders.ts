import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Site } from '#renderer/site/site.ts'

/** Places in a page where the address or the digest of a bundled file stands: position in its bytes, and the file's name. */
export type Placeholder = [at: number, kind: 'address' | 'digest', name: string]

/** Hashed names of bundled files, and their digests for the `integrity` attribute. */
export type AssetNames = Pick<Site, 'assets' | 'integrity'>

/** A page or a part of a page, in UTF-8, with the names of bundled files in it. */
export type Filled = { html: Buffer; placeholders: Placeholder[] }

/**
 * Stand-ins for the names of bundled files and for markup that many pages hold. Pages are rendered with stand-ins, which no content can
 * guess, and `fill` puts the real text in their place. So a page need not be rendered again because a bundled file has another name, and
 * markup that pages share becomes bytes only once.
 */
export function createPlaceholders(names: AssetNames) {
  const secret = Buffer.from(randomBytes(12).toString('hex'))
  const known: Filled[] = []
  const standInOf = (filled: Filled): string => `${secret}${known.push(filled) - 1}.`
  const assets = new Map(
    [...names.assets].map(([name, value]) => [name, standInOf(filledName('address', name, value))]),
  )
  const digests = [...assets].flatMap(([name, address]): [string, string][] => {
    const digest = nameOf('digest', name, names)
    return digest === undefined ? [] : [[address, standInOf(filledName('digest', name, digest))]]
  })

  const nameCount = known.length

  const encoder = new TextEncoder()
  let room = Buffer.alloc(0) // grows to what the longest page needs
  const encode = (html: string): Buffer => {
    const most = 3 * html.length // UTF-8 takes at most three bytes for a unit of UTF-16
    if (room.length < most) room = Buffer.alloc(most)
    return room.subarray(0, encoder.encodeInto(html, room).written)
  }

  /** Gives the bytes of a page with the real text in place of all stand-ins, and tells where names of bundled files stand. */
  const fill = (html: string): Filled => {
    const rendered = encode(html)
    const parts: Filled[] = []
    let from = 0
    for (let at = rendered.indexOf(secret); at >= 0; at = rendered.indexOf(secret, from)) {
      const end = rendered.indexOf('.', at)
      const standsFor = known[Number(rendered.toString('latin1', at + secret.length, end))]
      parts.push(filledText(rendered.subarray(from, at)), standsFor ?? filledText(Buffer.alloc(0)))
      from = end + 1
    }
    return joinFilled([...parts, filledText(rendered.subarray(from))])
  }

  return {
    /** Stand-ins for the names, to render with. */
    standIns: { assets, integrity: new Map(digests) },
    /** Keeps markup that many pages hold in bytes; gives a stand-in for it, to render with. */
    keep(markup: string) {
      const { html, placeholders } = fill(markup)
      const own = Buffer.from(new Uint8Array(html).buffer) // memory of its own: `html` may lie in a pool that would be kept whole
      return standInOf({ html: own, placeholders })
    },
    /** Lets go of all that `keep` got. The stand-ins for it must not be used any more. */
    forgetKept() {
      known.length = nameCount
    },
    fill,
  }
}

const filledText = (html: Buffer): Filled => ({ html, placeholders: [] })
const filledName = (kind: Placeholder[1], name: string, value: string): Filled => ({
  html: Buffer.from(value),
  placeholders: [[0, kind, name]],
})

function joinFilled(parts: Filled[]): Filled {
  let length = 0
  const placeholders = parts.flatMap((part) => {
    const start = length
    length += part.html.length
    return part.placeholders.map(([at, ...one]): Placeholder => [start + at, ...one])
  })
  const html = parts.map((part) => part.html)
  return { html: Buffer.concat(html, length), placeholders }
}

/** A page with the names of `now` in place of those of `before`. Undefined if the page lacks an old name, or `now` lacks a file. */
export function replaceNames({ html, placeholders }: Filled, before: AssetNames, now: AssetNames): Filled | undefined {
  const parts: Filled[] = []
  let from = 0
  for (const [at, kind, name] of placeholders) {
    const [old, value] = [nameOf(kind, name, before), nameOf(kind, name, now)]
    const end = at + Buffer.byteLength(old ?? '')
    if (!value || html.toString('utf8', at, end) !== old) return undefined
    parts.push(filledText(html.subarray(from, at)), filledName(kind, name, value))
    from = end
  }
  return joinFilled([...parts, filledText(html.subarray(from))])
}

/** Gives a function that takes the placeholders of a page as JSON, and tells whether all files they name have the same names as before. */
export function namesHold(before: AssetNames, now: AssetNames): (placeholders: string) => boolean {
  if (isDeepStrictEqual(printNames(before), printNames(now))) return () => true
  return (placeholders) =>
    parsePlaceholders(placeholders).every(([, ...one]) => nameOf(...one, before) === nameOf(...one, now))
}

/** Placeholders that were kept as JSON. */
export function parsePlaceholders(placeholders: string): Placeholder[] {
  return JSON.parse(placeholders) // the page store checked that the row is as it was written
}

/** The text at a placeholder: the address or the digest of a bundled file. Undefined if there is no such file. */
function nameOf(kind: Placeholder[1], name: string, { assets, integrity }: AssetNames): string | undefined {
  const address = assets.get(name)
  return kind === 'address' || address === undefined ? address : integrity.get(address)
}

/** The names of a build as they are kept for the next one. */
export type PrintedNames = { assets: [string, string][]; integrity: [string, string][] }

export function printNames({ assets, integrity }: AssetNames): PrintedNames {
  return { assets: [...assets], integrity: [...integrity] }
}

export function readNames(printed: PrintedNames | undefined): AssetNames {
  return { assets: new Map(printed?.assets), integrity: new Map(printed?.integrity) }
}
