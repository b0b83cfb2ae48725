const leastLikeness = 0.3
const lastSegmentWeight = 2

type Measured = { path: string; locale: string; whole: Map<string, number>; last: Map<string, number> }

/**
 * Finds the addresses that look most like one that is gone, the best first. Likeness is the share of common letter pairs
 * (Dice), of the last segment above all; unlike ones are left out.
 */
export function findNearest(addresses: string[], most = 3): (gone: string) => string[] {
  const measured = addresses.map(measure)
  return (gone) => {
    const wanted = measure(gone)
    return measured
      .filter(({ path }) => path !== gone)
      .map((one) => ({ path: one.path, likeness: likenessOf(wanted, one) }))
      .filter(({ likeness }) => likeness >= leastLikeness)
      .sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1))
      .slice(0, most)
      .map(({ path }) => path)
  }
}

function measure(path: string): Measured {
  const segments = path.split('/').slice(1)
  const locale = /^[a-z]{2}(-[A-Z]{2})?$/.test(segments[0] ?? '') ? (segments[0] ?? '') : ''
  return { path, locale, whole: pairsOf(segments.join(' ')), last: pairsOf(segments.at(-1) ?? '') }
}

function likenessOf(a: Measured, b: Measured): number {
  const mixed = (dice(a.whole, b.whole) + lastSegmentWeight * dice(a.last, b.last)) / (1 + lastSegmentWeight)
  return a.locale === b.locale ? mixed : mixed / 2
}

/** Pairs of neighbouring letters, folded and without diacritics, with how often each occurs. */
function pairsOf(text: string): Map<string, number> {
  const folded = ` ${text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const pairs = new Map<string, number>()
  for (let index = 0; index + 1 < folded.length; index += 1) {
    const pair = folded.slice(index, index + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

function dice(a: Map<string, number>, b: Map<string, number>): number {
  let common = 0
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0)
  return (2 * common) / (sizeOf(a) + sizeOf(b))
}

function sizeOf(pairs: Map<string, number>): number {
  let size = 0
  for (const count of pairs.values()) size += count
  return size
}
