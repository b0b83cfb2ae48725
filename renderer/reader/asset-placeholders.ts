import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Site } from '#renderer/site/site.ts'

/** A place in a page that holds the address or the digest of a bundled file: the byte position, and the file's name. */
export type Placeholder = [at: number, kind: 'address' | 'digest', name: string]

/** The hashed names of bundled files, and their digests for the `integrity` attribute. */
export type AssetNames = Pick<Site, 'assets' | 'integrity'>

/** A page or a part of one, in UTF-8, with the names of bundled files filled in. */
export type Filled = { html: Buffer; placeholders: Placeholder[] }

/**
 * Creates placeholders for the names of bundled files and for markup that many pages share. Pages are rendered with
 * placeholders, which no content can guess, and `fill` replaces them with the real text. So a page need not be rendered
 * again because a bundled file has another name, and shared markup is encoded only once.
 */
export function createPlaceholders(names: AssetNames) {
  const secret = Buffer.from(randomBytes(12).toString('hex'))
  const known: Filled[] = []
  const placeholderOf = (filled: Filled): string => `${secret}${known.push(filled) - 1}.`
  const assets = new Map(
    [...names.assets].map(([name, value]) => [name, placeholderOf(filledName('address', name, value))]),
  )
  const digests = [...assets].flatMap(([name, address]): [string, string][] => {
    const digest = nameOf('digest', name, names)
    return digest === undefined ? [] : [[address, placeholderOf(filledName('digest', name, digest))]]
  })

  const nameCount = known.length

  const encoder = new TextEncoder()
  let room = Buffer.alloc(0) // grows to the size of the longest page
  const encode = (html: string): Buffer => {
    const most = 3 * html.length // UTF-8 takes at most three bytes per UTF-16 code unit
    if (room.length < most) room = Buffer.alloc(most)
    return room.subarray(0, encoder.encodeInto(html, room).written)
  }

  /** Replaces all placeholders in a page with the real text. Returns its bytes, and the places of bundled file names. */
  const fill = (html: string): Filled => {
    const rendered = encode(html)
    const parts: Filled[] = []
    let from = 0
    for (let at = rendered.indexOf(secret); at >= 0; at = rendered.indexOf(secret, from)) {
      const end = rendered.indexOf('.', at)
      const replacement = known[Number(rendered.toString('latin1', at + secret.length, end))]
      parts.push(filledText(rendered.subarray(from, at)), replacement ?? filledText(Buffer.alloc(0)))
      from = end + 1
    }
    return joinFilled([...parts, filledText(rendered.subarray(from))])
  }

  return {
    /** The placeholders of the names, to render with. */
    placeholderNames: { assets, integrity: new Map(digests) },
    /** Keeps markup that many pages share, as bytes. Returns a placeholder for it, to render with. */
    keep(markup: string) {
      const { html, placeholders } = fill(markup)
      const own = Buffer.from(new Uint8Array(html).buffer) // a copy, because `html` may keep a whole pool in memory
      return placeholderOf({ html: own, placeholders })
    },
    /** Drops all markup that `keep` has kept. Their placeholders must not be used any more. */
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

/**
 * Replaces the names of `before` in a page with those of `now`. Returns undefined if an old name is not at its place in
 * the page, or if `now` lacks a file.
 */
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

/**
 * Returns a function that takes the placeholders of a page as JSON text, and returns whether all bundled files in them
 * have the same names as before.
 */
export function namesHold(before: AssetNames, now: AssetNames): (placeholders: string) => boolean {
  if (isDeepStrictEqual(packNames(before), packNames(now))) return () => true
  return (placeholders) =>
    parsePlaceholders(placeholders).every(([, ...one]) => nameOf(...one, before) === nameOf(...one, now))
}

/** Parses placeholders that were kept as JSON text. */
export function parsePlaceholders(placeholders: string): Placeholder[] {
  return JSON.parse(placeholders) // the page store has verified the checksum of the row
}

/** The text at a placeholder: the address or the digest of a bundled file. Undefined if the file does not exist. */
function nameOf(kind: Placeholder[1], name: string, { assets, integrity }: AssetNames): string | undefined {
  const address = assets.get(name)
  return kind === 'address' || address === undefined ? address : integrity.get(address)
}

/** The names of bundled files as they are kept for the next build. */
export type PackedNames = { assets: [string, string][]; integrity: [string, string][] }

export function packNames({ assets, integrity }: AssetNames): PackedNames {
  return { assets: [...assets], integrity: [...integrity] }
}

export function readNames(packed: PackedNames | undefined): AssetNames {
  return { assets: new Map(packed?.assets), integrity: new Map(packed?.integrity) }
}
