import { randomBytes } from 'node:crypto'
import type { Site } from '#renderer/site/site.ts'

/** Places in a page where the address or the digest of a bundled file stands: position in its bytes, and the file's name. */
export type Placeholder = [at: number, kind: 'address' | 'digest', name: string]

/** Hashed names of bundled files, and their digests for the `integrity` attribute. */
export type AssetNames = Pick<Site, 'assets' | 'integrity'>

export type Placeholders = {
  /** Stand-ins for the names, to render with. */
  standIns: AssetNames
  /** Gives the bytes of a page with the names in it, and tells where. */
  fill(html: string): Filled
}

/** A page with the names in it, in UTF-8. */
export type Filled = { html: Buffer; placeholders: Placeholder[] }

/** A page is rendered with stand-ins, which no content can guess, so that a bundle of other names needs no page rendered anew. */
export function createPlaceholders(names: AssetNames): Placeholders {
  const secret = randomBytes(12).toString('hex')
  const order = [...names.assets.keys()]
  const longestName = Math.max(
    0,
    ...[...names.assets.values(), ...(names.integrity?.values() ?? [])].map((name) => name.length),
  )
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(0) // room for the longest page
  const standIn = (kind: Placeholder[1], name: string): string => `${secret}.${kind}.${order.indexOf(name)}.`
  const digests = order.flatMap((name): [string, string][] =>
    nameOf(['digest', name], names) === undefined ? [] : [[standIn('address', name), standIn('digest', name)]],
  )
  return {
    standIns: {
      assets: new Map(order.map((name) => [name, standIn('address', name)])),
      ...(names.integrity && { integrity: new Map(digests) }),
    },
    fill(html) {
      const [start = '', ...rests] = html.split(secret)
      const most = 3 * (html.length + rests.length * longestName) // UTF-8 takes three bytes for a unit of a text at most
      if (bytes.length < most) bytes = new Uint8Array(most)
      const placeholders: Placeholder[] = []
      let length = 0
      const add = (text: string): void => {
        length += encoder.encodeInto(text, bytes.subarray(length)).written
      }
      add(start)
      for (const rest of rests) {
        const [, kind, number = ''] = rest.split('.', 3)
        const placeholder: [kind: Placeholder[1], name: string] = [
          kind === 'digest' ? kind : 'address',
          order[Number(number)] ?? '',
        ]
        placeholders.push([length, ...placeholder])
        add(nameOf(placeholder, names) ?? '')
        add(rest.slice(`.${kind}.${number}.`.length))
      }
      return { html: Buffer.from(bytes.subarray(0, length)), placeholders }
    },
  }
}

/** A page with other names in the places of the ones it was made with; nothing when it does not hold those, or a file has gone. */
export function replaceNames({ html, placeholders }: Filled, before: AssetNames, now: AssetNames): Filled | undefined {
  const moved: Placeholder[] = []
  const parts: Buffer[] = []
  let length = 0
  let from = 0
  for (const [at, kind, name] of placeholders) {
    const [old, value] = [before, now].map((names) => nameOf([kind, name], names)).map((one) => one && Buffer.from(one))
    if (!old || !value || !html.subarray(at, at + old.length).equals(old)) return undefined
    const kept = html.subarray(from, at)
    moved.push([length + kept.length, kind, name])
    parts.push(kept, value)
    length += kept.length + value.length
    from = at + old.length
  }
  parts.push(html.subarray(from))
  return { html: Buffer.concat(parts), placeholders: moved }
}

/** Whether the bundled files that a page names still have the names that it was published with. */
export function holdsNames(placeholders: Placeholder[], before: AssetNames, now: AssetNames): boolean {
  return placeholders.every(([, ...placeholder]) => nameOf(placeholder, before) === nameOf(placeholder, now))
}

/** What stands at a placeholder. */
function nameOf(
  [kind, name]: [kind: Placeholder[1], name: string],
  { assets, integrity }: AssetNames,
): string | undefined {
  const address = assets.get(name)
  return kind === 'address' || address === undefined ? address : integrity?.get(address)
}

/** The names of a build as they are kept for the next one. */
export type PrintedNames = { assets: [string, string][]; integrity: [string, string][] }

export function printNames({ assets, integrity }: AssetNames): PrintedNames {
  return { assets: [...assets], integrity: [...(integrity ?? [])] }
}

export function readNames(printed: PrintedNames | undefined): AssetNames {
  return { assets: new Map(printed?.assets), integrity: new Map(printed?.integrity) }
}
